// The state hash. Equal states have equal hashes, whatever the order of rows and the number of threads.
#pragma once

#include "frame/world_state.h"
#include "fray/inspect.h"

namespace fray {

uint64_t hash_state(WorldState& state, ParallelLoops& loops);

/// Sums of hashes for each column (see column_sums in fray/inspect.h).
std::vector<ColumnSum> sum_columns(const WorldState& state);

} // namespace fray
