// The state hash: the same for the same state, however it is stored and however many threads add it up.
#pragma once

#include "frame/world_state.h"
#include "fray/world.h"

namespace fray {

uint64_t hash_state(WorldState& core, Loops& loops);

/// See World::column_sums.
std::vector<ColumnSum> sum_columns(const WorldState& core);

} // namespace fray
