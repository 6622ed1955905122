#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fray::model {

namespace {

/// Order of the events that an agent has within resolve_hits (rules.md, Events).
int settle_rank(EventType type) {
    switch (type) {
    case EventType::launch: return 0;
    case EventType::hit:
    case EventType::miss: return 1;
    case EventType::hurt: return 2;
    case EventType::death:
    case EventType::stagger: return 3;
    case EventType::act_end: return 4;
    case EventType::attack_end: return 5;
    case EventType::unslot: return 6;
    case EventType::state: return 7;
    case EventType::leader: return 9;
    default: return 8; // target
    }
}

} // namespace

// # Teams and squads
// The host makes and removes them between two frames.

/// A new team gets the least number that no team has. It is hostile to all other teams and not to itself. A team can be
/// removed (`World::remove_team`) if there are no agents, living or dead, and no squads of it.
void ReferenceModel::add_team() {
    for (int other = 0; other < teams_; ++other) hostile_[teams_][other] = hostile_[other][teams_] = true;
    ++teams_;
}

/// From now on the two teams are hostile to each other, or not. No event.
void ReferenceModel::set_hostile(TeamIndex a, TeamIndex b, bool hostile) { hostile_[a][b] = hostile_[b][a] = hostile; }

uint32_t ReferenceModel::add_squad(TeamIndex team, const SquadDef& def) {
    Squad squad;
    squad.team = team;
    squad.made = true;
    squad.def = def;
    squads_.push_back(squad);
    return static_cast<uint32_t>(squads_.size());
}

// ---- Frame ------------------------------------------------------------------------------------------------------

std::vector<Event> ReferenceModel::step(const std::vector<Given>& commands, double dt,
                                        const std::map<Serial, Pose>& poses, const std::vector<HostPose>& host_poses) {
    dt_ = step_of(dt);
    events_.clear();
    questions_.clear();
    moved_to_ground_ = commands_dropped_ = poses_skipped_ = 0;
    take_poses(poses);
    apply_commands(commands);
    take_host_poses(host_poses);
    find_own_points();
    take_queued_orders();
    choose_passages();
    pass_links();
    close_system(true);
    emit_skip();
    for (auto& [serial, agent] : agents_)
        if (agent.monster && std::exchange(agent.monster->begins_anew, false)) begin_patrol(agent);
    survey_after_obstacles();
    for (auto& [serial, circle] : circles_)
        if (!circle.surveyed_at) survey(circle); // circles that a reload has changed
    alert();
    sense();
    think();
    settle();
    commit();
    move();
    publish_wait_reasons();
    for (auto& [serial, agent] : agents_) {
        agent.previous_position = agent.position;
        agent.walked.reset();
        agent.bereft = agent.dies_with_owner && !living(agent.owner);
    }
    previous_now_ = now_;
    previous_dt_ = dt_;
    add_time(now_, rest_, dt_);
    ++frame_;
    return events_;
}

