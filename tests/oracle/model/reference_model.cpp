// The frame, apply_commands, and helpers of all phases.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <utility>

namespace fray::model {

namespace {

// Order of the events that an agent has within resolve_hits.
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

// # Frame

/// A frame runs these systems in this order: apply_commands → sort_storage → build_trees → build_grid →
/// `acquire_targets` → `classify_distances` → `evaluate_fsm` → resolve_hits → plan_engagements → `commit` →
/// collect_events → locomotion → publish. sort_storage, build_trees, build_grid, plan_engagements and collect_events
/// decide nothing by themselves.
///
/// In apply_commands, after the commands (`apply_commands`) and the host's poses (`take_host_poses`), agents find their
/// own points of orders to squads (`find_own_points`), take orders from their queues (`take_queued_orders`), choose
/// passages (`choose_passages`) and pass them (`pass_links`). Wait reasons are reported last in commit, after morale
/// (`publish_wait_reasons`).
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
    acquire_targets();
    classify_distances();
    evaluate_fsm();
    resolve_hits();
    commit();
    locomotion();
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

/// The events of a frame are ordered by system, then by the serial of `agent`; those of an agent in the order in which
/// they happened, in resolve_hits by their kind (`settle_rank`).
///
/// - In commit they are ordered by phase, then by the target's serial, then by queue order. Change of target: by the
///   agent's serial. Support: by the number of the team, then by the agent's serial, withdraw before target. Morale: by
///   the number of the squad.
/// - For this order, `agent` of an event move_input or morale is the leader of the squad. An event without an agent
///   (reload, drop or move_input) comes before the events of all agents. Event skip is the last of apply_commands.
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

// The windup of an attack begins.
void ReferenceModel::emit_attack(const Agent& agent, Serial target, int attack) {
    const AttackDef& def = attack_def(agent, attack);
    Event event;
    event.type = EventType::attack;
    event.agent = agent.serial;
    event.target = target;
    event.attack = static_cast<int16_t>(attack);
    event.a = static_cast<int32_t>(std::min<int64_t>(attack_time(agent, def.windup), INT32_MAX));
    event.b = static_cast<int32_t>(std::min<int64_t>(attack_time(agent, def.duration), INT32_MAX));
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
        visit_command(given.command, carry_out);
        ++call_;
    }
}

/// A command that is dropped has no effect. It is counted (`commands_dropped`). Event drop, where an event of the
/// command would stand: the command, and its agent (for set_target_bias the target, for answer_sight the viewer, for
/// add_threat the agent with the table; none if the world knows no such agent any more). Commands are dropped only
/// where a rule says so: no spawn, and no command because of another agent that it names.
void ReferenceModel::drop(Serial agent, CommandType type) {
    ++commands_dropped_;
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

/// The *factors* of an agent's fighting (1 at first) are its own times those of its team (float); so it is protected if
/// it is itself, or its team. No event.
///
/// *Example.* The agent deals 1.5 times the damage, its team 0.5 times: its blow of 20 takes 15 from its target.
CombatFactors ReferenceModel::combat_factors(const Agent& agent) const {
    CombatFactors factors = agent.combat;
    const auto team = team_combat_.find(agent.team);
    if (team == team_combat_.end()) return factors;
    factors.damage_dealt *= team->second.damage_dealt;
    factors.damage_taken *= team->second.damage_taken;
    factors.attack_speed *= team->second.attack_speed;
    factors.protected_until = std::max(factors.protected_until, team->second.protected_until);
    return factors;
}
void ReferenceModel::apply(Agent& agent, const command::SetCombatFactors& c) { set_factors(agent.combat, c); }
void ReferenceModel::apply(const command::SetTeamCombatFactors& c) { set_factors(team_combat_[c.team], c); }

/// The agent is *protected* while now < the present time + the given time.
void ReferenceModel::apply(Agent& agent, const command::Protect& c) {
    agent.combat.protected_until = now_ + microseconds_of(c.duration);
}
void ReferenceModel::apply(const command::ProtectTeam& c) {
    team_combat_[c.team].protected_until = now_ + microseconds_of(c.duration);
}

/// A duration of an attack (s) in us (`microseconds_of`) at the agent's present attack speed (`at_speed`): the windup
/// and the duration when it begins, the recovery when it ends.
int64_t ReferenceModel::attack_time(const Agent& agent, double seconds) const {
    return at_speed(microseconds_of(seconds), combat_factors(agent).attack_speed);
}

/// The agent is *stunned* until now + the given time, whatever it was before (`staggered_or_stunned`): while now < that
/// time. A stun of 0 ends it. A push that would go on longer ends with this stun. No event. Every living agent can be
/// stunned and pushed, whatever its archetype and orders, also one that the host moves.
void ReferenceModel::apply(Agent& agent, const command::Stun& c) {
    const int64_t until = now_ + microseconds_of(c.duration);
    agent.stunned_until = until;
    agent.pushed_until = std::min(agent.pushed_until, until);
}

/// For the given time the agent moves with the velocity displacement / time, and is stunned (`be_pushed`). No event. To
/// an agent that the host moves only guidance tells the push.
void ReferenceModel::apply(Agent& agent, const command::Push& c) {
    be_pushed(agent, c.displacement * (1.0f / static_cast<float>(c.duration)), microseconds_of(c.duration));
}

/// A pushed agent is stunned until the push ends, or until its present stun ends if that is later. A further push
/// replaces the first.
void ReferenceModel::be_pushed(Agent& agent, Vec2 velocity, int64_t time) {
    agent.push = velocity;
    agent.pushed_until = now_ + time;
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
        if (slot < most_slots(circle_def(agent.serial))) closed.insert(slot);
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

    enter_squad(agent);

    Event event;
    event.type = EventType::spawn;
    event.agent = agent.serial;
    event.target = squad_of(agent).leader;
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

// ---- Helpers ----------------------------------------------------------------------------------------------------

int ReferenceModel::grid_free(const Circle& circle) const {
    int free = capacities_of(circle).first;
    for (const Serial serial : circle.token_queue) free -= archetype_of(agents_.at(serial)).engagement.grid_weight;
    return free;
}

int ReferenceModel::attack_free(const Circle& circle) const {
    int free = capacities_of(circle).second;
    for (const Serial serial : with_token(circle)) {
        const Agent& agent = agents_.at(serial);
        free -= attack_def(agent, agent.token->attack).weight;
    }
    return free;
}

// The holders and strikers that have a token.
std::vector<Serial> ReferenceModel::with_token(const Circle& circle) const {
    std::vector<Serial> result(circle.strikers.begin(), circle.strikers.end());
    for (const Serial serial : circle.token_queue)
        if (agents_.at(serial).token) result.push_back(serial);
    return result;
}

// range[0] <= x <= range[1] and x <= the engage range, in millimetres.
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

// The damage, projectile and recovery of the agent's attack.
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
