// Monster tables, death with the owner, summons.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray::model {

namespace {

bool has_buff(const ActDef& act) { return !act.buffs.empty(); }
bool has_color(const ActDef& act) { return !act.color.empty(); }
bool has_attacks(const ActDef& act) { return !act.attacks.empty(); }
bool runs_on(const ActDef& act) {
    return has_buff(act) || has_color(act) || has_attacks(act) || !act.cooldowns.empty();
}

float clamped(float x) { return std::clamp(x, -world_extent, world_extent); }

} // namespace

// # Monsters
// A *monster* is a table of states and acts. An agent of any archetype with a brain may follow a monster beside its
// state machine. Published tables call `action_distances`, `pose`, `conditions`, `on_enter`, `on_health`, `on_time`,
// `attacks`, `cooldowns`, `buffs`, `lines` and `summons` action, act, conds, once, blood, time, skill, cd, buff, talk
// and callmonster.

/// A spawn gives the agent the monster of its archetype, a summons perhaps another. It starts in the first state of the
/// table, *fresh*. An agent without a brain follows none.
void ReferenceModel::follow_monster(Agent& agent, int number) {
    if (!archetype_of(agent).autonomous) return;
    agent.monster = Monster();
    agent.monster->number = number;
    agent.monster->health_seen = archetype_of(agent).body.health;
    agent.monster->post = agent.position; // provisional: the first evaluation sets the post again
}

// ## Evaluation

/// The table is evaluated in evaluate_fsm, before everything else, the phase included. Its events come in the order of
/// these rules.
///
/// If an act has changed the state, the new state is evaluated at once, and so on. But in one evaluation an agent is in
/// each state at most once: if the state becomes one in which it has been, it is fresh, and the next frame goes on with
/// it. So a table of n states is evaluated for at most n states in a frame, also if it leads in a circle.
///
/// *Example.* The states calm, angry and desperate lead to the next of them below 0.7 and 0.3 of the health. One hit
/// leaves 5 of 100 health. In the next evaluation the agent goes from calm to angry: act, act_end, then the pose of
/// angry. Angry is fresh, and the health is not full: 0.05 < 0.3, so it goes to desperate, with its events. If
/// desperate led back to calm below 0.1, the agent would be in calm, fresh, at the end, and would go round the circle
/// once in each frame.
void ReferenceModel::evaluate_monster(Agent& agent) {
    if (!agent.monster) return;
    Monster& monster = *agent.monster;
    monster.left = 0;
    std::set<int> been;
    while (been.insert(monster.state).second) {
        if (evaluate_state(agent)) return;
        ++monster.left;
    }
}

// It and the functions that it calls return false if an act has changed the state.

/// A fresh state is entered (`enter_state`); due acts end (`end_due_acts`); if the health differs from what the last
/// `evaluate_on_health` in this state saw, that follows; then `evaluate_on_time`. Once an act changes the state, the
/// rest is left out.
///
/// *Example.* A state has `on_enter`: greet (n = 0); `on_health`: < 0.5, rage for 10 s (n = 1); `on_time`: % 5, shout
/// (n = 2). The agent has 100 health, enters the state at 2.0 s, and greets. At the first evaluation from 7.0 s on, k =
/// 5 holds: it shouts. Its health falls to 60: 0.6 < 0.5 is false. It falls to 45: rage starts. It falls to 40: the
/// condition holds, but its act still runs. After the 10 s, at the next change of health below 50, rage starts again;
/// with `once` it does not.
bool ReferenceModel::evaluate_state(Agent& agent) {
    if (agent.monster->fresh && !enter_state(agent)) return false;
    end_due_acts(agent);
    if (agent.health != agent.monster->health_seen && !evaluate_on_health(agent)) return false;
    return evaluate_on_time(agent);
}

