#include "neighbour_grid.h"
#include "saturated_cast.h"

#include <bit>

namespace fray {

void NeighbourGrid::set_bounds() {
    bounds_ = {};
    for (const Box& bounds : chunk_bounds_) bounds_.add(bounds);
    if (bounds_.low.x > bounds_.high.x) bounds_ = {{0.0f, 0.0f}, {0.0f, 0.0f}};
}

bool NeighbourGrid::same_levels(std::span<const GridLevel> levels) {
    bool same = levels.size() == level_count_;
    for (size_t i = 0; i < levels.size(); ++i) {
        same = same && levels_[i].cell == levels[i].cell && levels_[i].widest == levels[i].widest;
        static_cast<GridLevel&>(levels_[i]) = levels[i];
    }
    level_count_ = static_cast<uint32_t>(levels.size());
    return same;
}

bool NeighbourGrid::widen() {
    bool small = true;
    for (uint32_t i = 0; i < level_count_; ++i) {
        Level& level = levels_[i];
        if (calm_) {
            for (const Found& found : chunk_found_) level.outside = std::max(level.outside, found.outside[i]);
            continue;
        }
        LongestSteps longest;
        for (const Found& found : chunk_found_) longest.add(found.steps[i]);
        level.drift.add(longest);
        level.outside = static_cast<float>(level.drift.reach());
        const float most = level.drift.margin() > 0.0 ? most_outside_of_long_steps : most_outside;
        small = small && level.drift.sum() <= most * level.cell;
    }
    return small;
}

uint64_t NeighbourGrid::lay_out(Level& level, const Box& bounds, float cell) {
    const auto cells_along = [&](float length) { return saturated_cast<uint64_t>(length / cell) + 1; };
    const uint64_t columns = cells_along(bounds.high.x - bounds.low.x),
                   lines = cells_along(bounds.high.y - bounds.low.y);
    level.low = bounds.low;
    level.per_cell = 1.0f / cell;
    level.columns = static_cast<int>(std::min<uint64_t>(columns, INT32_MAX));
    level.lines = static_cast<int>(std::min<uint64_t>(lines, INT32_MAX));
    // A small field fits into the caches without tiles; of a narrow field most of each tile would lie outside.
    constexpr uint64_t many_cells = 1 << 17;
    level.tile_bits = columns * lines < many_cells || std::min(columns, lines) < 64 ? 0 : 4;
    level.low_bits = (1 << level.tile_bits) - 1;
    level.tile_mask = level.tile_bits == 0 ? INT32_MAX : level.low_bits;
    const auto tiles = [&](uint64_t along) {
        return (along + static_cast<uint64_t>(level.low_bits)) >> level.tile_bits;
    };
    level.tiles_along = static_cast<int>(tiles(columns));
    level.line_shift = std::bit_width(static_cast<uint32_t>(level.columns));
    return tiles(columns) * tiles(lines) << 2 * level.tile_bits;
}

uint64_t NeighbourGrid::lay_out(Level& level, const Box& bounds, float cell, uint64_t most) {
    uint64_t cells = 0;
    for (; (cells = lay_out(level, bounds, cell)) > most;) cell *= 1.25f;
    return cells;
}

void NeighbourGrid::set_cells(uint32_t rows) {
    // If few agents stand far apart, small cells would far outnumber the agents, so the cells grow.
    const uint64_t most = uint64_t{3} * rows + 1024;
    // The coarse levels come first: what they leave is for the finer levels.
    uint64_t cells = 0;
    for (uint32_t i = level_count_; i-- > 0;) {
        Level& level = levels_[i];
        level.drift = {};
        level.outside = 0.0f;
        level.first_cell = static_cast<uint32_t>(cells);
        cells += lay_out(level, bounds_, level.cell, (most - cells) / (i + 1));
    }
    cell_begin_.reserve(most + 2); // the most that these rows may ever need, so a wider field allocates nothing
    cell_begin_.resize(cells + 1);
    built_cells_ = static_cast<uint32_t>(cells);
    strips_ = std::clamp(rows / 4096, 1u, 256u);
    cells_per_strip_ = static_cast<uint32_t>(cells) / strips_ + 1;
}

void NeighbourGrid::list_arrivals() {
    arrivals_.clear();
    for (size_t i = built_; i < items_.size(); ++i)
        if (items_[i].position != nowhere) arrivals_.push_back({items_[i], 0, 0});
}

void NeighbourGrid::place_arrivals() {
    std::array<uint32_t, most_levels> counts{};
    for (Level& level : arrival_levels_) level = {};
    for (const Arrival& arrival : arrivals_) {
        ++counts[arrival.level];
        arrival_levels_[arrival.level].box.add(arrival.item.position);
    }
    uint32_t first = built_cells_ + 1;
    for (uint32_t i = 0; i < level_count_; ++i) {
        if (counts[i] == 0) continue;
        arrival_levels_[i].first_cell = first;
        first += static_cast<uint32_t>(
            lay_out(arrival_levels_[i], arrival_levels_[i].box, levels_[i].cell, 2 * uint64_t{counts[i]} + 64));
        if (calm_) arrival_levels_[i].round_box();
    }
    cell_begin_.resize(built_cells_ + 1);
    cell_begin_.resize(first + 1, 0);
    for (Arrival& arrival : arrivals_) {
        const Level& level = arrival_levels_[arrival.level];
        arrival.cell = level.cell_at(arrival.item.position);
        ++cell_begin_[arrival.cell];
    }
    uint32_t sum = built_;
    for (uint32_t cell = built_cells_ + 1; cell < first; ++cell) cell_begin_[cell] = sum += cell_begin_[cell];
    cell_begin_[first] = sum;
    items_.resize(sum);
    if (calm_) cell_of_.resize(sum);
    for (const Arrival& arrival : arrivals_)
        add(arrival.item.row, --cell_begin_[arrival.cell], arrival_levels_[arrival.level], arrival.item);
}

void NeighbourGrid::begin_strips(uint32_t chunks) {
    strip_begin_.assign(1, 0);
    uint32_t sum = 0;
    for (uint32_t strip = 0; strip < strips_; ++strip) {
        for (uint32_t chunk = 0; chunk < chunks; ++chunk) {
            uint32_t& count = strip_counts_[static_cast<size_t>(chunk) * strips_ + strip];
            const uint32_t here = count;
            count = sum;
            sum += here;
        }
        strip_begin_.push_back(sum);
    }
}

/// Sets the entries of cell_begin_ for the cells of a strip to the ends of their items.
void NeighbourGrid::count_cells(uint32_t strip) {
    const size_t first = std::min<size_t>(size_t{strip} * cells_per_strip_, cell_begin_.size() - 1);
    const size_t last = std::min<size_t>(first + cells_per_strip_, cell_begin_.size() - 1);
    std::fill(cell_begin_.begin() + static_cast<std::ptrdiff_t>(first),
              cell_begin_.begin() + static_cast<std::ptrdiff_t>(last), 0);
    for (uint32_t i = strip_begin_[strip]; i < strip_begin_[strip + 1]; ++i)
        ++cell_begin_[place_of_[rows_by_strip_[i]]];
    uint32_t sum = strip_begin_[strip];
    for (size_t cell = first; cell < last; ++cell) {
        sum += cell_begin_[cell];
        cell_begin_[cell] = sum;
    }
}

} // namespace fray
