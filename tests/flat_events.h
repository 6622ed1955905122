// All events of a step in a single list, as records of a single type, for tests that compare or search events of many
// kinds. It is made from the public lists (fray/events.h); their numbers and their order are checked.
#pragma once

#include "fray/world.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>
#include <vector>

namespace fray {

// clang-format off
/// The causes of all events; `none`: the event has no cause.
enum class Cause : uint8_t {
    none, found, nearer, lost, died, despawned, ordered, open_slot, led, returned, admitted, moved, rebalanced, stolen,
    finished, launched, withdrew, retargeted, evicted, arrival_timeout, token_wait_timeout, closed, target_gone,
    timeout, interrupted, state, reloaded, support, routed, relieved, reached, blocked, cancelled, threat
};
// clang-format on
inline const char* to_string(Cause cause) {
    static constexpr const char* words[] = {
        "none",      "found",       "nearer",   "lost",        "died",      "despawned",       "ordered",
        "open_slot", "led",         "returned", "admitted",    "moved",     "rebalanced",      "stolen",
        "finished",  "launched",    "withdrew", "retargeted",  "evicted",   "arrival_timeout", "token_wait_timeout",
        "closed",    "target_gone", "timeout",  "interrupted", "state",     "reloaded",        "support",
        "routed",    "relieved",    "reached",  "blocked",     "cancelled", "threat"};
    return words[static_cast<size_t>(cause)];
}

/// An event of any kind. The fields hold what the struct of its kind holds; times are in us, wait reasons' ranges in mm
/// and times in ms, as the rules count them.
///
/// - spawn: a archetype, b squad, c team, target leader of the squad, x y position.
/// - order, order_done: a OrderKind, b 1 if it runs, target, attack, x y point.
/// - band: target, a distance band, x distance.
/// - state: a state before, b state now.
/// - attack: target, attack, a windup and b duration in us.
/// - hit, miss: target, attack, a number of the projectile (-1: none), x damage, y distance.
/// - hurt: target the attacker, x amount.
/// - death: target the killer.
/// - token: target, attack, slot, a attack weight.
/// - capacity: target, a grid capacity, b attack capacity.
/// - wait: target, c WaitReason, a need, b free.
/// - react: target, a distance band, b Reaction, c 1 if it needed healing.
/// - stagger: target the attacker.
/// - heal: x amount.
/// - phase: a phase.
/// - act: a act, b state, c condition.
/// - act_end: a act, cause.
/// - say: a act, b line.
/// - buff, color, attack_set: a act.
/// - pose: a state.
/// - summon: target the summoned agent.
/// - leader: target the leader before.
/// - join: b squad, c team, target leader of the squad.
/// - move_input: a squad, x y direction; agent is the leader.
/// - launch: target, attack, a flight time in us, b number of the projectile.
/// - reload: a archetypes, b monsters.
/// - archetype: a archetype before, b archetype now.
/// - floor: a floor before, b floor now, c number of the link.
/// - drop: a CommandType.
/// - skip: a poses.
/// - morale: a squad, b Mood before, c Mood now, x whole points; agent is the leader.
/// - all others: target, attack, slot, cause, as far as they have them.
struct Event {
    EventType type = EventType::spawn;
    Cause cause = Cause::none;
    int16_t attack = -1;
    int16_t slot = -1;
    int16_t c = 0;
    Serial agent = no_serial;
    Serial target = no_serial;
    int32_t a = 0;
    int32_t b = 0;
    float x = 0.0f;
    float y = 0.0f;