/// The state is not fresh any more, and the time in it counts from now. `evaluate_on_health` has seen the full health.
/// If the state has a pose: event pose. A patrol begins. Then the conditions `on_enter` are evaluated; they always
/// hold.
bool ReferenceModel::enter_state(Agent& agent) {
    Monster& monster = *agent.monster;
    const MonsterStateDef& state = monster_state(agent);
    monster.fresh = false;
    monster.since = now_;
    monster.seconds = 0;
    monster.health_seen = archetype_of(agent).body.health;
    if (!state.pose.empty()) {
        Event event;
        event.type = EventType::pose;
        event.agent = agent.serial;
        event.a = monster.state;
        emit(event);
    }
    begin_patrol(agent);
    return evaluate_conditions(agent, state.on_enter, 0, [](const ConditionDef&) { return true; });
}

/// The agent's *post* is its position, and its *way* leads from there along its heading (as a unit vector). It goes
/// out, with all its patrols before it.
void ReferenceModel::begin_patrol(Agent& agent) {
    Monster& monster = *agent.monster;
    monster.post = agent.position;
    monster.end = patrol_end(agent, normalised(agent.heading));
    monster.goes_out = true;
    monster.patrols = 0;
}

/// Acts that are due (now >= their end) end, in the order in which they started (cause finished).
void ReferenceModel::end_due_acts(Agent& agent) {
    std::vector<RunningAct>& running = agent.monster->running;
    for (size_t i = 0; i < running.size();) {
        if (running[i].end && reached(*running[i].end))
            end_act(agent, i, Cause::finished);
        else
            ++i;
    }
}

/// A condition `on_health` holds if fraction < (>, =) value, as floats. The fraction is health / full (float), or 1 if
/// the health has no limit. An evaluation that a change of state cuts off has seen the health, too.
bool ReferenceModel::evaluate_on_health(Agent& agent) {
    const MonsterStateDef& state = monster_state(agent);
    const float full = archetype_of(agent).body.health;
    const float fraction = full == unlimited_health ? 1.0f : agent.health / full;
    agent.monster->health_seen = agent.health;
    return evaluate_conditions(agent, state.on_health, state.on_enter.size(),
                               [fraction](const ConditionDef& condition) {
                                   const auto value = static_cast<float>(condition.value);
                                   switch (condition.op) {
                                   case ConditionDef::Operator::below: return fraction < value;
                                   case ConditionDef::Operator::above: return fraction > value;
                                   case ConditionDef::Operator::equals: return fraction == value;
                                   case ConditionDef::Operator::every: break;
                                   }
                                   return false;
                               });
}

/// For every whole second k (1, 2, …) in the state that has passed since the last such evaluation (now >= the state's
/// start + k s), in order, the conditions `on_time` are evaluated. They hold if k < (>, =) value, or, with `every`, if
/// k % value = 0.
bool ReferenceModel::evaluate_on_time(Agent& agent) {
    Monster& monster = *agent.monster;
    const MonsterStateDef& state = monster_state(agent);
    while (reached(monster.since + (monster.seconds + 1) * 1'000'000)) {
        const int64_t k = ++monster.seconds;
        const bool goes_on = evaluate_conditions(agent, state.on_time, state.on_enter.size() + state.on_health.size(),
                                                 [k](const ConditionDef& condition) {
                                                     const auto value = static_cast<int64_t>(condition.value);
                                                     switch (condition.op) {
                                                     case ConditionDef::Operator::below: return k < value;
                                                     case ConditionDef::Operator::above: return k > value;
                                                     case ConditionDef::Operator::equals: return k == value;
                                                     case ConditionDef::Operator::every: break;
                                                     }
                                                     return k % value == 0;
                                                 });
        if (!goes_on) return false;
    }
    return true;
}

/// In table order. A condition that holds is passed over while its act, started by this condition, still runs. With
/// `once` it is also passed over if it has started its act before, in whichever stay in its state; the agent forgets
/// that when it begins to follow another monster, and when a reload changes its monster. Otherwise its chance decides
/// (`by_chance`), and its act starts.
bool ReferenceModel::evaluate_conditions(Agent& agent, const std::vector<ConditionDef>& conditions, size_t first,
                                         const std::function<bool(const ConditionDef&)>& holds) {
    for (size_t i = 0; i < conditions.size(); ++i) {
        const auto number = static_cast<int>(first + i);
        if (!holds(conditions[i])) continue;
        const std::vector<RunningAct>& running = agent.monster->running;
        if (std::any_of(running.begin(), running.end(), [number](const auto& one) { return one.condition == number; }))
            continue;
        const std::pair place{agent.monster->state, number};
        if (conditions[i].once && agent.monster->spent.count(place) != 0) continue;
        if (!by_chance(agent, conditions[i], number)) continue;
        if (conditions[i].once) agent.monster->spent.insert(place);
        if (!start_act(agent, conditions[i], number)) return false;
    }
    return true;
}

