// Event records: how systems write events down. A record is flat, so that the event log can sort records of all kinds
// together; at the end of the frame each becomes an event of its kind (frame/typed_events.cpp, fray/events.h).
#pragma once

#include "fray/events.h"

#include <type_traits>

namespace fray {

/// A cause. The type of the event says of which enum it is.
struct AnyCause {
    uint8_t number = 0;

    AnyCause() = default;
    template <typename Cause>
    requires std::is_enum_v<Cause> AnyCause(Cause cause) : number(static_cast<uint8_t>(cause)) {}
    template <typename Cause>
    requires std::is_enum_v<Cause>
    operator Cause() const { return static_cast<Cause>(number); }
};

/// The list says what the fields hold for each type of event; a field that is not named has its default. `agent` is the
/// serial of the agent to which the event happens; `target` is also a serial.
///
/// - spawn: a archetype, b squad, c team, target leader of the squad, x y position in m.
/// - order: a StoredOrder, target, attack, x y point in m.
/// - order_done: a StoredOrder, x y point in m, cause.
/// - target: target the new target or no_serial, cause.
/// - band: target, a distance band, x distance in m.
/// - state: a state before, b state now.
/// - request, withdraw, reserve: target.
/// - arrive: target, slot.
/// - attack: target, attack, a windup and b duration in us.
/// - attack_end: target, attack, cause.
/// - hit, miss: target, attack, a number of the projectile or no_projectile, x damage, y distance in m.
/// - hurt: target the attacker or no_serial, x amount.
/// - death: target the killer or no_serial.
/// - slot, unslot: target, slot, cause.
/// - token: target, attack, slot, a attack weight.
/// - capacity: target, a grid capacity, b attack capacity; agent is no_serial.
/// - wait: target, c WaitReason, a what the agent needs, b what is free (weights, counts, mm or ms, by the reason).
/// - react: target, a distance band, b Reaction, c 1 if it needed healing.
/// - stagger: target the attacker.
/// - heal: x amount.
/// - phase: a number of the phase.
/// - act: a act, b state, c condition.
/// - act_end: a act, cause.
/// - say: a act, b line.
/// - buff, color, attack_set: a act or -1.
/// - pose: a state of the monster.
/// - summon: target the summoned agent.
/// - leader: target the previous leader or no_serial.
/// - join: b squad, c team, target leader of the squad.
/// - move_input: a squad, x y move input; agent is the leader or no_serial.
/// - launch: target, attack, a flight time in us, b number of the projectile, x y where it lands.
/// - reload: a number of archetypes, b number of monsters; agent is no_serial.
/// - drop: a CommandType.
/// - skip: a number of poses; agent is no_serial.
/// - archetype: a archetype before, b archetype now.
/// - floor: a floor before, b floor now, c number of the link.
/// - morale: a squad, b Mood before, c Mood now, x whole points; agent is the leader.
struct EventRecord {
    EventType type = EventType::spawn;
    AnyCause cause{};
    int16_t attack = -1;
    int16_t slot = -1;
    int16_t c = 0;
    Serial agent = no_serial;
    Serial target = no_serial;
    int32_t a = 0;
    int32_t b = 0;
    float x = 0.0f;
    float y = 0.0f;
};

} // namespace fray
