#include "terrain/solid_obstacles.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <cmath>

namespace fray {
namespace {

/// m: at least the distance of its corners from its middle.
float size_of(const Obstacle& obstacle) {
    return 1.0001f * std::sqrt(glm::dot(obstacle.half_extents, obstacle.half_extents)) + 0.01f;
}

} // namespace

void SolidObstacles::set(std::span<const PlacedObstacle> obstacles) {
    by_x_.clear();
    farthest_ = 0.0f;
    for (const PlacedObstacle& placed : obstacles)
        if (placed.obstacle.blocks == ObstacleBlocks::all) {
            by_x_.push_back(placed.obstacle);
            farthest_ = std::max(farthest_, size_of(placed.obstacle));
        }
    std::sort(by_x_.begin(), by_x_.end(), [](const Obstacle& a, const Obstacle& b) { return a.at.x < b.at.x; });
}

bool SolidObstacles::stop(Vec2 a, Vec2 b, Vec2 here, Vec2 there) const {
    const Vec2 low = glm::min(a, b), high = glm::max(a, b);
    const auto first = std::lower_bound(by_x_.begin(), by_x_.end(), low.x - farthest_,
                                        [](const Obstacle& obstacle, float x) { return obstacle.at.x < x; });
    for (auto at = first; at != by_x_.end() && at->at.x <= high.x + farthest_; ++at) {
        const Vec2 gap = at->at - glm::clamp(at->at, low, high);
        const float size = size_of(*at);
        if (std::abs(gap.x) < size && std::abs(gap.y) < size && crosses(*at, a, b) && !is_in(*at, here) &&
            !is_in(*at, there))
            return true;
    }
    return false;
}

} // namespace fray
