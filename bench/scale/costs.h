// What the machine asks for starting loops and for moving memory; measured for projections.
#pragma once

#include "replay/replay.h"

namespace fray::demo {

/// Of loops on two pinned threads of oneTBB that are awake: the start from two pieces of a known length, the lower
/// quartile of those tries in which both threads had one; the chunks from empty ones. Where `threads`, those that can
/// be used, are fewer, nothing costs anything.
LoopCosts measure_loop_costs(int threads);

/// GB/s read and written when each of so many threads copies memory of its own that no cache holds; best of some tries.
double measure_copy_bandwidth(int threads);

} // namespace fray::demo
