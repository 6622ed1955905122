// What memory's speed makes of a loop that many cores share.
#pragma once

#include <cstddef>
#include <vector>

namespace fray::demo {

/// The copy bandwidth, and how it was found.
struct Bandwidth {
    double one = 0.0; ///< GB/s, which is bytes a nanosecond, of one thread
    double all = 0.0; ///< of `threads`
    int threads = 1;
    double given = 0.0; ///< with --bandwidth, for the machine projected onto; 0: not

    /// That so many cores are reckoned to have: as given, else as measured; more threads than were measured have no
    /// more than all of those.
    double of(size_t cores) const;
};

/// What to stretch the chunks of a loop by, so that it is no shorter on so many cores than memory takes for its bytes;
/// >= 1.
double slowed_by_memory(const std::vector<double>& chunks_ns, double bytes, size_t cores, const Bandwidth& bandwidth);

} // namespace fray::demo
