// A ground as a bit per cell, for pages.
#pragma once

#include "fray/spatial/ground.h"

#include <cstdint>
#include <vector>

namespace fray::demo {

/// Cells that are walkable or not.
struct GroundCells {
    int columns = 0, lines = 0;
    float cell = 1.0f; ///< m, the side of a cell
    Vec2 low{};        ///< the corner with the lowest x and y
    /// A bit per cell, line by line from the lowest y, the lowest bit of a byte first. 1: walkable.
    std::vector<uint8_t> walkable;
};

/// The cells of a grid. Any other ground is looked at in the centres of cells: at least 0.25 m, at most 1024 a side.
/// Without columns: the ground has no extent.
GroundCells cells_of(const Ground& ground);

} // namespace fray::demo
