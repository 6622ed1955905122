// Measures the costs of starting loops and of moving memory, for projections.
#pragma once

#include "replay/replay.h"

namespace fray::demo {

/// Measures loops on two pinned oneTBB threads that are awake. The start cost comes from loops of two chunks of known
/// duration: it is the lower quartile of the tries in which each thread ran a chunk. The chunk cost comes from empty
/// chunks. With fewer than two usable `threads` all costs are 0.
LoopCosts measure_loop_costs(int threads);

/// GB/s read and written when each of `threads` threads copies its own memory, which is too large for the caches. The
/// best of several tries.
double measure_copy_bandwidth(int threads);

} // namespace fray::demo
