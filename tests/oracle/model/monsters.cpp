// Monster tables: states, conditions and acts, which act decides, patrols, death with the owner, summons.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray::model {

namespace {

bool has_buff(const ActDef& act) { return !act.buffs.empty(); }
bool has_color(const ActDef& act) { return !act.color.empty(); }
bool has_skills(const ActDef& act) { return !act.attacks.empty(); }
bool runs_on(const ActDef& act) { return has_buff(act) || has_color(act) || has_skills(act) || !act.cooldowns.empty(); }

float clamped(float x) { return std::clamp(x, -world_extent, world_extent); }

} // namespace

/// Starts the monster table of an agent in its first state. Only agents with a brain follow a monster table.
void ReferenceModel::follow_monster(Agent& agent, int number) {
    if (!archetype_of(agent).autonomous) return;
    agent.monster = Monster();
    agent.monster->number = number;
    agent.monster->health_seen = archetype_of(agent).body.health;
    agent.monster->post = agent.position; // provisional: the first think sets the post again
}

// ---- evaluate_fsm, before everything else -------------------------------------------------------------------------

/// B7a: after a change of state the new state is evaluated, unless the agent has been in it in this think.
void ReferenceModel::think_monster(Agent& agent) {
    if (!agent.monster) return;
    Monster& monster = *agent.monster;
    monster.left = 0;
    std::set<int> been;
    while (been.insert(monster.state).second) {
        if (look_at_state(agent)) return;
        ++monster.left;
        if (monster.left > 1) ++tally_["monster: several changes of state in one think"];
    }
    ++tally_["monster: a table leads back to a state"];
}

/// This function and those below return false if an act has changed the state. Then no more conditions of the state are
/// evaluated in this think.
bool ReferenceModel::look_at_state(Agent& agent) {
    if (agent.monster->fresh && !look_fresh(agent)) return false;
    look_at_ends(agent);
    if (agent.health != agent.monster->health_seen && !look_at_blood(agent)) return false;
    return look_at_time(agent);
}

/// 1. Enters the state.
bool ReferenceModel::look_fresh(Agent& agent) {
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
    return look_at(agent, state.on_enter, 0, [](const ConditionDef&) { return true; });
}

/// The post is where the agent stands, the patrol goes along its heading to its end, and no patrol is done yet.
void ReferenceModel::begin_patrol(Agent& agent) {
    Monster& monster = *agent.monster;
    monster.post = agent.position;
    monster.end = patrol_end(agent, normalised(agent.heading));
    monster.goes_out = true;
    monster.patrols = 0;
}

/// 2. Ends acts that are due, in the order in which they started.
void ReferenceModel::look_at_ends(Agent& agent) {
    std::vector<RunningAct>& running = agent.monster->running;
    for (size_t i = 0; i < running.size();) {
        if (running[i].end && reached(*running[i].end))
            end_act(agent, i, Cause::finished);
        else
            ++i;
    }
}

