// Runs a battle and measures the frames of its parts.
#pragma once

#include "battles.h"
#include "scale/machine.h"

#include "fray/stats.h"

#include <array>
#include <vector>

namespace fray::bench {

/// The measured frames of a part, of a single run. The state hash is not computed while frames are measured.
struct Sample {
    Part part;
    std::vector<double> frame_ms; ///< wall time of each step, without the commands of the script
    double living = 0.0;          ///< mean number of living agents
    uint32_t living_first = 0, living_last = 0;
    std::array<double, system_count> system_ms{}; ///< mean of each system
    double moved = 0.0; ///< mean share of the living agents that changed their position in a frame
    double awake = 0.0; ///< mean share of the living agents that neither sleep nor rest
    demo::Load load;    ///< of the machine during these frames
    /// The state hash after `hash_frames` steps. These are the steps to the end of the part; if a side has won before,
    /// one step more.
    uint64_t hash = 0;
    int64_t hash_frames = 0;
};

/// The samples of the parts, in their order. A part that the battle did not reach has no frames.
std::vector<Sample> play(const ReadBattle& battle, int threads);

} // namespace fray::bench
