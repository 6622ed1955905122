// Maps written as text, for tests of grounds.
#pragma once

#include "fray/spatial/grid_map.h"

#include <algorithm>
#include <string>

namespace fray::test {

/// Parses rows of `.` (walkable) and `@` (blocked). The first row is the highest. Each row ends with a line break.
inline GridMap parsed(const std::string& rows, float cell = 1.0f, Vec2 low = {}) {
    const auto height = std::count(rows.begin(), rows.end(), '\n');
    const auto width = rows.find('\n');
    return GridMap::parse("type octile\nheight " + std::to_string(height) + "\nwidth " + std::to_string(width) +
                              "\nmap\n" + rows,
                          "test.map", cell, low)
        .value();
}

} // namespace fray::test