/// A chance of 100 is certain. Else random_below(random_bits(seed, serial, frame, 7, n), 100) < chance. n is the number
/// of the condition in its state (`on_enter`, `on_health`, `on_time`, one list after the other, from 0), plus 65536 for
/// each state that the agent has left in this evaluation. Several seconds in one frame draw the same number.
bool ReferenceModel::by_chance(const Agent& agent, const ConditionDef& condition, int number) {
    if (condition.chance == 100) return true;
    const uint64_t bits = random_bits(seed_, agent.serial, frame_, RandomPurpose::chance,
                                      static_cast<uint32_t>(65536 * agent.monster->left + number));
    return static_cast<int>(random_below(bits, 100)) < condition.chance;
}

// ## Acts

/// Event act. Then its parts take effect in this order:
/// - *lines*: an event say for each.
/// - *buffs*, *color*, *attacks*: from now on this act decides (`deciding_act`). Event buff, color, attack_set with its
///   number.
/// - *summons*: they are noted for `commit_summons`.
/// - *state*: the acts that run end, this act too if it runs (cause state). The state becomes the named state, fresh.
///   No more conditions of the old state are evaluated.
///
/// An act with buffs, a color, attacks or cooldowns *runs*, until now + its duration, or with its state if it has no
/// duration. Any other act ends as soon as all its parts have taken effect: event act_end, cause finished.
bool ReferenceModel::start_act(Agent& agent, const ConditionDef& condition, int number) {
    Monster& monster = *agent.monster;
    const int index = static_cast<int>(number_of(monster_def(agent).acts, condition.act));
    const ActDef& act = act_def(agent, index);
    Event event;
    event.agent = agent.serial;
    event.type = EventType::act;
    event.a = index;
    event.b = monster.state;
    event.c = static_cast<int16_t>(number);
    emit(event);
    event.c = 0;
    event.type = EventType::say;
    for (size_t line = 0; line < act.lines.size(); ++line) {
        event.b = static_cast<int32_t>(line);
        emit(event);
    }
    if (runs_on(act)) {
        RunningAct running;
        running.act = index;
        running.condition = number;
        if (condition.duration >= 0.0) running.end = now_ + microseconds_of(condition.duration);
        monster.running.push_back(running);
    }
    if (has_buff(act)) emit_decides(agent, EventType::buff, index);
    if (has_color(act)) emit_decides(agent, EventType::color, index);
    if (has_attacks(act)) emit_decides(agent, EventType::attack_set, index);
    for (const ActDef::Summon& call : act.summons) summons_.push_back({agent.serial, call});
    if (!act.state.empty()) {
        end_acts(agent, Cause::state);
        const int next = static_cast<int>(number_of(monster_def(agent).states, act.state));
        monster.state = next;
        monster.fresh = true;
    }
    if (!runs_on(act)) {
        event.type = EventType::act_end;
        event.cause = Cause::finished;
        event.b = 0;
        emit(event);
    }
    return act.state.empty();
}