    friend bool operator==(const Event&, const Event&) = default;
};

namespace test {

/// Whether the numbers of a wait reason are in m or s, and not weights or counts.
inline bool is_measured(WaitReason reason) {
    return reason == WaitReason::rest || reason == WaitReason::cooldown || reason == WaitReason::interval ||
           reason == WaitReason::range || reason == WaitReason::not_ready;
}
inline int32_t in_thousandths(double number) { return static_cast<int32_t>(std::llround(number * 1000.0)); }
inline int32_t in_microseconds(double seconds) { return static_cast<int32_t>(std::llround(seconds * 1e6)); }

inline Cause cause_named(std::string_view word) {
    auto cause = Cause::none;
    while (cause < Cause::threat && to_string(cause) != word) cause = static_cast<Cause>(static_cast<int>(cause) + 1);
    EXPECT_EQ(to_string(cause), word);
    return cause;
}

template <typename Kind> Event flat(const Kind& event) {
    Event e;
    e.type = Kind::type;
    if constexpr (requires { event.agent; }) e.agent = event.agent.serial;
    if constexpr (requires { event.target; }) e.target = event.target.serial;
    if constexpr (requires { event.attacker; }) e.target = event.attacker.serial;
    if constexpr (requires { event.killer; }) e.target = event.killer.serial;
    if constexpr (requires { event.summoned; }) e.target = event.summoned.serial;
    if constexpr (requires { event.cause; }) e.cause = cause_named(to_string(event.cause));
    if constexpr (requires { event.slot; }) e.slot = event.slot;
    if constexpr (requires { event.act; }) e.a = event.act;
    if constexpr (std::is_same_v<Kind, SpawnEvent>) {
        e.a = event.archetype, e.b = static_cast<int32_t>(event.squad.value), e.c = event.team;
        e.target = event.leader.serial, e.x = event.position.x, e.y = event.position.y;
    } else if constexpr (std::is_same_v<Kind, OrderEvent>) {
        e.a = static_cast<int32_t>(event.order), e.b = event.run, e.attack = event.attack;
        e.x = event.point.x, e.y = event.point.y;
    } else if constexpr (std::is_same_v<Kind, OrderDoneEvent>) {
        e.a = static_cast<int32_t>(event.order), e.b = event.run, e.x = event.point.x, e.y = event.point.y;
    } else if constexpr (std::is_same_v<Kind, ArchetypeEvent>) {
        e.a = event.from, e.b = event.to;
    } else if constexpr (std::is_same_v<Kind, FloorEvent>) {
        e.a = event.from, e.b = event.to, e.c = static_cast<int16_t>(event.nav_link);
    } else if constexpr (std::is_same_v<Kind, BandEvent>) {
        e.a = event.band, e.x = event.distance;
    } else if constexpr (std::is_same_v<Kind, StateEvent>) {
        e.a = static_cast<int32_t>(event.from), e.b = static_cast<int32_t>(event.to);
    } else if constexpr (std::is_same_v<Kind, HitEvent> || std::is_same_v<Kind, MissEvent>) {
        e.attack = event.attack, e.x = event.damage, e.y = event.distance;
        e.a = static_cast<int32_t>(event.projectile);
    } else if constexpr (std::is_same_v<Kind, HurtEvent> || std::is_same_v<Kind, HealEvent>) {
        e.x = event.amount;
    } else if constexpr (std::is_same_v<Kind, TokenEvent>) {
        e.attack = event.attack, e.a = event.weight;
    } else if constexpr (std::is_same_v<Kind, CapacityEvent>) {
        e.a = event.grid_capacity, e.b = event.attack_capacity;
    } else if constexpr (std::is_same_v<Kind, WaitEvent>) {
        e.c = static_cast<int16_t>(event.reason);
        const bool measured = is_measured(event.reason);
        e.a = measured ? in_thousandths(event.required) : static_cast<int32_t>(event.required);
        e.b = measured ? in_thousandths(event.available) : static_cast<int32_t>(event.available);
    } else if constexpr (std::is_same_v<Kind, ReactEvent>) {
        e.a = event.band, e.b = static_cast<int32_t>(event.reaction), e.c = event.hurt;
    } else if constexpr (std::is_same_v<Kind, PhaseEvent>) {
        e.a = event.phase;
    } else if constexpr (std::is_same_v<Kind, ActEvent>) {
        e.b = event.state, e.c = static_cast<int16_t>(event.condition);
    } else if constexpr (std::is_same_v<Kind, SayEvent>) {
        e.b = event.line;
    } else if constexpr (std::is_same_v<Kind, PoseEvent>) {
        e.a = event.state;
    } else if constexpr (std::is_same_v<Kind, LeaderEvent>) {
        e.target = event.previous_leader.serial;
    } else if constexpr (std::is_same_v<Kind, JoinEvent>) {
        e.b = static_cast<int32_t>(event.squad.value), e.c = event.team, e.target = event.leader.serial;
    } else if constexpr (std::is_same_v<Kind, MoveInputEvent>) {
        e.a = static_cast<int32_t>(event.squad.value), e.agent = event.leader.serial;
        e.x = event.direction.x, e.y = event.direction.y;
    } else if constexpr (std::is_same_v<Kind, LaunchEvent>) {
        e.attack = event.attack, e.a = in_microseconds(event.flight_time);
        e.b = static_cast<int32_t>(event.projectile);
        e.x = event.to.x, e.y = event.to.y;
    } else if constexpr (std::is_same_v<Kind, ReloadEvent>) {
        e.a = event.archetypes, e.b = event.monsters;
    } else if constexpr (std::is_same_v<Kind, DropEvent>) {
        e.a = static_cast<int32_t>(event.command);
    } else if constexpr (std::is_same_v<Kind, SkipEvent>) {
        e.a = event.count;
    } else if constexpr (std::is_same_v<Kind, MoraleEvent>) {
        e.a = static_cast<int32_t>(event.squad.value), e.b = static_cast<int32_t>(event.from);
        e.c = static_cast<int16_t>(event.to), e.x = static_cast<float>(event.points);
        e.agent = event.leader.serial;
    } else if constexpr (std::is_same_v<Kind, AttackEvent>) {
        e.attack = event.attack, e.a = in_microseconds(event.windup), e.b = in_microseconds(event.duration);
    } else if constexpr (std::is_same_v<Kind, AttackEndEvent>) {
        e.attack = event.attack;
    }
    return e;
}

/// All events of the last step or `advance`, in their order.
inline std::vector<Event> flat_events(const World& world) {
    std::vector<Event> all;
    for_each_event(world.events(), [&](const auto& event) {
        EXPECT_EQ(event.sequence, all.size());
        all.push_back(flat(event));
    });
    EXPECT_EQ(all.size(), world.events().size());
    return all;
}

/// The events of type `type` of the last step.
inline std::vector<Event> flat_events(const World& world, EventType type) {
    std::vector<Event> all = flat_events(world);
    std::erase_if(all, [type](const Event& event) { return event.type != type; });
    return all;
}

} // namespace test
} // namespace fray