/// Appends the events of a system to those of the frame: by agent, and for each agent in the order in which they
/// happened.
void ReferenceModel::close_system(bool by_agent, bool by_rank) {
    if (by_agent) {
        std::stable_sort(stage_.begin(), stage_.end(), [by_rank](const Event& a, const Event& b) {
            if (a.agent != b.agent) return a.agent < b.agent;
            if (!by_rank) return false;
            const int rank_a = settle_rank(a.type), rank_b = settle_rank(b.type);
            return rank_a != rank_b ? rank_a < rank_b : rank_a == settle_rank(EventType::hit) && a.target < b.target;
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

/// M6.9: the windup of an attack begins.
void ReferenceModel::emit_attack(const Agent& agent, Serial target, int attack) {
    const AttackDef& def = attack_def(agent, attack);
    Event event;
    event.type = EventType::attack;
    event.agent = agent.serial;
    event.target = target;
    event.attack = static_cast<int16_t>(attack);
    event.a = static_cast<int32_t>(std::min<int64_t>(microseconds_of(def.windup), INT32_MAX));
    event.b = static_cast<int32_t>(std::min<int64_t>(microseconds_of(def.duration), INT32_MAX));
    emit(event);
}

// # apply_commands
// In this order: reloads, the commands, `take_host_poses`, `find_own_points`, `take_queued_orders`, `choose_passages`,
// `pass_links`.

/// Reloads come first. Then the commands take effect in call order. A command to an agent that died, or was despawned
/// earlier, is dropped.
void ReferenceModel::apply_commands(const std::vector<Given>& commands) {
    for (auto& [serial, agent] : agents_) agent.teleported = false;
    for (const Given& given : commands)
        if (const auto* const c = std::get_if<Reload>(&given.command)) reload(c->definitions);
    make_squads(commands);
    const auto carry_out = [this](const auto& c) {
        if constexpr (requires(Agent & agent) { this->apply(agent, c); }) {
            const Serial serial = serial_of(std::get<0>(all_fields(c)));
            if (!living(serial)) return drop(c);
            apply(agents_.at(serial), c);
        } else {
            apply(c);
        }
    };
    call_ = 0;
    for (const Given& given : commands) {
        given_ = &given;
        std::visit(carry_out, given.command);
        ++call_;
    }
}

/// A command that is dropped has no effect. It is counted (`commands_dropped`). Event drop, where an event of the
/// command would stand: the command, and its agent (for set_target_bias the target, for answer_sight the viewer, for
/// add_threat the agent with the table; none if the world knows no such agent any more). Commands are dropped only
/// where a rule says so: no spawn, and no command because of another agent that it names.
void ReferenceModel::drop(Serial agent, CommandType type) {
    ++commands_dropped_;
    ++tally_[std::string("command dropped: ") + to_string(type)];
    Event event;
    event.type = EventType::drop;
    event.agent = agent;
    event.a = static_cast<int32_t>(type);
    emit(event);
}

// ## Places and bodies

/// The agent has a new position, a new heading if one is given, and no velocity.
void ReferenceModel::apply(Agent& agent, const command::Teleport& c) {
    agent.teleported = true;
    agent.velocity = {};
    agent.position = c.position;
    if (c.heading) agent.heading = normalised(*c.heading);
    moved_to_ground_ += given_->moved;
}

/// All speeds of the agent are multiplied by its *speed factor* (1 at first), its backstep's and that of `near_enough`,
/// too. Its turn rate and its acceleration stay. No event.
void ReferenceModel::apply(Agent& agent, const command::SetSpeedFactor& c) { agent.speed_factor = c.factor; }

/// The agent has this radius from now on, wherever a rule names it, except in `approach_radius_of`; 0 stands for that
/// of its archetype. A holder of a target that has grown stands outside (`approach_distance`). The agent has moved in
/// this frame (`moved`), also if the radius is the same. No event.
void ReferenceModel::apply(Agent& agent, const command::SetRadius& c) {
    agent.own_radius = c.body_radius;
    agent.teleported = true;
}

/// The *avoidance factor* (1 at first) multiplies the agent's avoidance priority, and its mass where agents make way
/// (`makes_way`) and room. No event.
void ReferenceModel::apply(Agent& agent, const command::SetAvoidanceFactor& c) { agent.avoidance_factor = c.factor; }

/// The agent is *stunned* until now + the given time, whatever it was before (`staggered_or_stunned`): while now < that
/// time. A stun of 0 ends it. A push that would go on longer ends with this stun. No event. Every living agent can be
/// stunned and pushed, whatever its archetype and orders, also one that the host moves.
void ReferenceModel::apply(Agent& agent, const command::Stun& c) {
    const int64_t until = now_ + microseconds_of(c.duration);
    if (stunned(agent) && until < agent.stunned_until) ++tally_["stun: ends sooner by another command"];
    agent.stunned_until = until;
    if (agent.pushed_until > until) ++tally_["stun: ends a push sooner"];
    agent.pushed_until = std::min(agent.pushed_until, until);
}

/// For the given time the agent moves with the velocity displacement / time, and is stunned (`be_pushed`). No event. To
/// an agent that the host moves only guidance tells the push.
void ReferenceModel::apply(Agent& agent, const command::Push& c) {
    if (pushed(agent)) ++tally_["push: replaces another"];
    be_pushed(agent, c.displacement * (1.0f / static_cast<float>(c.duration)), microseconds_of(c.duration));
}

/// A pushed agent is stunned until the push ends, or until its present stun ends if that is later. A further push
/// replaces the first.
void ReferenceModel::be_pushed(Agent& agent, Vec2 velocity, int64_t time) {
    agent.push = velocity;
    agent.pushed_until = now_ + time;
    if (agent.stunned_until > agent.pushed_until) ++tally_["push: the stun lasts longer"];
    agent.stunned_until = std::max(agent.stunned_until, agent.pushed_until);
}

// ## Damage, circles, sight and attacks

/// It is filed for resolve_hits, like `set_health` and `stagger`.
void ReferenceModel::apply(Agent& agent, const command::Damage& c) { add_hit(agent, c.amount, c.attacker); }

void ReferenceModel::apply(Agent& agent, const command::SetHealth& c) {
    add_hit(agent, c.health, c.attacker).sets = true;
}

void ReferenceModel::apply(Agent& agent, const command::Stagger& c) {
    add_hit(agent, 0.0f, c.attacker).only_staggers = true;
}

ReferenceModel::PendingHit& ReferenceModel::add_hit(const Agent& agent, float amount, AgentId by) {
    PendingHit& hit = pending_hits_.emplace_back();
    hit.due = now_;
    hit.by = serial_of(by);
    hit.kind = PendingHit::Kind::damage;
    hit.nth = call_;
    hit.target = agent.serial;
    hit.amount = amount;
    return hit;
}

/// It is filed for commit, like `set_closed_slots`.
void ReferenceModel::apply(Agent& agent, const command::SetCapacity& c) {
    capacities_[agent.serial].emplace_back(c.capacity.grid_capacity, c.capacity.attack_capacity);
}

void ReferenceModel::apply(Agent& agent, const command::SetClosedSlots& c) {
    std::set<int>& closed = closures_[agent.serial];
    closed.clear();
    for (const int slot : c.slots) {
        if (slot < circle_def(agent.serial).slots)
            closed.insert(slot);
        else
            ++tally_["reload: a closed slot of this frame's command forgotten"];
    }
}

/// The cone that the agent, as a target, sees from now on: a direction and half an angle. At first it sees in all
/// directions. No event.
void ReferenceModel::apply(Agent& agent, const command::SetView& c) {
    agent.view = View{normalised(c.view.direction), c.view.half_angle};
}

/// The host answers a question of sight. A yes holds for this frame's acquire_targets only (`take_by_answer`). A no is
/// forgotten. No event. The call refuses an answer to a question that is not open (`is_open`).
void ReferenceModel::apply(Agent& agent, const command::AnswerSight& c) const {
    if (c.seen && ground_ == nullptr) agent.seen.insert(serial_of(c.target));
}

/// What the host's animation of the agent's attack came to: a hit, an end or an interruption. It holds for this frame's
/// evaluate_fsm only. The same report given twice counts once. No event. It is dropped if the agent has no token, no
/// performed attack, and, if it is unmanaged or plays on, no attack of its own.
void ReferenceModel::apply(Agent& agent, const command::ReportAttack& c) {
    if (!agent.token && !agent.performance) return drop(c);
    agent.reports.insert(c.report);
}

void ReferenceModel::apply(Agent& agent, const command::SetUpdateInterval& c) {
    agent.host_update_interval.reset();
    if (c.update_interval != 0) agent.host_update_interval = c.update_interval;
}

/// No event.
void ReferenceModel::apply(Agent& agent, const command::SetUserData& c) { agent.user_data = c.data; }

// ## Poses

// The poses that the last step has left. Commands read them.
void ReferenceModel::take_poses(const std::map<Serial, Pose>& poses) {
    for (const auto& [serial, pose] : poses) {
        const auto agent = agents_.find(serial);
        if (agent == agents_.end()) continue;
        agent->second.position = agent->second.stood = pose.position;
        agent->second.heading = pose.heading;
        agent->second.velocity = pose.velocity;
    }
}

/// The host's poses apply to living agents with `motion: host`: a position, and a heading if one is given. All other
/// poses are skipped.
///
/// The velocity of such an agent is (the new position - where the last step, or a teleport of this frame, had put it) /
/// the dt of the frame before (float). It is (0, 0) if it would be more than 100 m/s (the host has put the agent
/// there), without a pose, and in the frame of the spawn. After a frame without duration (dt 0) the agent keeps its
/// velocity; so it does in one if it has not moved. A pause after a hit takes nothing from a charge.
void ReferenceModel::take_host_poses(const std::vector<HostPose>& host_poses) {
    std::set<Serial> moved;
    for (const HostPose& pose : host_poses) {
        const auto agent = agents_.find(pose.agent);
        if (agent == agents_.end() || !agent->second.living() ||
            archetype_of(agent->second).body.motion != MotionType::host) {
            ++poses_skipped_;
            continue;
        }
        const auto elapsed = static_cast<float>(previous_dt_);
        const bool fresh = agent->second.spawned_frame == frame_, moves = pose.position != agent->second.position;
        if (moves) moved.insert(pose.agent);
        if (elapsed > 0.0f ? dt_ > 0.0 || moves : fresh) {
            const Vec2 velocity = (pose.position - agent->second.position) * (elapsed > 0.0f ? 1.0f / elapsed : 0.0f);
            const bool walks = !fresh && glm::dot(velocity, velocity) <= 100.0f * 100.0f;
            agent->second.velocity = walks ? velocity : Vec2{};
        }
        agent->second.position = pose.position;
        if (pose.heading) agent->second.heading = *pose.heading;
    }
    for (auto& [serial, agent] : agents_) // those that the host has not moved
        if (previous_dt_ > 0.0 && dt_ > 0.0 && !moved.contains(serial) &&
            archetype_of(agent).body.motion == MotionType::host)
            agent.velocity = {};
}

/// Skipped poses are counted (`poses_skipped`). If there are any, one event skip gives their number. It is the last
/// event of apply_commands.
void ReferenceModel::emit_skip() {
    if (poses_skipped_ == 0) return;
    Event event; // without an agent
    event.type = EventType::skip;
    event.a = static_cast<int32_t>(poses_skipped_);
    emit(event);
    close_system(false);
}

// ## Spawn and despawn

void ReferenceModel::apply(const command::Spawn& c) {
    SpawnDef def = c.def;
    def.heading = normalised(def.heading);
    spawn(def, given_->spawned, def.squad ? def.squad.value : own_squads_.at(given_->spawned));
    moved_to_ground_ += given_->moved;
}

/// The agent is living, in state idle, without a target, in band 4, and flagged to scan. It is of its squad's team,
/// even if the squad has changed sides since the call. It may lead the squad (`enter_squad`). Event spawn; its `leader`
/// is the leader of the squad. A leader that was despawned in this frame leads until resolve_hits.
Agent& ReferenceModel::spawn(const SpawnDef& given, Serial serial, uint32_t number) {
    const ArchetypeDef& def = definitions_.archetypes[given.archetype];
    Agent agent;
    agent.serial = serial;
    agent.archetype = given.archetype;
    agent.floor = given.floor;
    agent.squad = number;
    agent.team = squads_[agent.squad - 1].team;
    if (agent.team != given.team) ++tally_["spawn: into a squad that has changed sides"];
    agent.position = given.position;
    agent.heading = given.heading;
    agent.user_data = given.user_data;
    agent.health = def.body.health;
    agent.heal_charges = def.boss.heal.charges;
    agent.update_interval = def.update_interval;
    if (!def.boss.phases.empty() && def.boss.phases[0].health_threshold == 1.0f) agent.phase = 1;
    agent.grid_capacity = def.circle.grid_capacity;
    agent.attack_capacity = def.circle.attack_capacity;
    agent.spawned_frame = frame_;
    ++spawned_;

    const Squad& squad = squads_[agent.squad - 1];
    const Serial before = squad.leader;
    if (enter_squad(agent)) {
        if (before != no_serial) ++tally_["leads a squad without its leader, which has just gone, without an event"];
        if (before == no_serial && squad.members.size() > 1) ++tally_["leads a squad of the dead"];
    }

    Event event;
    event.type = EventType::spawn;
    event.agent = agent.serial;
    event.target = squad.leader;
    event.a = agent.archetype;
    event.b = static_cast<int32_t>(agent.squad);
    event.c = agent.team;
    event.x = agent.position.x;
    event.y = agent.position.y;
    emit(event);
    for (size_t i = 0; i < definitions_.monsters.size(); ++i)
        if (definitions_.monsters[i].name == def.monster) follow_monster(agent, static_cast<int>(i));
    return agents_[agent.serial] = agent;
}

/// The agent is gone: from here on no agent notices it. Event despawn. It works on dead agents, too. What the agent
/// held is returned in resolve_hits.
void ReferenceModel::apply(const command::Despawn& c) {
    const auto found = agents_.find(serial_of(c.agent));
    if (found == agents_.end() || found->second.gone) return drop(c);
    found->second.gone = true;
    emit(EventType::despawn, found->second, no_serial);
}

// ---- acquire_targets --------------------------------------------------------------------------------------------

void ReferenceModel::alert() {
    for (size_t number = 1; number <= squads_.size(); ++number) schedule_scan(static_cast<int64_t>(number));
    for (auto& [serial, agent] : agents_) {
        agent.scanned = agent.misplaced = false;
        agent.changed = false;
        const bool concerned = archetype_of(agent).autonomous || agent.performing() || agent.target != no_serial;
        if (agent.living() && concerned) alert_one(agent);
        agent.seen.clear(); // a positive answer holds for this frame only
    }
    close_system(true);
}

/// T0 to T9, in this order: the first that applies decides.
void ReferenceModel::alert_one(Agent& agent) {
    if (!archetype_of(agent).autonomous && !agent.performing()) {
        change_target(agent, no_serial, Cause::ordered);
        ++tally_["perform: an agent without a brain lets go of its target"];
        return;
    }
    if (led(agent)) {
        if (agent.target != no_serial) change_target(agent, no_serial, routs(agent) ? Cause::routed : Cause::led);
        return;
    }
    if (agent.state == AgentState::returning && !agent.performing()) {
        if (agent.target != no_serial) change_target(agent, no_serial, Cause::returned);
        return;
    }
    if (agent.ordered_away()) {
        if (agent.target != no_serial) change_target(agent, no_serial, Cause::ordered);
        return;
    }
    if (agent.performing()) {
        if (agent.target != no_serial && agents_.at(agent.target).gone) return; // resolve_hits handles it
        const Serial target = ordered_agent_is_there(agent) ? agent.order.target : no_serial;
        if (agent.target != target) change_target(agent, target, Cause::ordered);
        return;
    }
    if (locked(agent)) return;                                              // it keeps its target
    if (agent.target != no_serial && agents_.at(agent.target).gone) return; // resolve_hits handles it
    bool scans = agent.flagged || squads_[agent.squad - 1].scan_due;
    if (agent.order.kind == OrderKind::attack && ordered_agent_is_there(agent)) {
        if (agent.target != agent.order.target) change_target(agent, agent.order.target, Cause::ordered);
        return;
    }
    const bool names_target = agent.order.kind == OrderKind::attack || agent.escorting();
    if (names_target && !ordered_agent_is_there(agent)) { // T7, T7b
        const std::string kind = to_string(agent.order.kind);
        end_order(agent);
        scans = true; // a confirmed target from the host can replace the target scan
        ++tally_[kind + " order ended"];
        if (routs(agent)) ++tally_["rout: after T1, its " + kind + " order has ended"];
        if (keeps_supported_target(agent)) ++tally_["support: scans, its " + kind + " order has ended"];
    } else if (keeps_supported_target(agent)) {
        if (scans) ++tally_["support: keeps its target and does not scan"];
        return;
    }
    if (take_by_answer(agent)) return; // applies also if no scan is due; the agent stays flagged
    if (scans) scan(agent);
}

/// Whether the agent that its order names is living and on its floor.
bool ReferenceModel::ordered_agent_is_there(const Agent& agent) const {
    return living(agent.order.target) && agents_.at(agent.order.target).floor == agent.floor;
}

/// T4.
bool ReferenceModel::locked(const Agent& agent) const {
    if (!is_free(agent)) return agent.token && agent.role == Role::holder;
    if (agent.state != AgentState::attack) return false;
    // A performed attack, too, until the agent drops it for another order (Z10).
    const bool handed = agent.token ? agent.token->hit_handed : agent.performance->hit_handed;
    const int64_t end_due = agent.token ? agent.token->end_due : agent.performance->end_due;
    const bool ends = reached(end_due) || agent.reports.count(AttackReport::end) != 0;
    return !handed || (agent.target != no_serial && !ends);
}

/// Whether a scan of the squad is due. If so, a squad that is far away leaves out the next scans (L8).
void ReferenceModel::schedule_scan(int64_t number) {
    Squad& squad = squads_[static_cast<size_t>(number - 1)];
    const int64_t interval = std::max<int64_t>(squad.scan_interval, 1);
    const int64_t last = last_on_schedule(number, interval);
    squad.scan_due = falls_due(number, interval) && last > squad.left_out_until;
    if (falls_due(number, interval) && !squad.scan_due) ++tally_["level of detail: a scan is left out"];
    if (!squad.scan_due) return;
    int least = 8;
    bool any = false;
    for (const Serial serial : squad.members) {
        if (!living(serial)) continue;
        least = std::min(least, agents_.at(serial).update_interval);
        any = true;
    }
    if (!any || least < 4) return;
    int64_t left_out = least / 2 - 1;
    while (left_out > 0 && (left_out + 1) * interval > 1'000'000) --left_out;
    if (left_out < least / 2 - 1) ++tally_["level of detail: fewer scans are left out, because of 1 s"];
    squad.left_out_until = last + left_out * interval;
}

/// T12, T13: the last time phase + k * interval that is not after now; -1 before the first.
int64_t ReferenceModel::last_on_schedule(int64_t n, int64_t interval) const {
    const int64_t phase = n * 40503 % 65536 * interval / 65536;
    return now_ < phase ? -1 : phase + (now_ - phase) / interval * interval;
}

/// T14: whether such a time lies in (previous frame's now, now]; in frame 0: in [0, now].
bool ReferenceModel::falls_due(int64_t n, int64_t interval) const {
    return last_on_schedule(n, interval) > (frame_ == 0 ? -1 : previous_now_);
}

void ReferenceModel::scan(Agent& agent) {
    agent.flagged = false;
    agent.scanned = true;
    agent.slotless = agent.role != Role::holder;
    if (agent.wait_slot >= 0) {
        const Circle& circle = circles_.at(agent.circle);
        agent.misplaced = !open(circle, agent.wait_slot) && is_slot_open(circle);
    }
    if (agent.role == Role::striker) ++tally_["a striker scans"];
    if (archetype_of(agent).perception.targeting == Targeting::sight) return scan_by_sight(agent);
    const Agent* nearest = nearest_candidate(agent);
    const Serial found = nearest != nullptr ? nearest->serial : no_serial;
    if (agent.target == no_serial) {
        if (nearest != nullptr) change_target(agent, found, Cause::found);
        return;
    }
    const Agent& target = agents_.at(agent.target);
    if (apart(agent, target)) ++tally_["ground: the target is on another island now"];
    if (!is_candidate(agent, target, false)) {
        if (!chases(agent, target)) {
            change_target(agent, found, Cause::lost);
            return;
        }
        ++tally_["chase: keeps a target that is no candidate"];
    }
    const ArchetypeDef& def = archetype_of(agent);
    const Agent* threatening = most_threatening(agent);
    if (threatening != nullptr) { // T33a
        if (!reached(agent.target_since + microseconds_of(def.perception.target_dwell_time))) {
            ++tally_["threat: refused by target_dwell_time"];
            return;
        }
        const float best = points_of(agent, threatening->serial), present = points_of(agent, agent.target);
        if (threatening->serial != agent.target && !(best > 1.1f * present)) ++tally_["threat: not a tenth more"];
        if (!(best > 1.1f * present)) return;
        if (agent.role == Role::holder) ++tally_["threat: a holder changes its target"];
        change_target(agent, threatening->serial, Cause::threat);
        return;
    }
    if (nearest == nullptr) ++tally_["line of sight: keeps a target, and sees none"]; // G13a
    if (agent.role == Role::holder || nearest == nullptr || found == agent.target) return;
    if (!reached(agent.target_since + microseconds_of(def.perception.target_dwell_time))) {
        ++tally_["nearer refused by target_dwell_time"];
        return;
    }
    if (def.perception.targeting == Targeting::spread && room(agent, *nearest) && !room(agent, target)) {
        change_target(agent, found, Cause::open_slot);
        return;
    }
    if (def.perception.targeting == Targeting::spread && !room(agent, *nearest) && room(agent, target)) {
        ++tally_["spread: only its target, which it does not see, has room"];
        return;
    }
    const int64_t margin = millimetres_of(def.perception.target_margin);
    if (def.perception.targeting == Targeting::spread)
        ++tally_[room(agent, target) ? "spread: both have room" : "spread: neither has room"];
    if (std::get<0>(key(agent, *nearest)) + margin <= std::get<0>(key(agent, target)))
        change_target(agent, found, Cause::nearer);
}

/// Whether `other` is in the candidate set U of the agent.
bool ReferenceModel::is_candidate(const Agent& agent, const Agent& other, bool looks) const {
    if (!could_fight(agent, other)) return false;
    const Targeting targeting = archetype_of(agent).perception.targeting;
    if (targeting == Targeting::threat && points_of(agent, other.serial) > 0.0f) return true; // T38
    const auto alerts = [&](const Agent& member) {
        return alerted_by(member, other) && (!looks || in_line(member, other)); // G13a
    };
    if (targeting == Targeting::self || targeting == Targeting::threat) return alerts(agent);
    for (const Serial serial : squads_[agent.squad - 1].members) {
        if (!living(serial)) continue;
        const Agent& member = agents_.at(serial);
        if (member.floor == agent.floor && alerts(member)) return true;
    }
    return false;
}

/// T19a: under an order `hold` only agents in reach count. T19b: for a follower of an agent without a brain also those
/// near that agent. T19c: under an order `advance` an agent off the ground counts only if it can be struck.
bool ReferenceModel::held_back_from(const Agent& agent, const Agent& other) const {
    if (in_reach(agent, other)) return false;
    if (agent.holding()) return true;
    if (agent.order.kind == OrderKind::advance && ground_ != nullptr && ground_->walkable(agent.position) &&
        !ground_->walkable(other.position)) {
        const float reach = static_cast<float>(greatest_reach(agent, other)) * 0.001f;
        Vec2 found{};
        if (!ground_->nearest(other.position, reach, &found, ground_->island(agent.position))) return true;
    }
    if (!follower(agent)) return false;
    const Agent& leader = agents_.at(followed(agent));
    return !archetype_of(leader).autonomous && distance_mm(other, leader) > millimetres_of(return_distance(agent));
}

bool ReferenceModel::alerted_by(const Agent& member, const Agent& other) const {
    const float alert = alert_of(member);
    return distance_squared(member.position, other.position) <= alert * alert;
}

/// With targeting `spread`, candidates with room go before all others. A target that the agent chases counts as a
/// candidate: it stays the nearest.
const Agent* ReferenceModel::nearest_candidate(const Agent& agent) {
    const bool spread = archetype_of(agent).perception.targeting == Targeting::spread;
    if (const Agent* threatening = most_threatening(agent)) return threatening; // T39
    const Agent* nearest = nullptr;
    std::pair<bool, Key> least;
    std::optional<Key> least_key;
    std::optional<std::pair<float, Serial>> least_distance;
    for (const auto& [serial, other] : agents_) {
        if (!is_candidate(agent, other) && !(serial == agent.target && chases(agent, other))) continue;
        const std::pair<bool, Key> worth = {spread && !room(agent, other), key(agent, other)};
        const std::pair<float, Serial> distance = {std::get<float>(worth.second), serial};
        least_key = std::min(least_key.value_or(worth.second), worth.second);
        least_distance = std::min(least_distance.value_or(distance), distance);
        if (nearest != nullptr && worth >= least) continue;
        nearest = &other;
        least = worth;
    }
    if (nearest == nullptr) return nearest;
    if (spread && least.first) ++tally_["spread: no circle has room"];
    if (least.second != *least_key) ++tally_["spread: room goes before nearness"];
    if (least_distance->second != std::get<Serial>(*least_key)) ++tally_["set_target_bias: another than the nearest"];
    return nearest;
}

/// Every change of target causes an event target and starts `target_dwell_time`. Some end support (C9.12).
void ReferenceModel::change_target(Agent& agent, Serial target, Cause cause) {
    const bool ends =
        cause == Cause::ordered || cause == Cause::led || cause == Cause::routed || cause == Cause::returned;
    if (agent.supports)
        ++tally_[std::string("support: ") + (ends ? "ends" : "goes on") + ", target " + to_string(cause)];
    if (ends) agent.supports = false;
    agent.target = target;
    agent.target_since = now_;
    agent.changed = true;
    emit(EventType::target, agent, target, cause);
}

// ---- classify_distances -----------------------------------------------------------------------------------------

void ReferenceModel::sense() {
    for (auto& [serial, agent] : agents_) {
        if (!agent.living()) continue;
        agent.band_changed = agent.in_place = false;
        if (agent.target == no_serial) agent.band = 4; // without an event
        if (!is_updated(agent)) {
            if (agent.target != no_serial) ++tally_["detail: does not sense"];
            continue;
        }
        if (agent.target != no_serial && !agents_.at(agent.target).gone) {
            sense_band(agent);
            sense_arrival(agent);
        }
        sense_gait(agent);
    }
    promise_places();
    for (auto& [serial, agent] : agents_)
        if (agent.living() && agent.journey) find_place(agent);
    count_waypoints();
    for (auto& [serial, agent] : agents_) // updated in this frame or not
        if (agent.living() && agent.journey) sense_journey(agent);
    end_halts();
    close_system(true);
}

void ReferenceModel::sense_band(Agent& agent) {
    const Agent& target = agents_.at(agent.target);
    const float d2 = distance_squared(agent.position, target.position);
    int band = 0;
    for (const float t : thresholds_of(agent, target))
        if (d2 >= t * t) ++band;
    if (band == agent.band) return;
    agent.band = band;
    agent.band_changed = true;
    if (band == 4 && archetype_of(agent).perception.targeting == Targeting::sight) agent.flagged = true;
    Event event;
    event.type = EventType::band;
    event.agent = agent.serial;
    event.target = agent.target;
    event.a = band;
    event.x = std::sqrt(d2);
    emit(event);
}

/// Detects that a holder without a token has reached its slot, or has its target in reach.
void ReferenceModel::sense_arrival(Agent& agent) {
    if (agent.role != Role::holder || agent.arrived || agent.token) return;
    if (agent.circle != agent.target) return; // it leaves that circle in this frame's think
    const Agent& target = agents_.at(agent.circle);
    const CircleDef& def = circle_def(agent.circle);
    const Vec2 place = holder_place(agent, target, agent.slot);
    if (holder_radius(agent, target) != approach_radius_of(target))
        ++tally_["slot: too near to the target for this body"];
    if (millimetres(distance_squared(agent.position, place)) <= millimetres_of(def.arrival_radius))
        agent.in_place = true;
    if (!agent.in_place && fights_from_here(agent, target)) {
        agent.in_place = true;
        ++tally_["arrived with its target in reach"];
    }
    if (!agent.in_place && agent.holding() && in_reach(agent, target)) { // D10b
        agent.in_place = true;
        ++tally_["hold: arrived with its target in reach"];
    }
    if (target.role != Role::holder || agent.in_place) return;
    const int64_t near = approach_distance(agent, target) + millimetres_of(def.arrival_radius);
    if (distance_mm(agent, target) <= near && !walled_off(agent, target)) {
        agent.in_place = true;
        ++tally_["arrived at a target that holds a slot"];
    }
}

/// D14: the places of all holders on their way, whether or not they are updated in this frame.
void ReferenceModel::promise_places() {
    promised_places_.clear();
    for (const auto& [serial, agent] : agents_) {
        if (!agent.living() || agent.role != Role::holder || agent.arrived || agent.target != agent.circle) continue;
        const Agent& target = agents_.at(agent.circle);
        if (target.gone || !fights_in_slots(target)) continue;
        promised_places_.push_back(
            {agent.circle, agent.floor, radius_of(agent), holder_place(agent, target, agent.slot)});
    }
}

/// D17a: how many agents go to each waypoint.
void ReferenceModel::count_waypoints() {
    at_waypoint_.clear();
    for (const auto& [serial, agent] : agents_)
        if (agent.living() && agent.journey && !agent.order_queue.empty() && !agent.bound())
            ++at_waypoint_[{destination(agent).x, destination(agent).y, agent.floor}];
}

/// D17a, in mm.
int ReferenceModel::reach_of_point(const Agent& agent) const {
    if (agent.order_queue.empty() || agent.bound()) return 400;
    const int n = at_waypoint_.at({destination(agent).x, destination(agent).y, agent.floor});
    if (n == 1) return 400;
    return std::max(400, static_cast<int>(1200.0f * radius_of(agent) * std::sqrt(static_cast<float>(n))));
}

/// D16a, and D17 to D19 in this order: the first that applies decides.
void ReferenceModel::sense_journey(Agent& agent) {
    Journey& journey = *agent.journey;
    const bool fights_on_way = agent.order.kind == OrderKind::advance && agent.target != no_serial;
    if (agent.bound() && agent.heads_for) { // D16a
        if (journey.blocked) ++tally_["links: a blocked journey goes on to a passage"];
        journey.mark = agent.position;
        journey.since = now_;
        journey.blocked = false;
        return;
    }
    const int distance = millimetres(distance_squared(agent.position, agent.order.point));
    const bool near = !cut_off(agent) && distance <= reach_of_point(agent);
    if (near && distance > 400) ++tally_["journey: reached a waypoint with others"];
    if (near && agent.bound()) ++tally_["links: at its point on another floor"];
    if (near && !agent.bound()) { // D17
        if (journey.blocked) ++tally_["journey: reached after it was blocked"];
        if (!journey.rests) emit_order_done(agent, Cause::reached);
        agent.journey.reset();
    } else if (!journey.mark || distance_squared(agent.position, *journey.mark) > 0.0625f || fights_on_way) { // D18
        if (journey.mark && fights_on_way) ++tally_["advance: fights on the way"];
        if (journey.blocked) ++tally_["journey: not blocked any more"];
        journey.mark = agent.position;
        journey.since = now_;
        journey.blocked = false;
    } else if (!journey.blocked && reached(journey.since + journey.patience)) { // D19
        journey.blocked = true;
        halted_.push_back(agent.serial);
    }
}

/// D19a to D19c.
void ReferenceModel::end_halts() {
    for (const Serial serial : halted_) {
        Agent& agent = agents_.at(serial);
        if (agent.journey->rests) {
            ++tally_["journey: comes to a halt again"];
            continue;
        }
        const Vec2 point = destination(agent);
        int n = 0;
        for (const auto& [other_serial, other] : agents_)
            if (other.living() && other.journey && !other.bound() && destination(other) == point &&
                other.floor == agent.floor)
                ++n;
        const float room = 1500.0f * radius_of(agent) * (1.0f + std::sqrt(static_cast<float>(n)));
        const bool near = millimetres(distance_squared(agent.position, point)) <= static_cast<int>(room);
        const bool free = ground_ == nullptr || ground_->clear(agent.position, point);
        if (near && !free) ++tally_["journey: a halt near the point, behind a wall"];
        if (near && free && n > 1) ++tally_["journey: comes to rest with others"];
        agent.journey->rests = !agent.bound() && near && free;
        emit_order_done(agent, agent.journey->rests && !cut_off(agent) ? Cause::reached : Cause::blocked);
    }
    halted_.clear();
}

// ---- Helpers ----------------------------------------------------------------------------------------------------

int ReferenceModel::grid_free(const Circle& circle) const {
    int free = agents_.at(circle.target).grid_capacity;
    for (const Serial serial : circle.token_queue) free -= archetype_of(agents_.at(serial)).engagement.grid_weight;
    return free;
}

int ReferenceModel::attack_free(const Circle& circle) const {
    int free = agents_.at(circle.target).attack_capacity;
    for (const Serial serial : with_token(circle)) {
        const Agent& agent = agents_.at(serial);
        free -= attack_def(agent, agent.token->attack).weight;
    }
    return free;
}

/// The number of holders and strikers that have a token.
std::vector<Serial> ReferenceModel::with_token(const Circle& circle) const {
    std::vector<Serial> result(circle.strikers.begin(), circle.strikers.end());
    for (const Serial serial : circle.token_queue)
        if (agents_.at(serial).token) result.push_back(serial);
    return result;
}

/// range[0] <= x <= range[1] and x <= the engage range, in millimetres.
bool ReferenceModel::range_met(const Agent& agent, const AttackDef& attack, const Agent& target, int64_t x) const {
    const std::array<int64_t, 2> range = range_of(agent, attack, target);
    return range[0] <= x && x <= range[1] && x <= engage_range_of(agent, target);
}

bool ReferenceModel::angle_met(const AttackDef& attack, float angle) {
    return attack.angle[0] <= angle && angle <= attack.angle[1];
}

// Null if no reload has come since its attack began.
const KeptFigures* ReferenceModel::kept_figures(const Agent& agent) const {
    const std::optional<KeptFigures>* kept = agent.token         ? &agent.token->kept
                                             : agent.performance ? &agent.performance->kept
                                                                 : nullptr;
    return kept != nullptr && *kept ? &**kept : nullptr;
}

/// The damage, projectile and recovery of the agent's attack.
const AttackDef& ReferenceModel::figures_of(const Agent& agent, int attack) const {
    const KeptFigures* const kept = kept_figures(agent);
    return kept != nullptr ? kept->attack : attack_def(agent, attack);
}

const AttackDef& ReferenceModel::figures_of(const PendingHit& pending) const {
    return pending.kept ? pending.kept->attack : attack_def(agents_.at(pending.by), pending.attack);
}

int64_t ReferenceModel::hit_range_of(const PendingHit& pending) const {
    if (pending.kept) return pending.kept->hit_range;
    const Agent& attacker = agents_.at(pending.by);
    return hit_range_of(attacker, attack_def(attacker, pending.attack), agents_.at(pending.target));
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