/// Event act_end. If another act decides from now on, an event buff, color or attack_set (in this order) names it (-1:
/// the archetype), act by act if several end. There is none where the deciding number stays the same, for example if
/// two conditions have started the same act, and none for an agent that dies.
void ReferenceModel::end_act(Agent& agent, size_t running, Cause cause) {
    Monster& monster = *agent.monster;
    const std::array<std::pair<EventType, Kind>, 3> kinds = {
        {{EventType::buff, has_buff}, {EventType::color, has_color}, {EventType::attack_set, has_attacks}}};
    std::array<int, 3> before{};
    for (size_t i = 0; i < kinds.size(); ++i) before[i] = deciding_act(agent, kinds[i].second);
    Event event;
    event.type = EventType::act_end;
    event.cause = cause;
    event.agent = agent.serial;
    event.a = monster.running[running].act;
    emit(event);
    monster.running.erase(monster.running.begin() + static_cast<std::ptrdiff_t>(running));
    for (size_t i = 0; i < kinds.size() && cause != Cause::died; ++i) {
        const int now = deciding_act(agent, kinds[i].second);
        if (now != before[i]) emit_decides(agent, kinds[i].first, now);
    }
}

/// In the order in which they started. Those of an agent that dies end in resolve_hits, after the event death (cause
/// died), those of a gone agent without an event.
void ReferenceModel::end_acts(Agent& agent, Cause cause) {
    while (agent.monster && !agent.monster->running.empty()) end_act(agent, 0, cause);
}

void ReferenceModel::emit_decides(const Agent& agent, EventType type, int act) {
    Event event;
    event.type = type;
    event.agent = agent.serial;
    event.a = act;
    emit(event);
}

// ## Which act decides

/// Of the acts that run and have buffs (a color, attacks), that which started last decides; without one the archetype
/// (-1). The agent uses only the attacks that the deciding act names, whatever phase it is in.
int ReferenceModel::deciding_act(const Agent& agent, Kind kind) const {
    if (!agent.monster) return -1;
    const std::vector<RunningAct>& running = agent.monster->running;
    for (auto one = running.rbegin(); one != running.rend(); ++one)
        if (kind(act_def(agent, one->act))) return one->act;
    return -1;
}

/// Of the acts that run and have *cooldowns* for the attack, that which started last decides: its seconds (0: none)
/// replace the cooldown per agent when the agent gets a token for the attack, or chooses it. Clocks that run already
/// are left alone.
int64_t ReferenceModel::own_cooldown(const Agent& agent, int attack) const {
    const AttackDef& def = attack_def(agent, attack);
    if (agent.monster) {
        const std::vector<RunningAct>& running = agent.monster->running;
        for (auto one = running.rbegin(); one != running.rend(); ++one)
            for (const ActDef::Cooldown& cooldown : act_def(agent, one->act).cooldowns)
                if (cooldown.attack == def.name) return microseconds_of(cooldown.seconds);
    }
    return microseconds_of(def.cooldown.agent);
}

// ## Action

/// `action_distances` of a state are an alert radius and a track distance. They replace those of the archetype as long
/// as the agent is in the state, fresh or not.
///
/// *Chase*: with a targeting other than `sight`, such an agent keeps a target that is living, hostile, on its floor and
/// not apart while `distance_squared < track * track` (float). In a scan it counts as a candidate; as another agent's
/// target, or as a new target, only by `is_candidate`.
bool ReferenceModel::has_action_distances(const Agent& agent) const {
    if (!agent.monster) return false;
    const std::array<float, 2>& action = monster_state(agent).action_distances;
    return action[0] != 0.0f || action[1] != 0.0f;
}

float ReferenceModel::alert_radius_of(const Agent& agent) const {
    return has_action_distances(agent) ? monster_state(agent).action_distances[0]
                                       : archetype_of(agent).perception.alert_radius;
}

/// With targeting `sight` the alert radius of `action_distances` is the agent's sight radius as well. To the others of
/// its squad it is its alert radius.
float ReferenceModel::sight_radius_of(const Agent& agent) const {
    return has_action_distances(agent) ? monster_state(agent).action_distances[0]
                                       : archetype_of(agent).perception.sight_radius;
}

// ## Patrol
// A managed or unmanaged agent patrols in a state with a patrol: a distance and a count. It walks at `walk_speed` to
// post + way * distance on the way out, and back to its post.

