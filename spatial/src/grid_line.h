// A raycast over a grid map: visits the cells along a straight line, one after the other.
#pragma once

#include "fray/spatial/grid_map.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace fray {

/// The part of the line from a to b, 0 to 1, that lies on cells for which free(x, y) is true. It ends before the first
/// cell for which free is false. A line through a corner also visits the cells on both sides of the corner. The
/// traversal is that of Amanatides and Woo (1987).
template <typename Free> float GridMap::free_part(Vec2 a, Vec2 b, Free&& free) const {
    int x = column(a.x), y = line(a.y);
    if (!free(x, y)) return 0.0f;
    const int end_x = column(b.x), end_y = line(b.y);
    const float ax = (a.x - low_.x) * per_cell_, ay = (a.y - low_.y) * per_cell_;
    const float way_x = (b.x - a.x) * per_cell_, way_y = (b.y - a.y) * per_cell_; // in cells
    const int step_x = way_x > 0.0f ? 1 : -1, step_y = way_y > 0.0f ? 1 : -1;
    constexpr float never = std::numeric_limits<float>::infinity();
    // The part of the line after which the next column (or line of cells) begins. Each is computed from scratch, so
    // that no rounding error adds up.
    const auto next = [](int cell, int step, float from, float way) {
        return way == 0.0f ? never : (static_cast<float>(step > 0 ? cell + 1 : cell) - from) / way;
    };
    for (int left = std::abs(end_x - x) + std::abs(end_y - y); left > 0;) {
        const float to_x = x == end_x ? never : next(x, step_x, ax, way_x);
        const float to_y = y == end_y ? never : next(y, step_y, ay, way_y);
        const float part = std::clamp(std::min(to_x, to_y), 0.0f, 1.0f);
        if (to_x == to_y) { // exactly through a corner
            if (!free(x + step_x, y) || !free(x, y + step_y)) return part;
            x += step_x, y += step_y, left -= 2;
        } else if (to_x < to_y) {
            x += step_x, --left;
        } else {
            y += step_y, --left;
        }
        if (!free(x, y)) return part;
    }
    return 1.0f;
}

} // namespace fray
