#include "neighbour_grid.h"

#include <atomic>

namespace fray {

void NeighbourGrid::set_bounds() {
    low_ = {1e30f, 1e30f};
    high_ = {-1e30f, -1e30f};
    for (size_t i = 0; i < chunk_low_.size(); ++i) {
        low_ = {std::min(low_.x, chunk_low_[i].x), std::min(low_.y, chunk_low_[i].y)};
        high_ = {std::max(high_.x, chunk_high_[i].x), std::max(high_.y, chunk_high_[i].y)};
    }
    if (low_.x > high_.x) low_ = high_ = {0.0f, 0.0f};
}

void NeighbourGrid::set_cells(float reach, uint32_t rows) {
    // Where few agents lie far apart, cells of `reach` would be far more than agents.
    float cell = reach;
    const auto cells_along = [&](float length) { return static_cast<uint64_t>(length / cell) + 1; };
    while (cells_along(high_.x - low_.x) * cells_along(high_.y - low_.y) > uint64_t{3} * rows + 1024) cell *= 1.25f;
    per_cell_ = 1.0f / cell;
    columns_ = static_cast<int>(cells_along(high_.x - low_.x));
    lines_ = static_cast<int>(cells_along(high_.y - low_.y));
    cell_begin_.reserve(size_t{3} * rows + 1026); // as many as it may ever need: a wider field takes no new memory
    cell_begin_.assign(static_cast<size_t>(columns_) * static_cast<size_t>(lines_) + 1, 0);
}

void NeighbourGrid::count_one(uint32_t cell) {
    std::atomic_ref<uint32_t>(cell_begin_[cell]).fetch_add(1, std::memory_order_relaxed);
}

uint32_t NeighbourGrid::take_place(uint32_t cell) {
    return std::atomic_ref<uint32_t>(cell_begin_[cell]).fetch_sub(1, std::memory_order_relaxed) - 1;
}

void NeighbourGrid::prefix_sums(Loops& loops) {
    constexpr uint32_t piece = 65536;
    const uint32_t cells = static_cast<uint32_t>(cell_begin_.size());
    chunk_sums_.assign(Loops::chunk_count(cells, piece), 0);
    loops.chunks(cells, piece, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        uint32_t sum = 0;
        for (uint32_t cell = begin; cell < end; ++cell) sum += cell_begin_[cell];
        chunk_sums_[chunk] = sum;
    });
    uint32_t total = 0;
    for (uint32_t& sum : chunk_sums_) {
        const uint32_t here = sum;
        sum = total;
        total += here;
    }
    loops.chunks(cells, piece, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        uint32_t sum = chunk_sums_[chunk];
        for (uint32_t cell = begin; cell < end; ++cell) {
            sum += cell_begin_[cell];
            cell_begin_[cell] = sum;
        }
    });
}

} // namespace fray
