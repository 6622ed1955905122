// Runs a crowd through its scene to the end and measures it.
#pragma once

#include "crowd.h"
#include "measures.h"
#include "scenes.h"

#include <functional>

namespace fray::motion {

struct Run {
    Figures figures;
    double whole_ns = 0.0;  ///< per agent and frame: the median of the frames before half of the walkers have arrived
    double motion_ns = 0.0; ///< the part of whole_ns for motion (FrameCost::motion)
    uint64_t hash = 0;      ///< of the final state
    bool cut = false;       ///< `wall_seconds` has ended the run
};

/// Is called after each frame with the positions of all walkers, `seconds` after the start.
using Watcher = std::function<void(double seconds, std::span<const Vec2> positions)>;

/// Runs until all walkers have arrived and rested, or until the scene's time limit. It is cut short after
/// `wall_seconds` of wall time; 0: never. Throws std::runtime_error if a position is not finite.
Run run(const Scene& scene, Crowd& crowd, const Watcher& watcher = {}, double wall_seconds = 0.0);

} // namespace fray::motion
