#include "group_grid.h"

#include "gap.h"
#include "saturated_cast.h"

#include <algorithm>
#include <cmath>

namespace fray {
namespace {

constexpr float points_per_cell = 3.0f;
constexpr float least_cell = 0.5f; ///< m
constexpr float rounding = 0.01f;  ///< m, more than cells and their numbers are off by, 16 km from the origin

} // namespace

void GroupGrid::build(Loops& loops, std::span<const uint32_t> group_end, double moved) {
    moved_ = moved;
    groups_.resize(group_end.size());
    uint32_t begin = 0, cells = 0;
    for (size_t i = 0; i < groups_.size(); ++i) {
        Group& group = groups_[i];
        group = {};
        group.begin = begin;
        group.end = begin = group_end[i];
    }
    loops.chunks(static_cast<uint32_t>(groups_.size()), 1,
                 [&](uint32_t i, uint32_t, uint32_t) { measure(groups_[i]); });
    for (Group& group : groups_) {
        group.first_cell = cells;
        cells += static_cast<uint32_t>(group.columns * group.lines) + 1;
    }
    cell_begin_.resize(cells);
    sorted_.resize(points_.size());
    loops.chunks(static_cast<uint32_t>(groups_.size()), 1, [&](uint32_t i, uint32_t, uint32_t) { sort(groups_[i]); });
}

/// Cells so big that a few points fall into each, were they spread evenly; never more cells than points.
void GroupGrid::measure(Group& group) const {
    if (group.begin == group.end) return;
    group.low = group.high = points_[group.begin].position;
    for (uint32_t i = group.begin + 1; i < group.end; ++i) {
        const Vec2 p = points_[i].position;
        group.low = {std::min(group.low.x, p.x), std::min(group.low.y, p.y)};
        group.high = {std::max(group.high.x, p.x), std::max(group.high.y, p.y)};
    }
    const float width = group.high.x - group.low.x, height = group.high.y - group.low.y;
    const float cells = std::max(static_cast<float>(group.end - group.begin) / points_per_cell, 1.0f);
    group.cell = std::max({std::sqrt(width * height / cells), std::max(width, height) / cells, least_cell});
    group.columns = saturated_cast<int>(width / group.cell) + 1;
    group.lines = saturated_cast<int>(height / group.cell) + 1;
}

void GroupGrid::sort(Group& group) {
    uint32_t* const begins = cell_begin_.data() + group.first_cell;
    const auto cells = static_cast<uint32_t>(group.columns * group.lines);
    std::fill_n(begins, cells + 1, 0u);
    const auto cell_of = [&](Vec2 p) {
        const int column = std::min(saturated_cast<int>((p.x - group.low.x) / group.cell), group.columns - 1);
        const int line = std::min(saturated_cast<int>((p.y - group.low.y) / group.cell), group.lines - 1);
        return static_cast<uint32_t>(line * group.columns + column);
    };
    for (uint32_t i = group.begin; i < group.end; ++i) ++begins[cell_of(points_[i].position)];
    uint32_t sum = group.begin;
    for (uint32_t cell = 0; cell <= cells; ++cell) sum += begins[cell], begins[cell] = sum;
    // Each cell's counter stands at its end, and goes down to its beginning.
    for (uint32_t i = group.end; i-- > group.begin;) sorted_[--begins[cell_of(points_[i].position)]] = points_[i];
}

float GroupGrid::nearest(uint32_t number, Vec2 at, float bound_squared, double moved, KdForest::Visit visit,
                         void* context) const {
    if (number >= groups_.size() || groups_[number].columns == 0) return bound_squared;
    const Group& group = groups_[number];
    const uint32_t* const begins = cell_begin_.data() + group.first_cell;
    const float drift = static_cast<float>(moved - moved_) * 1.0001f;
    float bound = bound_squared, stale = 0.0f; // m^2
    const auto set_bound = [&](float squared) {
        bound = squared;
        const float reach = squared >= 0.0f ? std::sqrt(squared) + drift : -1.0f;
        stale = reach < 0.0f ? -1.0f : reach * reach * 1.0001f + 1e-5f; // outwards, beyond all rounding
    };
    set_bound(bound_squared);
    const auto search_cell = [&](int column, int line) {
        const float low_x = group.low.x + static_cast<float>(column) * group.cell;
        const float low_y = group.low.y + static_cast<float>(line) * group.cell;
        const float slack = group.cell * 1e-3f + rounding;
        const float x = gap(at.x, low_x - slack, low_x + group.cell + slack);
        const float y = gap(at.y, low_y - slack, low_y + group.cell + slack);
        if (x * x + y * y > stale) return;
        const auto cell = static_cast<uint32_t>(line * group.columns + column);
        for (uint32_t i = begins[cell]; i < begins[cell + 1]; ++i) {
            const Vec2 p = sorted_[i].position;
            const float dx = p.x - at.x, dy = p.y - at.y;
            if (dx * dx + dy * dy > stale) continue;
            const float now = visit(context, sorted_[i].item, bound);
            if (now != bound) set_bound(now);
        }
    };
    // Ring after ring of cells round the one in which `at` lies, or which is nearest to it.
    const auto cell_at = [&](float value, float low, int count) {
        return std::clamp(saturated_cast<int>(std::floor((value - low) / group.cell)), 0, count - 1);
    };
    const int x = cell_at(at.x, group.low.x, group.columns), y = cell_at(at.y, group.low.y, group.lines);
    const float outside_x = gap(at.x, group.low.x, group.high.x), outside_y = gap(at.y, group.low.y, group.high.y);
    const float outside = outside_x * outside_x + outside_y * outside_y;
    const int last = std::max({x, group.columns - 1 - x, y, group.lines - 1 - y});
    for (int ring = 0; ring <= last; ++ring) {
        // Whoever is in this ring is no nearer than that.
        const float inner = std::max(static_cast<float>(ring - 1) * group.cell * 0.999f - rounding, 0.0f);
        if (std::max(inner * inner, outside) > stale) break;
        const int left = x - ring, right = x + ring, low = y - ring, high = y + ring;
        const int from = std::max(left, 0), to = std::min(right, group.columns - 1);
        for (const int line : {low, high}) {
            if (line < 0 || line >= group.lines || (ring == 0 && line != low)) continue;
            for (int column = from; column <= to; ++column) search_cell(column, line);
            if (ring == 0) break;
        }
        const int bottom = std::max(low + 1, 0), top = std::min(high - 1, group.lines - 1);
        for (const int column : {left, right}) {
            if (ring == 0 || column < 0 || column >= group.columns) continue;
            for (int line = bottom; line <= top; ++line) search_cell(column, line);
        }
    }
    return bound;
}

uint64_t GroupGrid::memory() const {
    return (points_.capacity() + sorted_.capacity()) * sizeof(KdPoint) + cell_begin_.capacity() * sizeof(uint32_t) +
           groups_.capacity() * sizeof(Group);
}

} // namespace fray
