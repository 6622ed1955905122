// Do all ranks have the same world? They tell each other before their first step and after every step (division.h).
#pragma once

#include "frame/world_state.h"

namespace fray {

/// Exchanges the frame, the seed, the number of agents, the state hash and what is in `Publication::Identity` with all
/// other ranks. Throws an exception that names the first difference. Does nothing if the work is not divided.
void agree(WorldState& state);

} // namespace fray
