// Leaders, followers and move input of squads that the host has made (rules.md, Squads).
//
// A squad of the host has a leader. The other members may follow it at a distance (`follow`), and come back to it when
// they fight too far away (`max_distance`). While move input is held, it steers the leader, and depending on the
// squad's `Control` the other members too. A squad that was made for a single agent has none of this.
//
// Reads members, orders, states and positions. Writes `SquadTraits`, wake bits and the order points of formation moves.
#pragma once

#include "squads/squads_layer.h"

namespace fray {

// Every change of a squad's leader or move input goes through these two functions, which keep `Squads::hash` and
// `Squads::move_inputs` up to date. `squad` is an index in Squads::list, here and below. Serial.

/// `index`: index of the leader's id; `no_index`: the squad has no leader. No event.
void set_leader(SquadsLayer& layer, uint32_t squad, uint32_t index);
/// `move_input`: direction with a length from 0 (let go) to 1. No event.
void set_move_input(SquadsLayer& layer, uint32_t squad, Vec2 move_input);

/// Makes a member the leader, with an event, and wakes all members. Does nothing if it is the leader already. `before`:
/// serial of the leader before it, for the event.
void lead(SquadsLayer& layer, uint32_t squad, uint32_t row, Serial before, EventWriter& events);

/// Call when the leader has died or left the squad: the living member with the lowest serial becomes leader. If no
/// member is living, the squad has no leader.
void succeed(SquadsLayer& layer, uint32_t squad, Serial before, EventWriter& events);

/// At the end of apply_commands: for each squad with move input that is held, asks for a target scan and wakes the
/// members that the input may steer.
void attend_move_inputs(SquadsLayer& layer);

/// At the end of apply_commands: gives each follower that was sent with its squad its own point. The point keeps the
/// follower's present offset from the leader.
void keep_formations(SquadsLayer& layer);

/// Does the move input of its squad steer this agent now? Brain, order, state and attack are parameters, because
/// acquire_targets and evaluate_fsm have different rights to read the columns.
bool is_led(const SquadsLayer& layer, const SquadTraits& traits, uint32_t row, bool brain, OrderKind order, State state,
            int16_t attack);

/// Distance of a follower from its leader, in mm; -1: the agent is no follower now (rules.md, Squads).
int32_t follower_distance(const SquadsLayer& layer, const SquadTraits& traits, uint32_t row, OrderKind order);

/// Does a follower leave this state when it is too far from its leader?
inline bool fights(State state) {
    return state == State::pursue || state == State::roam || state == State::approach || state == State::combat;
}

} // namespace fray
