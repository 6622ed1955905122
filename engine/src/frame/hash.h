// The state hash. Equal states have equal hashes, whatever the order of rows and the number of threads.
#pragma once

#include "frame/world_state.h"
#include "fray/inspect.h"

namespace fray {

/// Returns the state hash.
///
/// With more than four ranks, each rank hashes only a share of the agents and circles, and one more share to check the
/// rank that it belongs to: another in each frame, so all shares are checked by all other ranks in `size - 1` frames.
/// The hash then leaves out agents and circles, until the ranks have told each other their sums (`complete_hash`,
/// agreement.h). With fewer ranks that would save little, so each hashes everything, as a single process does.
uint64_t hash_state(WorldState& state, ParallelLoops& loops);

/// Do the ranks divide the hash among them?
bool divides_hash(const WorldState& state);
/// The rank of which the share is checked by `rank` in this frame.
uint32_t checked_rank(const WorldState& state, uint32_t rank);
/// Completes `Publication::state_hash` by the sums of all shares.
void complete_hash(WorldState& state, const Publication::ShareSums& all);

/// The same hash, from all agents and circles as they are now, instead of those that were written.
/// The two are equal as long as nothing has changed since.
uint64_t recompute_state_hash(const WorldState& state);

/// Sums of hashes for each column (see column_sums in fray/inspect.h).
std::vector<ColumnSum> sum_columns(const WorldState& state);

} // namespace fray
