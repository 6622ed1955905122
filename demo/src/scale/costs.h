// What the machine asks for starting loops and for moving memory; measured for projections.
#pragma once

#include "scale/replay.h"

namespace fray::demo {

/// Of loops on two pinned threads of oneTBB that are awake: the start from two pieces of a known length, the lower
/// quartile of those tries in which both threads had one; the chunks from empty ones. Where `threads`, those that can
/// be used, are fewer, nothing costs anything.
LoopCosts measure_loop_costs(int threads);

/// GB/s read and written when each of so many threads copies memory of its own that no cache holds; best of some tries.
double measure_copy_bandwidth(int threads);

/// The copy bandwidth, and how it was found.
struct Bandwidth {
    double one = 0.0; ///< GB/s of one thread
    double all = 0.0; ///< GB/s of `threads`
    int threads = 1;
    double given = 0.0; ///< with --bandwidth; 0: not

    /// That so many cores are reckoned to have: as given, else as measured; more threads than were measured have no
    /// more than all of those.
    double of(size_t cores) const;
};

/// How many times longer a loop's chunks take on so many cores if memory cannot bring its bytes faster; >= 1. No more
/// cores than there are chunks have a part in it.
double slowed_by_memory(const std::vector<double>& chunks_ns, double bytes, size_t cores, const Bandwidth& bandwidth);

} // namespace fray::demo
