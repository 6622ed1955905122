// User states (World::add_state): passes batches of agents to the user's functions, and applies their decisions.
#pragma once

#include "behaviour/behaviour_layer.h"

namespace fray {

/// Calls the user's functions for the agents that evaluate_fsm has listed in `FsmOutput::user` of this chunk, state by
/// state, and applies their decisions.
void decide_user_states(BehaviourLayer& layer, uint32_t chunk, EventWriter events);

} // namespace fray
