// The effect of the memory bandwidth on a loop that several cores share.
#pragma once

#include <cstddef>
#include <vector>

namespace fray::demo {

/// The copy bandwidth, and where it comes from.
struct Bandwidth {
    double one = 0.0; ///< GB/s, which equals bytes per ns, of a single thread
    double all = 0.0; ///< GB/s of `threads` threads together
    int threads = 1;
    double given = 0.0; ///< GB/s from --bandwidth, for the machine that is projected; 0: not given

    /// The bandwidth of `cores` cores: as given, else as measured. More cores than were measured have the bandwidth of
    /// all measured threads.
    double of(size_t cores) const;
};

/// The factor (>= 1) by which the chunks of a loop are stretched, so that the loop on `cores` cores takes at least as
/// long as memory needs for `bytes` bytes.
double slowed_by_memory(const std::vector<double>& chunks_ns, double bytes, size_t cores, const Bandwidth& bandwidth);

} // namespace fray::demo
