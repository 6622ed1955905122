// Approach: how a walker closes in on a goal that may move.
//
// The walker moves with its goal and, on top of that, straight towards it at a closing speed. So it brakes relative to
// the goal, keeps up with it once it is there, and takes the course on which it meets a goal that keeps its velocity
// (parallel navigation). It never walks backwards from a goal that comes towards it: it waits.
#pragma once

#include "fray/spatial/vec2.h"

#include <algorithm>
#include <cmath>

namespace fray {

class Approach {
public:
    /// `speed`: m/s, of the walker. `ahead`: unit vector towards the goal; zero: it is there. `drift`: m/s, velocity of
    /// the goal.
    Approach(float speed, Vec2 ahead, Vec2 drift) : along_(glm::dot(drift, ahead)), aside_(drift - ahead * along_) {
        const float left = speed * speed - glm::dot(aside_, aside_);
        if (left <= 0.0f) aside_ = {}; // it is too slow to stay abreast of the goal, so it runs after it
        most_ = std::sqrt(left > 0.0f ? left : speed * speed);
    }

    /// m/s: the greatest closing speed. It is negative if the goal moves away faster than the walker follows.
    float fastest() const { return most_ - along_; }

    /// m/s: how fast the walker goes straight towards the goal at this closing speed, and beside that.
    float towards(float closing) const { return std::clamp(closing + along_, 0.0f, most_); }
    Vec2 aside() const { return aside_; }

private:
    float along_; ///< m/s: how fast the goal moves away
    Vec2 aside_;  ///< m/s: how the goal moves across
    float most_;  ///< m/s: the greatest speed towards the goal, beside `aside_`
};

} // namespace fray
