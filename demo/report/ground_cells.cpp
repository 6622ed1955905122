#include "ground_cells.h"

#include "fray/spatial/grid_map.h"

#include <algorithm>
#include <cmath>

namespace fray::demo {
namespace {

template <class Walkable> void fill(GroundCells& to, Walkable walkable) {
    to.walkable.assign((static_cast<size_t>(to.columns) * static_cast<size_t>(to.lines) + 7) / 8, 0);
    for (int line = 0; line < to.lines; ++line) {
        for (int column = 0; column < to.columns; ++column) {
            const size_t at = static_cast<size_t>(line) * static_cast<size_t>(to.columns) + static_cast<size_t>(column);
            if (walkable(column, line)) to.walkable[at / 8] = static_cast<uint8_t>(to.walkable[at / 8] | 1u << at % 8);
        }
    }
}

} // namespace

GroundCells cells_of(const Ground& ground) {
    if (const auto* map = dynamic_cast<const GridMap*>(&ground)) {
        GroundCells cells{map->columns(), map->lines(), map->cell_size(), map->low(), {}};
        fill(cells, [&](int column, int line) { return map->walkable(column, line); });
        return cells;
    }
    Vec2 low{}, high{};
    if (!ground.extent(&low, &high)) return {};
    constexpr float most = 1024.0f, least_cell = 0.25f; // greatest number of cells per side; least size of a cell in m
    const float cell = std::max(std::max(high.x - low.x, high.y - low.y) / most, least_cell);
    const auto count = [&](float from, float to) {
        return std::max(static_cast<int>(std::ceil((to - from) / cell)), 1);
    };
    GroundCells cells{count(low.x, high.x), count(low.y, high.y), cell, low, {}};
    fill(cells, [&](int column, int line) {
        return ground.walkable(
            {low.x + (static_cast<float>(column) + 0.5f) * cell, low.y + (static_cast<float>(line) + 0.5f) * cell});
    });
    return cells;
}

} // namespace fray::demo
