// User states (World::add_state): passes batches of agents to the user's functions, and applies their decisions.
#pragma once

#include "behaviour/decisions.h"
#include "perception/systems.h"
#include "storage/views.h"

namespace fray {

/// What batches of user states touch, `agents` for the user's columns.
struct UserStateView : Views<Read<column::serial, column::archetype, column::position, column::heading>,
                             ReadOwn<column::target, column::health>,
                             WriteOwn<column::state, column::wake, column::timer, column::user_move>, const Clock,
                             const Kinds, const IdTable, RowCount, UserColumns, Behaviour> {
    using Views::Views;
};

/// Calls the user's functions for the agents that evaluate_fsm has listed in `FsmOutput::user` of this chunk, state by
/// state, and applies their decisions.
void decide_user_states(const UserStateView& world, uint32_t chunk, EventWriter events);

} // namespace fray
