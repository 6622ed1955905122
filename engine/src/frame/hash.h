// The state hash. Equal states have equal hashes, whatever the order of rows and the number of threads.
#pragma once

#include "frame/world_state.h"
#include "fray/inspect.h"

namespace fray {

uint64_t hash_state(WorldState& state, ParallelLoops& loops);

/// The hash of the last `hash_state`, from all agents and circles as they are now, instead of those that were written.
/// The two are equal as long as nothing has changed since.
uint64_t recompute_state_hash(const WorldState& state);

/// Sums of hashes for each column (see column_sums in fray/inspect.h).
std::vector<ColumnSum> sum_columns(const WorldState& state);

} // namespace fray
