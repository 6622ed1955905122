// The obstacles that stop hits, projectiles and sight, sorted so that a line need not look at all of them.
#pragma once

#include "fray/defs.h"
#include "host_memory.h"

#include <cstdint>
#include <span>

namespace fray {

class SolidObstacles {
public:
    /// Takes the obstacles that stop more than walking.
    void set(std::span<const PlacedObstacle> obstacles);
    /// Does the straight line from `a` to `b` cross an obstacle in which neither `here` nor `there` lies? In m. Many
    /// threads may ask at once.
    bool stop(Vec2 a, Vec2 b, Vec2 here, Vec2 there) const;

private:
    Vector<Obstacle> by_x_; ///< by the x of their middles
    float farthest_ = 0.0f; ///< m: no corner is farther from the middle of its obstacle
};

} // namespace fray