/// 3. If its health differs from what the last such evaluation in this state saw, evaluates the `on_health` conditions.
bool ReferenceModel::look_at_blood(Agent& agent) {
    const MonsterStateDef& state = monster_state(agent);
    const float full = archetype_of(agent).body.health;
    const float fraction = full == unlimited_health ? 1.0f : agent.health / full;
    if (agent.health > agent.monster->health_seen) ++tally_["monster: looks at more blood than before"];
    agent.monster->health_seen = agent.health;
    return look_at(agent, state.on_health, state.on_enter.size(), [fraction](const ConditionDef& condition) {
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

/// 4. Evaluates the `on_time` conditions for every whole second in the state since the last evaluation.
bool ReferenceModel::look_at_time(Agent& agent) {
    Monster& monster = *agent.monster;
    const MonsterStateDef& state = monster_state(agent);
    for (int looks = 0; reached(monster.since + (monster.seconds + 1) * 1'000'000); ++looks) {
        if (looks > 0) ++tally_["monster: several seconds in one think"];
        const int64_t k = ++monster.seconds;
        const bool goes_on = look_at(agent, state.on_time, state.on_enter.size() + state.on_health.size(),
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

/// Evaluates a list of conditions. `first` is the number of the first of them in the state.
bool ReferenceModel::look_at(Agent& agent, const std::vector<ConditionDef>& conditions, size_t first,
                             const std::function<bool(const ConditionDef&)>& holds) {
    for (size_t i = 0; i < conditions.size(); ++i) {
        const auto number = static_cast<int>(first + i);
        if (!holds(conditions[i])) continue;
        const std::vector<RunningAct>& running = agent.monster->running;
        if (std::any_of(running.begin(), running.end(),
                        [number](const auto& one) { return one.condition == number; })) {
            ++tally_["condition passed over: its act still runs"];
            continue;
        }
        const std::pair place{agent.monster->state, number};
        if (conditions[i].once && agent.monster->spent.count(place) != 0) {
            ++tally_["condition passed over: once, and its act has started"];
            continue;
        }
        if (!by_chance(agent, conditions[i], number)) continue;
        if (conditions[i].once) agent.monster->spent.insert(place);
        if (!start_act(agent, conditions[i], number)) return false;
    }
    return true;
}

bool ReferenceModel::by_chance(const Agent& agent, const ConditionDef& condition, int number) {
    if (condition.chance == 100) return true;
    const uint64_t bits = random_bits(seed_, agent.serial, frame_, RandomPurpose::chance,
                                      static_cast<uint32_t>(65536 * agent.monster->left + number));
    const bool comes = static_cast<int>(random_below(bits, 100)) < condition.chance;
    ++tally_[comes ? "condition: by chance" : "condition: not by chance"];
    return comes;
}

// ---- Acts ---------------------------------------------------------------------------------------------------------

/// Returns false if the state has changed.
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
        if (monster.running.size() > 1) ++tally_["act: several run"];
    }
    if (has_buff(act)) emit_decides(agent, EventType::buff, index);
    if (has_color(act)) emit_decides(agent, EventType::color, index);
    if (has_skills(act)) emit_decides(agent, EventType::attack_set, index);
    for (const ActDef::Summon& call : act.summons) wishes_.push_back({agent.serial, call});
    if (!act.state.empty()) {
        end_acts(agent, Cause::state);
        const int next = static_cast<int>(number_of(monster_def(agent).states, act.state));
        ++tally_[next == monster.state ? "act: to its own state" : "act: to another state"];
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

/// If another act decides from now on, an event says which. An agent that dies gets no such event.
void ReferenceModel::end_act(Agent& agent, size_t running, Cause cause) {
    Monster& monster = *agent.monster;
    const std::array<std::pair<EventType, Kind>, 3> kinds = {
        {{EventType::buff, has_buff}, {EventType::color, has_color}, {EventType::attack_set, has_skills}}};
    std::array<int, 3> before{};
    for (size_t i = 0; i < kinds.size(); ++i) before[i] = decides(agent, kinds[i].second);
    if (running + 1 < monster.running.size()) ++tally_["act: ends before an act that started later"];
    Event event;
    event.type = EventType::act_end;
    event.cause = cause;
    event.agent = agent.serial;
    event.a = monster.running[running].act;
    emit(event);
    monster.running.erase(monster.running.begin() + static_cast<std::ptrdiff_t>(running));
    for (size_t i = 0; i < kinds.size() && cause != Cause::died; ++i) {
        const int now = decides(agent, kinds[i].second);
        if (now == before[i]) continue;
        if (now >= 0) ++tally_["act: an earlier one decides again"];
        emit_decides(agent, kinds[i].first, now);
    }
}

/// Ends all acts, in the order in which they started.
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

// ---- Which act decides --------------------------------------------------------------------------------------------

/// The running act of that kind that started last; -1: none.
int ReferenceModel::decides(const Agent& agent, Kind kind) const {
    if (!agent.monster) return -1;
    const std::vector<RunningAct>& running = agent.monster->running;
    for (auto one = running.rbegin(); one != running.rend(); ++one)
        if (kind(act_def(agent, one->act))) return one->act;
    return -1;
}

/// Cooldown of the attack for the agent. Of the running acts that set it, the act that started last decides; without
/// such an act, the archetype.
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

// ---- Action -------------------------------------------------------------------------------------------------------

bool ReferenceModel::has_action(const Agent& agent) const {
    if (!agent.monster) return false;
    const std::array<float, 2>& action = monster_state(agent).action_distances;
    return action[0] != 0.0f || action[1] != 0.0f;
}

/// Radius in which it alerts its squad. With targeting `sight` the agent itself uses `sight_of`.
float ReferenceModel::alert_of(const Agent& agent) const {
    return has_action(agent) ? monster_state(agent).action_distances[0] : archetype_of(agent).perception.alert_radius;
}

float ReferenceModel::sight_of(const Agent& agent) const {
    return has_action(agent) ? monster_state(agent).action_distances[0] : archetype_of(agent).perception.sight_radius;
}

// ---- Patrol -------------------------------------------------------------------------------------------------------

/// Whether its state has patrols left, and the agent is under no order.
bool ReferenceModel::patrols(const Agent& agent) const {
    if (!agent.monster || agent.order.kind != OrderKind::free) return false;
    const MonsterStateDef& state = monster_state(agent);
    return state.patrol_distance > 0.0f && (state.patrol_count == -1 || agent.monster->patrols < state.patrol_count);
}

/// Returns true if the state has changed and the think goes on.
bool ReferenceModel::think_patrol(Agent& agent) {
    Monster& monster = *agent.monster;
    if (agent.target != no_serial || !patrols(agent)) {
        ++tally_[agent.target != no_serial ? "patrol: breaks off for a target" : "patrol: breaks off"];
        go_to(agent, AgentState::idle);
        return true;
    }
    const Vec2 goal = monster.goes_out ? monster.end : monster.post;
    if (millimetres(distance_squared(agent.position, goal)) > 500) return false;
    ++tally_[monster.goes_out ? "patrol: turns round outside" : "patrol: is back"];
    monster.goes_out = !monster.goes_out;
    if (monster.goes_out) ++monster.patrols;
    if (patrols(agent)) return false;
    ++tally_["patrol: over"];
    go_to(agent, AgentState::idle);
    return true;
}

// ---- resolve_hits: death with the owner ---------------------------------------------------------------------------

void ReferenceModel::settle_bereft() {
    for (auto& [serial, agent] : agents_) {
        if (!agent.bereft || !agent.living()) continue;
        ++tally_["dies with its owner"];
        die(agent, agent.owner);
    }
}

// ---- commit: 10. Summons ------------------------------------------------------------------------------------------

/// By the owner's serial, then in the order of the requests. A request is void if its owner died or was despawned.
void ReferenceModel::commit_summons() {
    const std::vector<Wish> wishes = std::move(wishes_);
    wishes_.clear();
    for (const Wish& wish : wishes) {
        if (!living(wish.owner)) {
            ++tally_["summons void: the owner died or went"];
            continue;
        }
        const Agent& owner = agents_.at(wish.owner);
        if (owner.depth >= monster_def(owner).summon_depth) {
            ++tally_["summons refused: too deep"];
            continue;
        }
        for (int k = 0; k < wish.call.count; ++k) summon(owner, wish.call, k);
    }
}

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
    ++tally_[owner.depth > 0 ? "summoned by a summoned agent" : "summoned"];
    if (agent.monster)
        ++tally_[call.monster.empty() ? "summoned with its archetype's monster" : "summoned with a monster of its own"];
}

} // namespace fray::model
