// Table-driven monsters (rules.md, Monsters): evaluates the table of states, conditions and acts that an agent follows.
// This runs before the agent's state machine.
#include "behaviour/thinker.h"
#include "storage/rules_math.h"
#include "terrain/footing.h"

#include <algorithm>
#include <bitset>
#include <utility>

namespace fray {

constexpr int64_t second = 1'000'000;
constexpr int32_t most_seconds = 86'400; ///< for which the conditions are tested at once

const MonsterTable& Thinker::monster_table() const { return world_.kinds.monster_tables[monster().table]; }
const MonsterState& Thinker::monster_state() const { return monster_table().states[monster().state]; }

/// Evaluates the monster's state, and the states that follow from it at once. Tables may lead in a circle, so the agent
/// is in no state twice in an evaluation; the next frame goes on.
void Thinker::think_monster() {
    std::bitset<256> been; // a table has at most 255 states
    while (!been[monster().state]) {
        been.set(monster().state);
        if (stays_in_monster_state()) return;
        ++states_left_;
    }
}

/// Evaluates the monster's state. Returns false if an act has changed it.
bool Thinker::stays_in_monster_state() {
    if (std::exchange(monster().fresh, false) && !enter_monster_state()) return false;
    end_acts(false, ActEndCause::finished);
    return look_at_health() && look_at_seconds();
}

/// Begins a monster state: pose, patrol, clocks, and the `on_enter` conditions. Returns false if one of their acts has
/// changed the state again.
bool Thinker::enter_monster_state() {
    const MonsterState& state = monster_state();
    if (state.has_pose) events_.add({.type = EventType::pose, .agent = serial(), .a = monster().state});
    world_.monster.change(row_).patrol =
        patrol_from(world_.terrain, world_.position[row_], world_.heading[row_], state.patrol_distance);
    monster().outward = true;
    monster_clocks() = {.since = world_.clock.now};
    for (uint32_t i = 0; i < state.blood_begin; ++i)
        if (!look_at(i)) return false;
    return true;
}

/// Tests the `on_health` conditions if the health has changed since the last test in this state, or is not full at the
/// first. Returns false if an act has changed the monster state.
bool Thinker::look_at_health() {
    const float full = archetype_->health;
    const float health = world_.health[row_];
    float& seen = monster_clocks().seen_health;
    if (health == (seen < 0.0f ? full : seen)) return true;
    seen = std::max(health, 0.0f);
    const float share = full == unlimited_health ? 1.0f : health / full;
    const MonsterState& state = monster_state();
    for (uint32_t i = state.blood_begin; i < state.time_begin; ++i)
        if (state.conditions[i].holds(share) && !look_at(i)) return false;
    return true;
}

/// Tests the `on_time` conditions for each whole second that has passed since the last test, in order. Returns false if
/// an act has changed the monster state.
bool Thinker::look_at_seconds() {
    const MonsterState& state = monster_state();
    const auto passed = static_cast<int32_t>((world_.clock.due_by - monster_clocks().since) / second);
    monster_clocks().second = std::max(monster_clocks().second, passed - most_seconds);
    while (monster_clocks().second < passed) {
        const int64_t now = ++monster_clocks().second;
        for (uint32_t i = state.time_begin; i < state.conditions.size(); ++i)
            if (state.conditions[i].holds(now) && !look_at(i)) return false;
    }
    return true;
}

/// Handles a condition that holds: starts its act, unless that act still runs, was to start only once, or the chance
/// fails. Returns false if the act has changed the monster state.
bool Thinker::look_at(uint32_t number) {
    const Condition& condition = monster_state().conditions[number];
    const uint32_t index = world_.id[row_].index;
    const auto running = world_.acts.of(index);
    if (std::any_of(running.begin(), running.end(), [&](const RunningAct& r) { return r.condition == number; }))
        return true;
    const ConditionPlace place{monster().state, static_cast<uint16_t>(number)};
    const auto spent = world_.spent.of(index);
    if (condition.once && std::find(spent.begin(), spent.end(), place) != spent.end()) return true;
    if (condition.chance < 100) {
        const uint64_t bits = random_bits(world_.settings.seed, serial(), world_.clock.frame, RandomPurpose::chance,
                                          states_left_ << 16 | number);
        if (random_below(bits, 100) >= static_cast<uint32_t>(condition.chance)) return true;
    }
    if (condition.once) world_.spent.by_id[index].push_back(world_.spent.pool, place);
    return start_act(condition, number);
}

/// Starts an act: writes its events, lists its summons, and lists the act as running if it lasts. Returns false if the
/// act has changed the monster state.
bool Thinker::start_act(const Condition& condition, uint32_t number) {
    const Act& act = monster_table().acts[condition.act];
    events_.add({.type = EventType::act,
                 .c = static_cast<int16_t>(number),
                 .agent = serial(),
                 .a = condition.act,
                 .b = monster().state});
    for (int32_t line = 0; line < act.lines; ++line)
        events_.add({.type = EventType::say, .agent = serial(), .a = condition.act, .b = line});
    const auto decide = [&](EventType type, uint16_t& deciding) {
        deciding = condition.act;
        events_.add({.type = type, .agent = serial(), .a = condition.act});
    };
    if (act.buffs) decide(EventType::buff, monster().buff);
    if (act.colors) decide(EventType::color, monster().color);
    if (!act.usable.empty()) decide(EventType::attack_set, monster().skills);
    for (const Act::Call& call : act.calls) out_.summons.push_back({row_, serial(), call});
    if (act.lasts()) {
        const int64_t end = condition.duration == never ? never : world_.clock.now + condition.duration;
        world_.acts.by_id[world_.id[row_].index].push_back(world_.acts.pool,
                                                           {condition.act, static_cast<uint16_t>(number), 0, end});
        changed_attacks();
    }
    if (act.state < 0) {
        if (!act.lasts()) end_act_event(condition.act, ActEndCause::finished);
        return true;
    }
    end_acts(true, ActEndCause::state);
    if (!act.lasts()) end_act_event(condition.act, ActEndCause::finished);
    monster().state = static_cast<uint8_t>(act.state);
    monster().fresh = true;
    return false;
}

void Thinker::end_act_event(uint16_t act, ActEndCause cause) {
    events_.add({.type = EventType::act_end, .cause = cause, .agent = serial(), .a = act});
}

void Thinker::end_acts(bool all, ActEndCause cause) {
    if (fray::end_acts(world_, world_.id[row_].index, serial(), monster(), all, cause, events_)) changed_attacks();
}

/// Marks the circle of a slot holder as dirty, because the set of attacks that it may use has changed.
void Thinker::changed_attacks() {
    if (role() == Role::holder) world_.circles.mark_dirty(world_.engagement[row_].circle, world_.clock.frame);
}

/// The earliest time at which an `on_time` condition is due or an act ends, in us.
int64_t Thinker::monster_due() {
    int64_t due = never;
    if (monster().fresh) again_ = true;
    for (const RunningAct& running : world_.acts.of(world_.id[row_].index)) due = std::min(due, running.end);
    const MonsterState& state = monster_state();
    const int32_t looked_at = monster_clocks().second;
    int64_t next = never;
    for (size_t i = state.time_begin; i < state.conditions.size(); ++i)
        next = std::min(next, state.conditions[i].next(looked_at));
    if (next != never) due = std::min(due, monster_clocks().since + next * second);
    // If the agent healed in this evaluation, its `on_health` conditions are due in the next frame.
    const float seen = monster_clocks().seen_health;
    if (world_.health[row_] != (seen < 0.0f ? archetype_->health : seen)) again_ = true;
    return due;
}

// ---- Patrol ---------------------------------------------------------------------------------------------------------

bool Thinker::patrols() const {
    if (!is_monster() || sent_away_ || ordered() || has_target()) return false;
    const int32_t count = monster_state().patrol_count;
    return count < 0 || world_.monster[row_].patrol.returns < count;
}

bool Thinker::patrol() {
    if (!patrols()) return go(AgentState::idle);
    Patrol& patrol = world_.monster.change(row_).patrol;
    const Vec2 there = patrol.goal(monster().outward);
    if (millimetres(distance_squared(world_.position[row_], there)) > patrol_near) return false;
    if (!std::exchange(monster().outward, !monster().outward)) ++patrol.returns;
    again_ = true;
    return !patrols() && go(AgentState::idle);
}

} // namespace fray
