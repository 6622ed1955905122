// Random maps for tests of grounds.
#pragma once

#include "fray/spatial/grid_map.h"

#include <cmath>
#include <random>

namespace fray::test {

inline float length(Vec2 a, Vec2 b) { return std::hypot(b.x - a.x, b.y - a.y); }

/// A map of walls and halls. In `per_mille` of 1000 cells a straight wall of 2 to 13 blocked cells begins.
inline GridMap walled_map(std::mt19937& random, int columns, int lines, unsigned per_mille, float cell = 1.0f,
                          Vec2 low = {}) {
    std::vector<uint8_t> cells(static_cast<size_t>(columns) * static_cast<size_t>(lines), 1);
    for (size_t i = 0; i < cells.size(); ++i) {
        if (random() % 1000 >= per_mille) continue;
        const size_t step = random() % 2 == 0 ? 1 : static_cast<size_t>(columns);
        for (size_t k = 0, n = 2 + random() % 12; k < n && i + k * step < cells.size(); ++k) cells[i + k * step] = 0;
    }
    cells[random() % cells.size()] = 1;
    return GridMap::create(columns, lines, cells, cell, low).value();
}

inline GridMap grainy_map(std::mt19937& random, int columns, int lines, unsigned percent, float cell = 1.0f,
                          Vec2 low = {}) {
    std::vector<uint8_t> cells(static_cast<size_t>(columns) * static_cast<size_t>(lines));
    for (uint8_t& free : cells) free = random() % 100 >= percent;
    cells[random() % cells.size()] = 1;
    return GridMap::create(columns, lines, cells, cell, low).value();
}

/// A random point on the map or up to three cells outside.
inline Vec2 point_near(std::mt19937& random, const GridMap& map) {
    const float margin = 3.0f * map.cell_size();
    return {std::uniform_real_distribution<float>(map.low().x - margin, map.high().x + margin)(random),
            std::uniform_real_distribution<float>(map.low().y - margin, map.high().y + margin)(random)};
}

} // namespace fray::test
