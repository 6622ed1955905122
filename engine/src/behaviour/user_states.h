// States of the user's: whole batches of agents are handed to a function, and what it decides is carried out.
#pragma once

#include "behaviour/behaviour_layer.h"

namespace fray {

/// For those whom this chunk's think has put down, state by state.
void decide_user_states(BehaviourLayer& core, uint32_t chunk, EventWriter events);

} // namespace fray