/// An agent has patrols left if it is under no order, its state has a patrol, and it has come back less often than the
/// count says (-1: for ever). Without a target it then goes from idle to patrol. From a change of state until the new
/// state is entered it has the new count, with the post, the end and the number of returns that it had.
bool ReferenceModel::patrols(const Agent& agent) const {
    if (!agent.monster || agent.order.kind != OrderKind::free) return false;
    const MonsterStateDef& state = monster_state(agent);
    return state.patrol_distance > 0.0f && (state.patrol_count == -1 || agent.monster->patrols < state.patrol_count);
}

/// With a target, or without patrols left → idle. At 500 mm or less from its point it turns round, once in an
/// evaluation. Patrols that it has left when it breaks off stay for later.
///
/// *Example.* The post is (0, 0), the way (1, 0), the distance 6 m and the count 2. The agent walks towards (6, 0),
/// turns at 5.5 m, walks back, and turns 0.5 m before its post: one patrol is done. After the second return it goes to
/// idle.
bool ReferenceModel::evaluate_patrol(Agent& agent) {
    Monster& monster = *agent.monster;
    if (agent.target != no_serial || !patrols(agent)) {
        go_to(agent, AgentState::idle);
        return true;
    }
    const Vec2 goal = monster.goes_out ? monster.end : monster.post;
    if (millimetres(distance_squared(agent.position, goal)) > 500) return false;
    monster.goes_out = !monster.goes_out;
    if (monster.goes_out) ++monster.patrols;
    if (patrols(agent)) return false;
    go_to(agent, AgentState::idle);
    return true;
}

// ## Death with the owner

/// After the hits, damage and staggers of resolve_hits, an agent that was summoned with `dies_with_owner` dies if its
/// owner was not living at the end of the frame before: event death, with the owner as killer.
void ReferenceModel::die_with_owners() {
    for (auto& [serial, agent] : agents_) {
        if (agent.bereft && agent.living()) die(agent, agent.owner);
    }
}

// ## Summons

/// The summons noted in this frame's evaluate_fsm are carried out by the owner's serial, then in the order in which
/// they were noted. They are void if the owner died or was despawned, and if its depth is `summon_depth` (of its own
/// monster) or more. Otherwise agents appear (`summon`) for k = 0 … count - 1.
void ReferenceModel::commit_summons() {
    const std::vector<SummonRequest> requests = std::move(summons_);
    summons_.clear();
    for (const SummonRequest& request : requests) {
        if (!living(request.owner)) continue;
        const Agent& owner = agents_.at(request.owner);
        if (owner.depth >= monster_def(owner).summon_depth) continue;
        for (int k = 0; k < request.call.count; ++k) summon(owner, request.call, k);
    }
}

/// A new agent appears, if the world is not full:
/// - It has the named archetype, and the named monster (none named: that of its archetype).
/// - It has the owner's team, floor and heading, is one deeper (an agent spawned by the host has depth 0), and is in an
///   own squad.
/// - It stands at slot_position(owner, owner's radius + its own + 0.5, k, count), within the world.
///
/// Event spawn, then event summon (of the owner). It is living from now on, and flagged to scan.
void ReferenceModel::summon(const Agent& owner, const ActDef::Summon& call, int nth) {
    const int archetype = static_cast<int>(number_of(definitions_.archetypes, call.archetype));
    const float distance = radius_of(owner) + definitions_.archetypes[archetype].body.radius + 0.5f;
    const Vec2 place = slot_position(owner.position, distance, nth, call.count);
    SpawnDef def;
    def.archetype = static_cast<ArchetypeIndex>(archetype);
    def.team = owner.team;
    def.floor = owner.floor;
    def.position = place_to_stand(owner, definitions_.archetypes[archetype], {clamped(place.x), clamped(place.y)});
    def.heading = owner.heading;
    const uint32_t own_squad = add_squad(owner.team);
    squads_.back().made = false;
    Agent& agent = spawn(def, next_serial(), own_squad);
    agent.owner = owner.serial;
    agent.depth = owner.depth + 1;
    agent.dies_with_owner = call.dies_with_owner;
    if (!call.monster.empty()) follow_monster(agent, static_cast<int>(number_of(definitions_.monsters, call.monster)));
    emit(EventType::summon, owner, agent.serial);
}

} // namespace fray::model
