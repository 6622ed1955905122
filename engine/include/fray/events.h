// What happened in a step, in the order of rules.md, section Events. Read after the step; no callbacks.
#pragma once

#include "fray/defs.h"

#include <cstdint>

namespace fray {

/// States of an agent (rules: State machine).
enum class State : uint8_t { idle, pursue, approach, roam, combat, attack, dead };

/// The stages of a frame, in order.
enum class Stage : uint8_t { ingest, reorder, index, alert, sense, think, settle, propose, commit, move, emit };
inline constexpr int stage_count = 11;

/// `agent` is the serial of the one it happens to; what the other fields hold is said beside each.
enum class EventType : uint8_t {
    spawn,      ///< a archetype, b squad, c team, target the squad's leader (its founder), x y position
    despawn,    ///<
    order,      ///< a OrderKind, target, x y point
    target,     ///< target or no_serial, cause
    band,       ///< target, a band, x distance in metres
    state,      ///< a from, b to (State)
    request,    ///< target
    withdraw,   ///< target
    arrive,     ///< target, slot
    attack,     ///< target, attack: the windup starts
    attack_end, ///< target, attack, cause
    hit,        ///< target, attack, x damage, y distance
    miss,       ///< target, attack, x damage, y distance
    hurt,       ///< target by whom, x amount
    death,      ///< target by whom
    unslot,     ///< target, slot, cause
    slot,       ///< target, slot, cause
    permit,     ///< target, attack, slot, a weight
    capacity,   ///< target, a grid, b attack; agent is no_serial
};
inline constexpr int event_type_count = 19;

constexpr EventMask event_bit(EventType type) { return EventMask{1} << static_cast<unsigned>(type); }

/// Why a target, a slot or an attack changed.
enum class Cause : uint8_t {
    none,
    // target
    found,
    nearer,
    lost,
    died,
    gone,
    ordered,
    // slot
    admitted,
    moved,
    // unslot; also died, lost
    finished,
    removed,
    withdrew,
    retargeted,
    evicted,
    reach_limit,
    target_gone,
    // attack_end; also finished, died, target_gone, withdrew
    timeout,
};

struct Event {
    EventType type = EventType::spawn;
    Cause cause = Cause::none;
    int16_t attack = -1; ///< index in the attack table of the agent's archetype
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

/// The words of the trace.
const char* to_string(State);
const char* to_string(Stage);
const char* to_string(EventType);
const char* to_string(Cause);
const char* to_string(OrderKind);
const char* to_string(Targeting);
const char* to_string(Release);
const char* to_string(Choice);
const char* to_string(Motion);

} // namespace fray
