// A crowd walks its scene to the end, and is measured.
#pragma once

#include "crowd.h"
#include "measures.h"
#include "scenes.h"

#include <functional>

namespace fray::motion {

struct RunLimits {
    double wall_seconds = 0.0; ///< after which it is cut short; 0: never
    double rest_seconds = 3.0; ///< how long those are watched who have all arrived
};

struct Run {
    Figures figures;
    double whole_ns = 0.0;  ///< an agent and frame; the median of the frames before half have arrived
    double motion_ns = 0.0; ///< of that: FrameCost::motion
    uint64_t hash = 0;      ///< at the end
    bool cut = false;       ///< by wall_seconds
};

/// Sees where everybody is after each frame, `seconds` after the start.
using Watcher = std::function<void(double seconds, std::span<const Vec2> positions)>;

/// Until all have arrived and rested, or the scene's time limit. Throws std::runtime_error where a position is not
/// finite.
Run run(const Scene& scene, Crowd& crowd, const RunLimits& limits = {}, const Watcher& watcher = {});

} // namespace fray::motion
