// What happened in a step, in the order of rules.md, section Events. Read after the step; no callbacks. The functions
// here: on any thread.
#pragma once

#include "fray/api.h"
#include "fray/defs.h"

#include <cstdint>

namespace fray {

/// States of an agent (rules: think).
enum class State : uint8_t {
    idle,
    pursue,
    approach,
    roam,
    combat,
    attack,
    dead,
    slide_back,
    heal,
    stagger,
    patrol,
    follow,    ///< to its leader, having nothing else to do
    returning, ///< to its leader, from a fight too far off
    led,       ///< by its squad's stick
};
inline constexpr int state_count = 14; ///< without those of the user's

/// States of the user's are numbered from here, in the order of `World::add_state`.
inline constexpr uint8_t first_user_state = 32;
/// Is it one of the user's?
constexpr bool is_user_state(State state) { return static_cast<uint8_t>(state) >= first_user_state; }

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
    attack,     ///< target, attack: the windup starts; once more after an interruption within the grace
    attack_end, ///< target, attack, cause
    hit,        ///< target, attack, x damage, y distance
    miss,       ///< target, attack, x damage, y distance
    hurt,       ///< target by whom, x amount
    death,      ///< target by whom
    unslot,     ///< target, slot, cause
    slot,       ///< target, slot, cause
    permit,     ///< target, attack, slot, a weight
    capacity,   ///< target, a grid, b attack; agent is no_serial
    reserve,    ///< target: what is freed there is kept for the agent
    refuse,     ///< target, c Refusal, a need, b free; only with `WorldDef::refusals`
    react,      ///< target, a band, b Reaction, c 1 if it was in need of healing
    stagger,    ///< target by whom
    heal,       ///< x amount
    phase,      ///< a its number, from 1
    act,        ///< a act, b state, c condition (rules: Monsters)
    act_end,    ///< a act, cause
    say,        ///< a act, b line
    buff,       ///< a the act that decides on it now; -1: none
    color,      ///< the same
    skills,     ///< the same
    pose,       ///< a state
    summon,     ///< target the one that came
    leader,     ///< target who led its squad before
    join,       ///< b squad, c team, target the leader of the squad that it comes to
    stick,      ///< a squad, x y; agent is its leader or no_serial
    launch,     ///< target, attack, a the flight in us
    reload,     ///< a how many archetypes, b how many monsters are different now; agent is no_serial
};
inline constexpr int event_type_count = 38;

/// Of an event mask (WorldDef::events).
constexpr EventMask event_bit(EventType type) { return EventMask{1} << static_cast<unsigned>(type); }

/// What a brain made of a change of band (rules: Reactions).
enum class Reaction : uint8_t { stay, combat, heal };

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
    open_slot,
    led,
    returned,
    // slot
    admitted,
    moved,
    rebalanced,
    stolen, ///< also unslot
    // unslot; also died, lost
    finished,
    launched,
    removed,
    withdrew,
    retargeted,
    evicted,
    reach_limit,
    hold_limit,
    closed,
    target_gone,
    // attack_end; also finished, died, target_gone, withdrew
    timeout,
    interrupted,
    // act_end; also finished, died
    state,
    reloaded,
};

/// Why an agent waits (rules: emit).
enum class Refusal : uint8_t {
    none,
    grid,         ///< its grid weight exceeds the free capacity
    no_slot,      ///< no slot is open
    reserved,     ///< what is free is kept for another
    too_heavy,    ///< its grid weight, or every attack in reach, exceeds the whole capacity
    rest,         ///< it has just released a slot
    attack,       ///< its attacks exceed the free attack capacity
    cooldown,     ///< the cooldowns of its attacks run
    gap,          ///< `attack_gap` runs
    attack_class, ///< its attacks' classes are full
    offscreen,    ///< the target does not see it, and enough others that it does not see attack
    range,        ///< no attack reaches
    not_ready,    ///< not arrived, or recovering
    turn,         ///< others come first
};

/// What happened to whom; EventType says what each field holds.
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

/// The words of the trace; "?" for other numbers.
FRAY_API const char* to_string(State);
FRAY_API const char* to_string(Stage);
FRAY_API const char* to_string(EventType);
FRAY_API const char* to_string(Cause);
FRAY_API const char* to_string(Reaction);
FRAY_API const char* to_string(Refusal);
FRAY_API const char* to_string(OrderKind);
FRAY_API const char* to_string(Targeting);
FRAY_API const char* to_string(Release);
FRAY_API const char* to_string(Choice);
FRAY_API const char* to_string(Motion);
FRAY_API const char* to_string(Control);
FRAY_API const char* to_string(Rebalance);
FRAY_API const char* to_string(Outside);
FRAY_API const char* to_string(Scope);
FRAY_API const char* to_string(AttackReport);

} // namespace fray
