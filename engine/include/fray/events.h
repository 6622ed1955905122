// Events: what happened in a step. The host reads them after the step with `World::events`; there are no callbacks.
// Their order is that of engine/docs/rules.md, section Events, and does not depend on the number of threads. "Rules"
// refers to a section of that file.
//
// Threads: the functions of this header may be called on any thread.
#pragma once

#include "fray/api.h"
#include "fray/defs.h"

#include <cstdint>

namespace fray {

/// States of an agent's state machine (rules: evaluate_fsm).
enum class State : uint8_t {
    idle,      ///< has no target
    pursue,    ///< goes to its target; a managed agent requests a slot
    approach,  ///< runs to its slot
    roam,      ///< waits without a slot, or rests
    combat,    ///< managed: waits in its slot for a token; unmanaged: looks for an attack that fits
    attack,    ///< managed: has a token, steps in and attacks; unmanaged: attacks
    dead,      ///< for good
    backstep,  ///< makes a backstep
    heal,      ///< heals, and is invulnerable
    stagger,   ///< was stopped by a hit
    patrol,    ///< walks to and fro, as its monster state says
    follow,    ///< runs to its leader because it has nothing else to do
    returning, ///< runs to its leader from a fight that was too far away
    led,       ///< obeys the move input of its squad
};
inline constexpr int state_count = 14; ///< built-in states, without user states

/// User states are numbered from here, in the order of `World::add_state`.
inline constexpr uint8_t first_user_state = 32;
/// Returns whether the state is a user state.
constexpr bool is_user_state(State state) { return static_cast<uint8_t>(state) >= first_user_state; }

/// The systems of a frame, in the order in which they run (engine/docs/architecture.md).
enum class System : uint8_t {
    apply_commands,
    sort_storage,
    build_indices,
    acquire_targets,
    classify_distances,
    evaluate_fsm,
    resolve_hits,
    plan_engagements,
    commit,
    locomotion,
    publish
};
inline constexpr int system_count = 11;

/// Kinds of events. `Event::agent` is the serial of the agent that the event is about, unless it says otherwise. The
/// comments say what the other fields of Event hold; a field that is not named has its default.
enum class EventType : uint8_t {
    spawn,      ///< a archetype, b squad, c team, target leader of the squad, x y position in m
    despawn,    ///< nothing else
    order,      ///< a OrderKind, target, x y point in m
    target,     ///< target or no_serial, cause
    band,       ///< target, a distance band, x distance in m
    state,      ///< a state before, b state now (State)
    request,    ///< target: requests a slot at its circle
    withdraw,   ///< target: gives up what it has at its circle
    arrive,     ///< target, slot
    attack,     ///< target, attack: its windup starts; repeated after an interruption within `interrupt_grace`
    attack_end, ///< target, attack, cause
    hit,        ///< target, attack, x damage, y distance in m
    miss,       ///< target, attack, x damage, y distance in m
    hurt,       ///< target the attacker or no_serial, x amount
    death,      ///< target the attacker, the summoner that it dies with, or no_serial
    unslot,     ///< target, slot, cause: gives up or loses its slot
    slot,       ///< target, slot, cause: gets or changes its slot
    token,      ///< target, attack, slot, a attack weight: gets an attack token
    capacity,   ///< target, a grid capacity, b attack capacity; agent is no_serial
    reserve,    ///< target: freed capacity of its circle is reserved for the agent from now on
    wait,       ///< target, c WaitReason, a need, b free: a new wait reason; only with `WorldDef::wait_reasons`
    react,      ///< target, a distance band, b Reaction, c 1 if it needed healing, else 0
    stagger,    ///< target the attacker
    heal,       ///< x restored health
    phase,      ///< a number of the phase, from 1
    act,        ///< a act, b state, c condition: an act of a monster starts (rules: Monsters)
    act_end,    ///< a act, cause
    say,        ///< a act, b line
    buff,       ///< a act that sets the buff from now on; -1: none
    color,      ///< a act that sets the color from now on; -1: none
    skills,     ///< a act that sets the usable attacks from now on; -1: none
    pose,       ///< a state of the monster
    summon,     ///< target the summoned agent
    leader,     ///< target the leader before, or no_serial: leads its squad from now on
    join,       ///< b squad, c team, target leader of the squad that it joins
    move_input, ///< a squad, x y move input, 0 to 1; agent is the leader of the squad or no_serial
    launch,     ///< target, attack, a flight time in us
    reload,     ///< a number of archetypes, b number of monsters that have changed; agent is no_serial
};
inline constexpr int event_type_count = 38;

/// The bit of an event type in an event mask (`WorldDef::events`).
constexpr EventMask event_bit(EventType type) { return EventMask{1} << static_cast<unsigned>(type); }

/// The reaction of an agent to a change of distance band (rules: Reactions).
enum class Reaction : uint8_t { stay, combat, heal };

/// The cause of an event of a target, a slot, an attack or an act. The comments between the groups name the event
/// types.
enum class Cause : uint8_t {
    none,
    // target
    found,     ///< it had no target and found a hostile agent
    nearer,    ///< another hostile agent is nearer
    lost,      ///< the target is not a candidate any more
    died,      ///< the target has died
    gone,      ///< the target was despawned
    ordered,   ///< by an order
    open_slot, ///< another target has room on its circle (`Targeting::spread`), or an open slot (`Rebalance`)
    led,       ///< it obeys the move input of its squad
    returned,  ///< it returns to its leader
    // slot
    admitted,   ///< from the queue
    moved,      ///< after an attack, or because the old slot was closed
    rebalanced, ///< by rebalancing, or by a change of target
    stolen,     ///< from a holder outside the roam ring; for unslot: by a requester
    // unslot; also died, lost
    finished,    ///< its attack has ended
    launched,    ///< at the hit, with `Release::launch`
    removed,     ///< it was despawned
    withdrew,    ///< given up by an order, the move input, a reload or its state; attack_end: or despawned
    retargeted,  ///< it has another target
    evicted,     ///< the grid capacity was lowered
    reach_limit, ///< it did not arrive within `reach_limit`
    hold_limit,  ///< it waited too long for a token
    closed,      ///< the slot was closed and no other slot is open
    target_gone, ///< the target has died or was despawned
    // attack_end; also finished, died, target_gone, withdrew
    timeout,     ///< it did not come within range and angle in time
    interrupted, ///< by the host's report or by a stagger
    // act_end; also finished, died
    state,    ///< the monster has entered another state
    reloaded, ///< a reload has changed the monster, or the attacks of the archetype
};

/// Wait reasons: why an agent has no slot or no attack token (rules: publish). `World::wait_reason` adds the numbers.
enum class WaitReason : uint8_t {
    none,         ///< it does not wait
    grid,         ///< its grid weight exceeds the free grid capacity
    no_slot,      ///< no slot is open
    reserved,     ///< the free capacity is reserved for another requester
    too_heavy,    ///< its grid weight, or each attack that reaches, exceeds the whole capacity
    rest,         ///< it released a slot less than `CircleDef::rest` ago
    attack,       ///< its attacks exceed the free attack capacity
    cooldown,     ///< the cooldowns of its attacks run
    gap,          ///< `CircleDef::attack_gap` runs
    attack_class, ///< the class limits of its attacks are reached
    offscreen,    ///< it is outside the target's view, and `CircleDef::offscreen_limit` is reached
    range,        ///< no attack reaches the target
    not_ready,    ///< it has not arrived, or it recovers
    turn,         ///< other holders come first
};

/// An event. EventType says what the fields hold.
struct Event {
    EventType type = EventType::spawn;
    Cause cause = Cause::none;
    int16_t attack = -1; ///< index in the attack table of the agent's archetype; -1: none
    int16_t slot = -1;   ///< on the circle of the target; -1: none
    int16_t c = 0;
    Serial agent = no_serial;
    Serial target = no_serial;
    int32_t a = 0;
    int32_t b = 0;
    float x = 0.0f;
    float y = 0.0f;

    friend bool operator==(const Event&, const Event&) = default;
};

/// The words that traces and scenario files use for the enumerators; "?" for a value that is no enumerator.
FRAY_API const char* to_string(State);
FRAY_API const char* to_string(System);
FRAY_API const char* to_string(EventType);
FRAY_API const char* to_string(Cause);
FRAY_API const char* to_string(Reaction);
FRAY_API const char* to_string(WaitReason);
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
