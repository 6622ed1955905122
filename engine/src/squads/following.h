// Leaders, followers and move input (rules.md, Squads).
//
// A squad that the host has made has a leader. The other members may follow it at a distance (`follow_distance`), and
// come back to it when they fight too far away (`max_leader_distance`). While the host gives move input, it steers the
// leader, and depending on the squad's `SquadControl` the other members too. A squad that was made for a single agent
// has no leader and no move input.
#pragma once

#include "squads/squads.h"
#include "storage/event_log.h"
#include "storage/id_table.h"
#include "storage/views.h"
#include "terrain/terrain.h"

namespace fray {

/// For code that gives squads other leaders.
struct LeaderChanges
    : Views<Read<column::id, column::serial, column::life>, Write<column::wake>, Squads, const IdTable> {
    using Views::Views;
};
/// For code that finds leaders in place of the fallen.
struct SuccessionView : Views<LeaderChanges, Read<column::squad>, EventLog> {
    using Views::Views;
};
/// For code that asks how far followers are from their leader.
struct FollowView
    : Views<Read<column::position, column::life, column::floor, column::island>, const Terrain, const IdTable> {
    using Views::Views;
};

// All changes of a squad's leader or move input use these two functions, which keep `Squads::hash` and
// `Squads::move_inputs` up to date. Here and below, `squad` is an index in Squads::list. Not thread-safe.

/// Sets the leader without an event. `index`: index of the leader's id; `no_index`: the squad has no leader. The leader
/// counts as appointed (rule set_leader) until `succeed` finds another.
void set_leader(Squads& squads, uint32_t squad, uint32_t index);
/// Sets the move input without an event. `move_input`: a direction with a length from 0 (no input) to 1.
void set_move_input(Squads& squads, uint32_t squad, Vec2 move_input);

/// Gives a squad its full morale, as a new squad has it. Does nothing for a squad without morale.
void begin_morale(Squads& squads, uint32_t squad);
/// Removes a squad of the host that has no members.
void remove_squad(Squads& squads, uint32_t squad);

/// Makes the member in `row` the leader, writes an event and wakes all members. Does nothing if the member is already
/// the leader. `before`: serial of the previous leader, for the event.
void lead(const LeaderChanges& world, uint32_t squad, Row row, Serial before, EventWriter& events);

/// Call when the leader has died or left the squad. The living member with the lowest serial becomes leader. If no
/// member is living, the squad has no leader. `before`: serial of the previous leader, for the event.
void succeed(const LeaderChanges& world, uint32_t squad, Serial before, EventWriter& events);

/// Gives a new leader to each squad of the host that lost its leader. `fallen`: the rows of this frame's.
void succeed_leaders(const SuccessionView& world, const Vector<Row>& fallen);

/// Call at the end of apply_commands. Makes acquire_targets look at the members of routing squads: an order that has
/// ended may leave one of them with a target.
void attend_routs(Squads& squads);

/// Call at the end of apply_commands. For each squad with move input, requests a target scan and wakes the members that
/// the input can steer.
void attend_move_inputs(const Views<Write<column::wake>, Squads, const IdTable>& world);

/// Call at the end of apply_commands. Gives each follower that was sent somewhere with its squad a goal of its own, so
/// that it keeps its present offset from the leader.
void keep_formations(const Views<Read<column::position>, Write<column::orders>, const Squads, const IdTable>& world);

/// Does the move input of its squad steer this agent now? `brain`, `order`, `state` and `attack` are parameters,
/// because acquire_targets and evaluate_fsm have declared different accesses to these columns.
bool is_led(const Views<Read<column::id>>& world, const SquadTraits& traits, Row row, bool brain, StoredOrder order,
            AgentState state, int16_t attack);

/// The mood of the agent's squad, as far as it governs the agent: steady for an agent that has no brain or is not loose
/// (rules wavers and routs). An agent that the move input steers obeys that instead; ask `is_led` first.
inline SquadMood mood_of(const Squads& squads, const SquadTraits& traits, bool brain, StoredOrder order) {
    return brain && is_loose(order) ? squads.mood_of(traits) : SquadMood::steady;
}

/// How far a follower is from its leader, or from the agent that it escorts, and how far it may be (rules
/// follower and evaluate_return). Lengths in mm.
struct Following {
    int32_t distance = -1; ///< -1: the agent is no follower now
    int32_t follow = 0, half = 0, most = 0;
    Row leader = Row::none(); ///< row of the leader, or of the agent that it escorts

    bool follows() const { return distance >= 0; }
    bool sets_out() const { return distance > follow; }
    bool stops() const { return distance <= half; }
    bool strays() const { return distance > most; }
};
/// `traits`: of the agent's squad; null: it has none.
Following following_of(const FollowView& world, const SquadTraits* traits, Row row, const Orders& orders);

/// Is this a state that a follower leaves when it is too far from its leader?
inline bool fights(AgentState state) {
    return state == AgentState::pursue || state == AgentState::roam || state == AgentState::approach ||
           state == AgentState::combat;
}

} // namespace fray
