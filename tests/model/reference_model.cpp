#include "reference_model.h"

#include "rules_math.h"

#include <algorithm>
#include <cmath>

namespace fray::model {

namespace {

/// Events, last paragraph of settle: the order of one agent's events within settle.
int settle_rank(EventType type) {
    switch (type) {
    case EventType::hit:
    case EventType::miss: return 0;
    case EventType::hurt: return 1;
    case EventType::death: return 2;
    case EventType::attack_end: return 3;
    case EventType::unslot: return 4;
    case EventType::state: return 5;
    default: return 6; // target
    }
}

bool within(int32_t least, int32_t x, int32_t greatest) { return least <= x && x <= greatest; }

/// range[0] <= x <= range[1] and x <= attack_start, in millimetres.
bool range_met(const AttackDef& attack, float attack_start, int32_t x) {
    return within(millimetres_of(attack.range[0]), x, millimetres_of(attack.range[1])) &&
           x <= millimetres_of(attack_start);
}

bool angle_met(const AttackDef& attack, float angle) { return attack.angle[0] <= angle && angle <= attack.angle[1]; }

void remove_from(std::deque<Serial>& list, Serial serial) {
    list.erase(std::remove(list.begin(), list.end(), serial), list.end());
}

void head_to_back(std::deque<Serial>& ring) {
    ring.push_back(ring.front());
    ring.pop_front();
}

} // namespace

// ---- What exists ------------------------------------------------------------------------------------------------

void ReferenceModel::add_team() {
    for (int other = 0; other < teams_; ++other) hostile_[teams_][other] = hostile_[other][teams_] = true;
    ++teams_;
}

void ReferenceModel::set_hostile(TeamIndex a, TeamIndex b, bool hostile) { hostile_[a][b] = hostile_[b][a] = hostile; }

uint32_t ReferenceModel::add_squad(TeamIndex team) {
    Squad squad;
    squad.team = team;
    squads_.push_back(squad);
    return static_cast<uint32_t>(squads_.size());
}

// ---- Frame ------------------------------------------------------------------------------------------------------

std::vector<Event> ReferenceModel::step(const std::vector<Command>& commands, double dt,
                                        const std::map<Serial, Pose>& poses) {
    events_.clear();
    ingest(commands);
    for (auto& [serial, agent] : agents_) {
        const auto pose = poses.find(serial);
        if (pose == poses.end()) continue; // despawned as soon as spawned
        agent.position = pose->second.position;
        agent.heading = pose->second.heading;
    }
    alert();
    sense();
    think();
    settle();
    commit();
    previous_now_ = now_;
    now_ += microseconds_of(dt);
    ++frame_;
    return events_;
}

/// Events: by stage, then by agent; one agent's in the order they happened.
void ReferenceModel::close_stage(bool by_agent, bool by_rank) {
    if (by_agent) {
        std::stable_sort(stage_.begin(), stage_.end(), [by_rank](const Event& a, const Event& b) {
            if (a.agent != b.agent) return a.agent < b.agent;
            return by_rank && settle_rank(a.type) < settle_rank(b.type);
        });
    }
    events_.insert(events_.end(), stage_.begin(), stage_.end());
    stage_.clear();
}

void ReferenceModel::emit(EventType type, const Agent& agent, Serial target, Cause cause, int attack, int slot) {
    Event event;
    event.type = type;
    event.cause = cause;
    event.agent = agent.serial;
    event.target = target;
    event.attack = static_cast<int16_t>(attack);
    event.slot = static_cast<int16_t>(slot);
    emit(event);
}

// ---- ingest -----------------------------------------------------------------------------------------------------

void ReferenceModel::ingest(const std::vector<Command>& commands) {
    for (size_t i = 0; i < commands.size(); ++i) {
        const Command& command = commands[i];
        switch (command.kind) {
        case Command::Kind::spawn: ingest_spawn(command); continue;
        case Command::Kind::add_squad: add_squad(command.team); continue;
        case Command::Kind::set_hostile: set_hostile(command.team, command.other_team, command.hostile); continue;
        case Command::Kind::despawn: ingest_despawn(command); continue;
        default: break;
        }
        if (!living(command.agent)) { // one to an agent that died, or was despawned earlier, is dropped
            ++tally_["command dropped"];
            continue;
        }
        switch (command.kind) {
        case Command::Kind::order: ingest_order(command); break;
        case Command::Kind::damage:
            blows_.push_back({now_, command.by, static_cast<int>(i), command.agent, -1, command.amount});
            break;
        case Command::Kind::capacity: capacities_[command.agent].emplace_back(command.grid, command.attack); break;
        default: break; // place: its effect is in the poses
        }
    }
    close_stage(true);
}

void ReferenceModel::ingest_spawn(const Command& command) {
    const ArchetypeDef& def = archetypes_[command.archetype];
    Agent agent;
    agent.serial = command.agent;
    agent.archetype = command.archetype;
    agent.team = command.team;
    agent.layer = command.layer;
    agent.squad = command.squad != 0 ? command.squad : add_squad(command.team);
    agent.position = command.position;
    agent.heading = command.heading;
    agent.health = def.health;
    agent.grid_capacity = def.circle.grid_capacity;
    agent.attack_capacity = def.circle.attack_capacity;

    Squad& squad = squads_[agent.squad - 1];
    const int64_t every = microseconds_of(def.alert_every);
    if (squad.members.empty()) squad.founder = agent.serial;
    squad.period = squad.members.empty() ? every : std::min(squad.period, every);
    squad.members.push_back(agent.serial);

    Event event;
    event.type = EventType::spawn;
    event.agent = agent.serial;
    event.target = squad.founder;
    event.a = agent.archetype;
    event.b = static_cast<int32_t>(agent.squad);
    event.c = agent.team;
    event.x = agent.position.x;
    event.y = agent.position.y;
    emit(event);
    agents_[agent.serial] = agent;
}

void ReferenceModel::ingest_despawn(const Command& command) {
    const auto found = agents_.find(command.agent);
    if (found == agents_.end() || found->second.gone) {
        ++tally_["command dropped"];
        return;
    }
    found->second.gone = true;
    emit(EventType::despawn, found->second, no_serial);
}

void ReferenceModel::ingest_order(const Command& command) {
    Agent& agent = agents_.at(command.agent);
    agent.order = command.order;
    agent.order_target = command.target;
    if (command.order == OrderKind::free) agent.flagged = true;
    Event event;
    event.type = EventType::order;
    event.agent = agent.serial;
    event.target = command.target;
    event.a = static_cast<int32_t>(command.order);
    event.x = command.position.x;
    event.y = command.position.y;
    emit(event);
}

// ---- alert ------------------------------------------------------------------------------------------------------

void ReferenceModel::alert() {
    for (auto& [serial, agent] : agents_)
        if (agent.living() && archetype_of(agent).brain) alert_one(agent);
    close_stage(true);
}

void ReferenceModel::alert_one(Agent& agent) {
    if (agent.order == OrderKind::go || agent.order == OrderKind::stand) {
        if (agent.target != no_serial) change_target(agent, no_serial, Cause::ordered);
        return;
    }
    if (agent.permit) return;                                               // who has a permit keeps its target
    if (agent.target != no_serial && agents_.at(agent.target).gone) return; // left to settle
    bool looks = agent.flagged || look_due(squads_[agent.squad - 1]);
    if (agent.order == OrderKind::attack) {
        if (living(agent.order_target) && agents_.at(agent.order_target).layer == agent.layer) {
            if (agent.target != agent.order_target) change_target(agent, agent.order_target, Cause::ordered);
            return;
        }
        agent.order = OrderKind::free;
        looks = true;
        ++tally_["attack order ended"];
    }
    if (looks) look(agent);
}

/// A look is due in a frame when a time phase + k * period lies in (previous frame's now, now]; frame 0: in [0, now].
bool ReferenceModel::look_due(const Squad& squad) const {
    const int64_t period = std::max<int64_t>(squad.period, 1);
    const int64_t phase = (squad.founder % 16) * period / 16;
    if (now_ < phase) return false;
    const int64_t last = phase + (now_ - phase) / period * period; // the last such time that is not after now
    return frame_ == 0 || last > previous_now_;
}

void ReferenceModel::look(Agent& agent) {
    agent.flagged = false;
    const Agent* nearest = nearest_candidate(agent);
    const Serial found = nearest != nullptr ? nearest->serial : no_serial;
    if (agent.target == no_serial) {
        if (nearest != nullptr) change_target(agent, found, Cause::found);
        return;
    }
    const Agent& target = agents_.at(agent.target);
    if (!is_candidate(agent, target)) {
        change_target(agent, found, Cause::lost);
        return;
    }
    if (agent.role == Role::holder || found == agent.target) return;
    const ArchetypeDef& def = archetype_of(agent);
    if (now_ < agent.target_since + microseconds_of(def.target_dwell)) {
        ++tally_["nearer refused by target_dwell"];
        return;
    }
    const int64_t margin = millimetres_of(def.target_margin);
    if (distance_mm(agent, *nearest) + margin <= distance_mm(agent, target)) change_target(agent, found, Cause::nearer);
}

/// Candidates U of an agent.
bool ReferenceModel::is_candidate(const Agent& agent, const Agent& other) const {
    if (other.serial == agent.serial || !other.living() || other.layer != agent.layer ||
        !hostile_[agent.team][other.team])
        return false;
    if (archetype_of(agent).targeting == Targeting::self) return alerted_by(agent, other);
    for (const Serial serial : squads_[agent.squad - 1].members) {
        if (!living(serial)) continue;
        const Agent& member = agents_.at(serial);
        if (member.layer == agent.layer && alerted_by(member, other)) return true;
    }
    return false;
}

bool ReferenceModel::alerted_by(const Agent& member, const Agent& other) const {
    const float alert = archetype_of(member).alert;
    return distance_squared(member.position, other.position) <= alert * alert;
}

const Agent* ReferenceModel::nearest_candidate(const Agent& agent) const {
    const Agent* nearest = nullptr;
    float least = 0.0f;
    for (const auto& [serial, other] : agents_) { // by serial, so that the lower one wins a tie
        if (!is_candidate(agent, other)) continue;
        const float d2 = distance_squared(agent.position, other.position);
        if (nearest != nullptr && !(d2 < least)) continue;
        nearest = &other;
        least = d2;
    }
    return nearest;
}

/// Every change of target is an event target, and starts target_dwell.
void ReferenceModel::change_target(Agent& agent, Serial target, Cause cause) {
    agent.target = target;
    agent.target_since = now_;
    emit(EventType::target, agent, target, cause);
}

// ---- sense ------------------------------------------------------------------------------------------------------

void ReferenceModel::sense() {
    for (auto& [serial, agent] : agents_) {
        if (!agent.living()) continue;
        if (agent.target == no_serial) {
            agent.band = 4; // silently
            continue;
        }
        if (agents_.at(agent.target).gone) continue;
        sense_band(agent);
        sense_arrival(agent);
    }
    close_stage(true);
}

void ReferenceModel::sense_band(Agent& agent) {
    const float d2 = distance_squared(agent.position, agents_.at(agent.target).position);
    int band = 0;
    for (const float t : archetype_of(agent).bands)
        if (d2 >= t * t) ++band;
    if (band == agent.band) return;
    agent.band = band;
    Event event;
    event.type = EventType::band;
    event.agent = agent.serial;
    event.target = agent.target;
    event.a = band;
    event.x = std::sqrt(d2);
    emit(event);
}

/// Arrival of a holder that has not arrived and has no permit.
void ReferenceModel::sense_arrival(Agent& agent) {
    agent.in_place = false;
    if (agent.role != Role::holder || agent.arrived || agent.permit) return;
    if (agent.circle != agent.target) return; // it leaves that circle in this frame's think
    const Agent& target = agents_.at(agent.circle);
    const CircleDef& def = circle_def(agent.circle);
    const Vec2 place = slot_position(target.position, def.approach_radius, agent.slot, def.slots);
    if (millimetres(distance_squared(agent.position, place)) <= millimetres_of(def.arrive)) agent.in_place = true;
    if (target.role != Role::holder || agent.in_place) return;
    const int64_t near = int64_t{millimetres_of(def.approach_radius)} + millimetres_of(def.arrive);
    if (distance_mm(agent, target) <= near) {
        agent.in_place = true;
        ++tally_["arrived at a target that holds a slot"];
    }
}

// ---- think ------------------------------------------------------------------------------------------------------

void ReferenceModel::think() {
    for (auto& [serial, agent] : agents_) {
        if (!agent.living() || !archetype_of(agent).brain) continue;
        if (agent.target != no_serial && agents_.at(agent.target).gone) continue; // settle sees to that
        think_one(agent);
    }
    close_stage(true);
}

void ReferenceModel::think_one(Agent& agent) {
    if (leaves_circle(agent)) return;
    while (think_state(agent)) {
    }
}

/// Rule 0: what it has at a circle is given up, by order or because its target is another one now.
bool ReferenceModel::leaves_circle(Agent& agent) {
    if (agent.role == Role::none) return false;
    const bool ordered = agent.order == OrderKind::go || agent.order == OrderKind::stand;
    if (!ordered && agent.target == agent.circle) return false;
    if (agent.permit) end_attack(agent, Cause::withdrew, now_);
    emit(EventType::withdraw, agent, agent.circle);
    agent.gives_up = true;
    agent.gives_up_cause = ordered ? Cause::withdrew : agent.target != no_serial ? Cause::retargeted : Cause::lost;
    go_to(agent, agent.target != no_serial ? State::pursue : State::idle);
    return true;
}

/// True: the state has changed, and think goes on.
bool ReferenceModel::think_state(Agent& agent) {
    switch (agent.state) {
    case State::idle: return think_idle(agent);
    case State::pursue: return think_pursue(agent);
    case State::roam: return think_roam(agent);
    case State::approach: return think_approach(agent);
    case State::combat: return think_combat(agent);
    case State::attack: return think_attack(agent);
    case State::dead: break;
    }
    return false;
}

/// A change of state is an event; none if it is there already.
void ReferenceModel::go_to(Agent& agent, State state) {
    if (agent.state == state) return;
    Event event;
    event.type = EventType::state;
    event.agent = agent.serial;
    event.a = static_cast<int32_t>(agent.state);
    event.b = static_cast<int32_t>(state);
    emit(event);
    agent.state = state;
}

bool ReferenceModel::think_idle(Agent& agent) {
    if (agent.target == no_serial) return false;
    go_to(agent, State::pursue);
    return true;
}

bool ReferenceModel::think_pursue(Agent& agent) {
    if (agent.target == no_serial) {
        go_to(agent, State::idle);
        return true;
    }
    switch (agent.role) {
    case Role::asker: go_to(agent, State::roam); return true;
    case Role::holder: go_to(agent, State::approach); return true;
    case Role::none: break;
    }
    emit(EventType::request, agent, agent.target);
    agent.asks = true;
    return false; // and thinks no further
}

bool ReferenceModel::think_roam(Agent& agent) {
    if (agent.target == no_serial)
        go_to(agent, State::idle);
    else if (agent.role == Role::none)
        go_to(agent, State::pursue);
    else if (agent.role == Role::holder)
        go_to(agent, State::approach);
    else
        return false;
    return true;
}

/// "role none -> pursue (idle without target); asker -> roam"
bool ReferenceModel::not_a_holder(Agent& agent) {
    if (agent.role == Role::holder) return false;
    if (agent.role == Role::asker)
        go_to(agent, State::roam);
    else
        go_to(agent, agent.target != no_serial ? State::pursue : State::idle);
    return true;
}

bool ReferenceModel::think_approach(Agent& agent) {
    if (not_a_holder(agent)) return true;
    if (agent.in_place) {
        agent.arrived = true;
        emit(EventType::arrive, agent, agent.circle, Cause::none, -1, agent.slot);
        go_to(agent, State::combat);
        return true;
    }
    const int64_t limit = microseconds_of(circle_def(agent.circle).reach_limit);
    if (limit == 0 || now_ < agent.slot_since + limit) return false;
    emit(EventType::withdraw, agent, agent.circle);
    agent.gives_up = true;
    agent.gives_up_cause = Cause::reach_limit;
    go_to(agent, State::pursue);
    return false; // its think ends
}

bool ReferenceModel::think_combat(Agent& agent) {
    if (not_a_holder(agent)) return true;
    if (!agent.arrived)
        go_to(agent, State::approach); // its slot has changed since it arrived
    else if (agent.permit)
        go_to(agent, State::attack);
    else
        return false;
    return true;
}

bool ReferenceModel::think_attack(Agent& agent) {
    if (!agent.permit) return not_a_holder(agent); // taken back: its target died or went
    Permit& permit = *agent.permit;
    const AttackDef& attack = attack_def(agent, permit.attack);
    if (!permit.begun && steps_in(agent, attack)) begin_attack(agent, attack);
    if (!permit.begun) {
        const int64_t timeout = permit.since + microseconds_of(circle_def(agent.circle).attack_timeout);
        if (now_ < timeout) return false;
        end_attack(agent, Cause::timeout, timeout);
        after_attack(agent);
        return false;
    }
    if (!permit.hit_handed && now_ >= permit.hit_due) {
        permit.hit_handed = true;
        blows_.push_back({permit.hit_due, agent.serial, -1, agent.circle, permit.attack, attack.damage});
    }
    if (now_ < permit.end_due) return false;
    end_attack(agent, Cause::finished, permit.end_due);
    after_attack(agent);
    return false;
}

/// Stepping in: the distance d satisfies range and attack_start, and the bearing lies within the angles.
bool ReferenceModel::steps_in(const Agent& agent, const AttackDef& attack) const {
    const Agent& target = agents_.at(agent.circle);
    return range_met(attack, archetype_of(agent).attack_start, distance_mm(agent, target)) &&
           angle_met(attack, bearing(agent.position, agent.heading, target.position));
}

void ReferenceModel::begin_attack(Agent& agent, const AttackDef& attack) {
    Permit& permit = *agent.permit;
    permit.begun = true;
    permit.hit_due = now_ + microseconds_of(attack.windup);
    permit.end_due = now_ + microseconds_of(attack.duration);
    emit(EventType::attack, agent, agent.circle, Cause::none, permit.attack);
}

/// The attack ends; its weight (and, if no windup began, its cooldown) goes back in settle.
void ReferenceModel::end_attack(Agent& agent, Cause cause, int64_t recovery_from) {
    Permit& permit = *agent.permit;
    permit.ended = true;
    agent.ready_at = recovery_from + microseconds_of(attack_def(agent, permit.attack).recovery);
    emit(EventType::attack_end, agent, agent.circle, cause, permit.attack);
}

/// After an end by itself or by timeout: what `release` says. Its think ends.
void ReferenceModel::after_attack(Agent& agent) {
    if (archetype_of(agent).release == Release::attack) {
        agent.reslots = true;
        go_to(agent, State::approach);
        return;
    }
    agent.gives_up = true;
    agent.gives_up_cause = Cause::finished;
    go_to(agent, State::pursue);
}

// ---- settle -----------------------------------------------------------------------------------------------------

void ReferenceModel::settle() {
    settle_blows();
    settle_returns();
    for (const auto& [serial, agent] : agents_)
        if (agent.died_now || agent.gone) settle_target_lost(agent);
    settle_requests();
    settle_removed();
    close_stage(true, true);
}

/// 1. Hits and damage, in order of (due time, attacker's serial, call order).
void ReferenceModel::settle_blows() {
    std::stable_sort(blows_.begin(), blows_.end(), [](const Blow& a, const Blow& b) {
        if (a.target != b.target) return a.target < b.target;
        if (a.due != b.due) return a.due < b.due;
        if (a.by != b.by) return a.by < b.by;
        return a.call < b.call;
    });
    for (const Blow& blow : blows_) settle_blow(blow);
    blows_.clear();
}

void ReferenceModel::settle_blow(const Blow& blow) {
    Agent& target = agents_.at(blow.target);
    if (target.gone) return;
    if (blow.attack >= 0) {
        const Agent& attacker = agents_.at(blow.by);
        const float d2 = distance_squared(attacker.position, target.position);
        const bool counts = millimetres(d2) <= millimetres_of(archetype_of(attacker).effective);
        Event event;
        event.type = counts ? EventType::hit : EventType::miss;
        event.agent = attacker.serial;
        event.target = target.serial;
        event.attack = static_cast<int16_t>(blow.attack);
        event.x = blow.amount;
        event.y = std::sqrt(d2);
        emit(event);
        if (!counts) return;
    }
    Event hurt;
    hurt.type = EventType::hurt;
    hurt.agent = target.serial;
    hurt.target = blow.by;
    hurt.x = blow.amount;
    emit(hurt);
    if (target.health != unlimited_health) target.health = target.health - blow.amount;
    if (target.died_now || target.health > 0.0f) return;
    target.died_now = true;
    target.dead = true;
    emit(EventType::death, target, blow.by);
}

/// 2. Returns: all that the dead, the gone and those who gave up held.
void ReferenceModel::settle_returns() {
    for (auto& [serial, agent] : agents_) settle_return(agent);
}

void ReferenceModel::settle_return(Agent& agent) {
    const bool leaves = agent.died_now || agent.gone;
    if (agent.permit && !agent.permit->ended && leaves)
        end_attack(agent, agent.died_now ? Cause::died : Cause::withdrew, now_);
    if (agent.permit && agent.permit->ended) return_permit(agent);
    if (agent.gives_up || leaves) {
        const Cause cause = agent.gives_up ? agent.gives_up_cause : agent.died_now ? Cause::died : Cause::removed;
        if (agent.role == Role::holder) leave_slot(agent, cause);
        if (agent.role == Role::asker) leave_queue(agent);
    }
    agent.gives_up = false;
    if (!agent.died_now) return;
    go_to(agent, State::dead);
    agent.target = no_serial; // without an event
}

/// 3. A target dead or gone frees its circle and everyone on it.
void ReferenceModel::settle_target_lost(const Agent& target) {
    for (auto& [serial, agent] : agents_) {
        if (agent.circle != target.serial) continue;
        if (agent.permit) {
            end_attack(agent, Cause::target_gone, now_);
            return_permit(agent);
        }
        if (agent.role == Role::holder)
            leave_slot(agent, Cause::target_gone);
        else
            leave_queue(agent);
    }
    circles_.erase(target.serial);
    for (auto& [serial, agent] : agents_) {
        if (!agent.living() || agent.target != target.serial) continue;
        change_target(agent, no_serial, target.gone ? Cause::gone : Cause::died);
        agent.flagged = true;
    }
}

/// 4. Requests of this frame are queued at their circle by serial, at the back.
void ReferenceModel::settle_requests() {
    for (auto& [serial, agent] : agents_) {
        if (!agent.asks) continue;
        agent.asks = false;
        if (!agent.living() || agent.target == no_serial) { // void: it or its target died
            ++tally_["request void"];
            continue;
        }
        Circle& circle = circles_[agent.target];
        circle.target = agent.target;
        circle.queue.push_back(serial);
        agent.role = Role::asker;
        agent.circle = agent.target;
    }
}

void ReferenceModel::settle_removed() {
    for (auto it = agents_.begin(); it != agents_.end();) {
        it->second.died_now = false;
        it = it->second.gone ? agents_.erase(it) : std::next(it);
    }
}

void ReferenceModel::leave_slot(Agent& agent, Cause cause) {
    emit(EventType::unslot, agent, agent.circle, cause, -1, agent.slot);
    Circle& circle = circles_.at(agent.circle);
    circle.slots.erase(agent.slot);
    remove_from(circle.ring, agent.serial);
    agent.role = Role::none;
    agent.circle = no_serial;
    agent.slot = -1;
    agent.arrived = false;
    agent.reslots = false;
    agent.clock.reset();
}

void ReferenceModel::leave_queue(Agent& agent) {
    remove_from(circles_.at(agent.circle).queue, agent.serial);
    agent.role = Role::none;
    agent.circle = no_serial;
}

/// The attack weight goes back; an attack that ends without its windup having begun gives its cooldown back.
void ReferenceModel::return_permit(Agent& agent) {
    if (!agent.permit->begun) give_cooldown_back(agent, *agent.permit);
    agent.permit.reset();
}

void ReferenceModel::give_cooldown_back(const Agent& agent, const Permit& permit) {
    const CooldownDef& def = attack_def(agent, permit.attack).cooldown;
    if (!(def.archetype > 0.0)) return;
    Cooldown& cooldown = circles_.at(agent.circle).cooldowns.at({agent.archetype, permit.attack});
    if (now_ < cooldown.due) {
        cooldown.due = now_;
        cooldown.uses_left = 1;
        ++tally_["cooldown given back: its clock"];
        return;
    }
    cooldown.uses_left = std::min(cooldown.uses_left + 1, def.uses);
    ++tally_["cooldown given back: a use"];
}

// ---- commit -----------------------------------------------------------------------------------------------------

/// Each phase runs over all circles by the serial of their target before the next phase begins.
void ReferenceModel::commit() {
    for (auto& [serial, agent] : agents_) commit_capacity(agent);
    capacities_.clear();
    for (auto& [serial, circle] : circles_) commit_reslot(circle);
    for (auto& [serial, circle] : circles_) commit_admission(circle);
    for (auto& [serial, circle] : circles_) commit_permits(circle);
    remove_empty_circles();
    close_stage(false); // by phase, target serial, queue order
}

/// 1. Capacity. A command to one that died is dropped.
void ReferenceModel::commit_capacity(Agent& target) {
    if (target.dead) return;
    for (const auto& [grid, attack] : capacities_[target.serial]) {
        target.grid_capacity = grid;
        target.attack_capacity = attack;
        Event event;
        event.type = EventType::capacity;
        event.target = target.serial;
        event.a = grid;
        event.b = attack;
        emit(event);
    }
    const auto circle = circles_.find(target.serial);
    if (circle != circles_.end()) evict(circle->second);
}

/// While the holders' weights exceed the grid capacity, holders without permit go: last admitted first.
void ReferenceModel::evict(Circle& circle) {
    std::vector<std::pair<uint64_t, Serial>> by_admission;
    for (const Serial serial : circle.ring)
        if (!agents_.at(serial).permit) by_admission.emplace_back(agents_.at(serial).admitted_frame, serial);
    std::sort(by_admission.begin(), by_admission.end());
    std::vector<Serial> evicted; // the last admitted first
    while (grid_free(circle) < 0 && !by_admission.empty()) {
        Agent& agent = agents_.at(by_admission.back().second);
        by_admission.pop_back();
        leave_slot(agent, Cause::evicted);
        agent.role = Role::asker;
        agent.circle = circle.target;
        circle.queue.push_front(agent.serial);
        evicted.push_back(agent.serial);
    }
    std::reverse(evicted.begin(), evicted.end());
    for (const Serial serial : evicted) emit(EventType::request, agents_.at(serial), circle.target);
}

/// 2. Re-slotting: those who kept their slot after an attack, by serial.
void ReferenceModel::commit_reslot(Circle& circle) {
    for (auto& [serial, agent] : agents_) {
        if (!agent.reslots || agent.circle != circle.target) continue;
        agent.reslots = false;
        const int slot = nearest_slot(circle, agent, agent.slot);
        if (slot == agent.slot) ++tally_["re-slotted to its own slot"];
        circle.slots.erase(agent.slot);
        circle.slots[slot] = serial;
        agent.slot = slot;
        agent.slot_since = now_; // also when it is the same
        agent.arrived = false;
        emit(EventType::slot, agent, circle.target, Cause::moved, -1, slot);
    }
}

/// 3. Admission: one pass over the queue, in order.
void ReferenceModel::commit_admission(Circle& circle) {
    const std::deque<Serial> queue = circle.queue;
    for (const Serial serial : queue) {
        Agent& agent = agents_.at(serial);
        if (archetype_of(agent).grid_weight > grid_free(circle)) continue;
        const int slot = nearest_slot(circle, agent, -1);
        if (slot < 0) continue;
        remove_from(circle.queue, serial);
        circle.ring.push_back(serial);
        circle.slots[slot] = serial;
        agent.role = Role::holder;
        agent.slot = slot;
        agent.slot_since = now_;
        agent.admitted_frame = frame_;
        agent.arrived = false;
        emit(EventType::slot, agent, circle.target, Cause::admitted, -1, slot);
    }
}

/// The nearest of the open slots and its own, in millimetres; ties: the lower one. -1: none.
int ReferenceModel::nearest_slot(const Circle& circle, const Agent& agent, int own) const {
    const CircleDef& def = circle_def(circle.target);
    const Vec2 centre = agents_.at(circle.target).position;
    int nearest = -1;
    int32_t least = 0;
    for (int slot = 0; slot < def.slots; ++slot) {
        if (slot != own && circle.slots.count(slot) != 0) continue;
        const Vec2 place = slot_position(centre, def.approach_radius, slot, def.slots);
        const int32_t distance = millimetres(distance_squared(agent.position, place));
        if (nearest >= 0 && distance >= least) continue;
        nearest = slot;
        least = distance;
    }
    return nearest;
}

/// 4. Permits: one pass over the ring queue.
void ReferenceModel::commit_permits(Circle& circle) {
    if (attack_free(circle) > 0)
        permit_pass(circle);
    else
        permit_pass_nothing_free(circle);
    end_clocks(circle);
}

void ReferenceModel::permit_pass(Circle& circle) {
    for (size_t looked = circle.ring.size(); looked > 0 && attack_free(circle) > 0; --looked) {
        Agent& head = agents_.at(circle.ring.front());
        if (!ready(head)) {
            head_to_back(circle.ring);
            continue;
        }
        switch (refused_for(circle, head)) {
        case Refusal::fits:
            give_permit(circle, head);
            head_to_back(circle.ring);
            continue;
        case Refusal::range:
            ++tally_["refused for range"];
            head_to_back(circle.ring);
            continue;
        case Refusal::cooldown:
            ++tally_["refused for cooldown"];
            head_to_back(circle.ring);
            return;
        case Refusal::too_heavy:
            ++tally_["refused for being too heavy"];
            head_to_back(circle.ring);
            return;
        case Refusal::weight: break;
        }
        ++tally_["refused for weight"];
        if (!head.clock) head.clock = now_;
        const int64_t patience = microseconds_of(circle_def(circle.target).permit_patience);
        if (patience != 0 && now_ >= *head.clock + patience)
            ++tally_["stays at the head by permit_patience"];
        else
            head_to_back(circle.ring);
        return;
    }
}

/// Those not ready go from the head to the back until the first that is ready, each once; that one stays.
void ReferenceModel::permit_pass_nothing_free(Circle& circle) {
    for (size_t looked = circle.ring.size(); looked > 0; --looked) {
        Agent& head = agents_.at(circle.ring.front());
        if (!ready(head)) {
            head_to_back(circle.ring);
            continue;
        }
        ++tally_["ready with nothing free"];
        if (refused_for(circle, head) == Refusal::weight && !head.clock) head.clock = now_;
        return;
    }
}

/// After the pass: the clock ends of whoever is not ready or is refused for anything but weight; who fits keeps it.
void ReferenceModel::end_clocks(Circle& circle) {
    for (const Serial serial : circle.ring) {
        Agent& agent = agents_.at(serial);
        if (!agent.clock) continue;
        const Refusal refusal = ready(agent) ? refused_for(circle, agent) : Refusal::range;
        if (refusal == Refusal::fits || refusal == Refusal::weight) continue;
        agent.clock.reset();
        ++tally_["permit_patience clock ended"];
    }
}

/// A holder in combat that has arrived at the slot it has now, without permit, with its recovery over.
bool ReferenceModel::ready(const Agent& agent) const {
    return agent.role == Role::holder && agent.state == State::combat && agent.arrived && !agent.permit &&
           now_ >= agent.ready_at;
}

/// From here with the bearing there is, or from the attack ring with angle 0.
bool ReferenceModel::reaches(const Agent& agent, const AttackDef& attack) const {
    const Agent& target = agents_.at(agent.circle);
    const float start = archetype_of(agent).attack_start;
    const bool here = range_met(attack, start, distance_mm(agent, target)) &&
                      angle_met(attack, bearing(agent.position, agent.heading, target.position));
    const bool ring =
        range_met(attack, start, millimetres_of(circle_def(agent.circle).attack_radius)) && angle_met(attack, 0.0f);
    return here || ring;
}

bool ReferenceModel::cooldown_over(const Circle& circle, const Agent& agent, int attack) const {
    const auto found = circle.cooldowns.find({agent.archetype, attack});
    return found == circle.cooldowns.end() || now_ >= found->second.due;
}

/// The attacks that fit, in table order.
std::vector<int> ReferenceModel::fitting(const Circle& circle, const Agent& agent) const {
    std::vector<int> result;
    const std::vector<AttackDef>& attacks = archetype_of(agent).attacks;
    for (int i = 0; i < static_cast<int>(attacks.size()); ++i)
        if (reaches(agent, attacks[i]) && attacks[i].weight <= attack_free(circle) && cooldown_over(circle, agent, i))
            result.push_back(i);
    return result;
}

Refusal ReferenceModel::refused_for(const Circle& circle, const Agent& agent) const {
    if (!fitting(circle, agent).empty()) return Refusal::fits;
    const std::vector<AttackDef>& attacks = archetype_of(agent).attacks;
    const int capacity = agents_.at(circle.target).attack_capacity;
    bool some_reach = false;
    bool some_cooling = false;
    for (int i = 0; i < static_cast<int>(attacks.size()); ++i) {
        if (!reaches(agent, attacks[i])) continue;
        some_reach = true;
        if (attacks[i].weight > capacity) continue;
        if (cooldown_over(circle, agent, i)) return Refusal::weight;
        some_cooling = true;
    }
    if (some_cooling) return Refusal::cooldown;
    return some_reach ? Refusal::too_heavy : Refusal::range;
}

void ReferenceModel::give_permit(Circle& circle, Agent& agent) {
    Permit permit;
    permit.attack = choose(agent, fitting(circle, agent));
    permit.since = now_;
    take_use(circle, agent, permit);
    agent.permit = permit;
    agent.clock.reset();
    Event event;
    event.type = EventType::permit;
    event.agent = agent.serial;
    event.target = circle.target;
    event.attack = static_cast<int16_t>(permit.attack);
    event.slot = static_cast<int16_t>(agent.slot);
    event.a = attack_def(agent, permit.attack).weight;
    emit(event);
}

/// A permit takes one use; the last one starts the clock and refills the uses.
void ReferenceModel::take_use(Circle& circle, const Agent& agent, Permit& permit) {
    const CooldownDef& def = attack_def(agent, permit.attack).cooldown;
    if (!(def.archetype > 0.0)) return;
    const auto [found, fresh] = circle.cooldowns.try_emplace({agent.archetype, permit.attack});
    Cooldown& cooldown = found->second;
    if (fresh) cooldown.uses_left = def.uses;
    if (--cooldown.uses_left > 0) return;
    cooldown.uses_left = def.uses;
    cooldown.due = now_ + microseconds_of(def.archetype);
    ++tally_["cooldown started"];
}

int ReferenceModel::choose(const Agent& agent, const std::vector<int>& fitting) const {
    const ArchetypeDef& def = archetype_of(agent);
    const uint64_t bits = random_bits(seed_, agent.serial, frame_, RandomPurpose::attack_choice, 0);
    switch (def.choice) {
    case Choice::first: break;
    case Choice::random: return fitting[random_below(bits, static_cast<uint32_t>(fitting.size()))];
    case Choice::score: {
        uint32_t sum = 0;
        for (const int i : fitting) sum += static_cast<uint32_t>(def.attacks[i].score);
        if (sum == 0) break;
        const uint32_t r = random_below(bits, sum);
        uint32_t running = 0;
        for (const int i : fitting) {
            running += static_cast<uint32_t>(def.attacks[i].score);
            if (running > r) return i;
        }
        break;
    }
    case Choice::strongest: {
        int strongest = fitting.front();
        for (const int i : fitting)
            if (def.attacks[i].weight > def.attacks[strongest].weight) strongest = i;
        return strongest;
    }
    }
    return fitting.front();
}

void ReferenceModel::remove_empty_circles() {
    for (auto it = circles_.begin(); it != circles_.end();)
        it = exists(it->second) ? std::next(it) : circles_.erase(it);
}

/// A circle exists while someone is queued, holds, or has a permit there, or a cooldown runs or uses are spent.
bool ReferenceModel::exists(const Circle& circle) const {
    if (!circle.queue.empty() || !circle.ring.empty()) return true;
    for (const auto& [key, cooldown] : circle.cooldowns) {
        const AttackDef& attack = archetypes_[key.first].attacks[key.second];
        if (now_ < cooldown.due || cooldown.uses_left < attack.cooldown.uses) return true;
    }
    return false;
}

// ---- small helps ------------------------------------------------------------------------------------------------

int ReferenceModel::grid_free(const Circle& circle) const {
    int free = agents_.at(circle.target).grid_capacity;
    for (const Serial serial : circle.ring) free -= archetype_of(agents_.at(serial)).grid_weight;
    return free;
}

int ReferenceModel::attack_free(const Circle& circle) const {
    int free = agents_.at(circle.target).attack_capacity;
    for (const Serial serial : circle.ring) {
        const Agent& agent = agents_.at(serial);
        if (agent.permit) free -= attack_def(agent, agent.permit->attack).weight;
    }
    return free;
}

const AttackDef& ReferenceModel::attack_def(const Agent& agent, int attack) const {
    return archetype_of(agent).attacks[attack];
}

bool ReferenceModel::living(Serial serial) const {
    const auto found = agents_.find(serial);
    return found != agents_.end() && found->second.living();
}

int32_t ReferenceModel::distance_mm(const Agent& a, const Agent& b) const {
    return millimetres(distance_squared(a.position, b.position));
}

} // namespace fray::model
