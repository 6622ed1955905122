// A counting-sort grid over agents, for neighbours at arm's length. The order within a cell is arbitrary: who sums
// over neighbours sums integers.
#pragma once

#include "fray/spatial/vec2.h"
#include "host_memory.h"
#include "parallel.h"
#include "prefetch.h"

#include <algorithm>
#include <cstdint>

namespace fray {

/// As small as can be: of all agents one is written in every frame, and few are looked at.
struct GridItem {
    Vec2 position; ///< m
    uint32_t row : 31;
    uint32_t rests : 1; ///< it stands, and did so in the last frame
    uint16_t kind;      ///< of the caller's: its archetype
    int16_t layer;      ///< of the caller's

    static constexpr uint32_t most_rows = 1u << 31;
};
static_assert(sizeof(GridItem) == 16);

/// What one who does not rest has besides.
struct GridWalker {
    Vec2 velocity;         ///< m/s
    float weight;          ///< infinity: it gives no way
    int8_t wish_x, wish_y; ///< its way, if it were alone, in 1/4 m/s
};

class NeighbourGrid {
public:
    /// `crowd.item(row, &item)` fills in a row's item, or answers false: it is not to be found; `crowd.walker(row)` is
    /// asked of those who do not rest, and a little before `crowd.ask_for_walker(row)` of everybody. `widest`: m, the
    /// greatest radius of any. Memory of the last build is used again.
    template <typename Crowd> void build(Loops& loops, uint32_t rows, float widest, const Crowd& crowd);

    /// m, as it was built.
    float widest() const { return widest_; }
    /// Calls visit(item) for all whose rim is within `reach` metres of `at`, and some beyond: which, depends on how the
    /// cells lie, so the caller has to measure. Safe from many threads at once.
    template <typename Visit> void within(Vec2 at, float reach, Visit&& visit) const {
        lines_within(at, reach, [&](uint32_t begin, uint32_t end) {
            for (uint32_t i = begin; i < end; ++i) visit(items_[i]);
        });
    }

    /// Of an item that was visited, and does not rest.
    const GridWalker& walker(const GridItem& item) const {
        return walkers_[static_cast<size_t>(&item - items_.data())];
    }

    // Asks for memory that visits about there will need: first where the cells begin, then what is in them.
    void ask_for_cells(Vec2 at) const {
        if (items_.empty()) return;
        for (int y = line(at.y) - 1; y <= line(at.y) + 1; ++y)
            prefetch(&cell_begin_[cell_number(column(at.x), std::clamp(y, 0, lines_ - 1))]);
    }
    void ask_for_items(Vec2 at) const {
        if (items_.empty()) return;
        for (int y = line(at.y) - 1; y <= line(at.y) + 1; ++y)
            prefetch(items_.data() + cell_begin_[cell_number(column(at.x), std::clamp(y, 0, lines_ - 1))]);
    }

    /// How many `within` would visit.
    uint32_t count_within(Vec2 at, float reach) const {
        uint32_t count = 0;
        lines_within(at, reach, [&](uint32_t begin, uint32_t end) { count += end - begin; });
        return count;
    }

    uint64_t memory() const {
        return items_.capacity() * sizeof(GridItem) + walkers_.capacity() * sizeof(GridWalker) +
               (cell_begin_.capacity() + cell_of_.capacity() + rows_by_strip_.capacity() + strip_counts_.capacity()) *
                   sizeof(uint32_t);
    }

private:
    /// Calls visit(begin, end), a range of items, for each line of the cells that `within` visits.
    template <typename Visit> void lines_within(Vec2 at, float reach, Visit&& visit) const {
        if (items_.empty()) return;
        reach += widest_;
        const int left = column(at.x - reach), right = column(at.x + reach), top = line(at.y + reach);
        for (int y = line(at.y - reach); y <= top; ++y)
            for (int x = left, last; x <= right; x = last + 1) {
                last = std::min(right, x | tile_mask_);
                visit(cell_begin_[cell_number(x, y)], cell_begin_[cell_number(last, y) + 1]);
            }
    }
    /// Takes the bounds of everybody anew. They need not be exact: whoever is outside counts into the cells at the
    /// border, for building as for searching, and neighbours stay neighbours.
    template <typename Crowd> void measure(Loops& loops, uint32_t rows, const Crowd& crowd);
    /// Answers how many lie outside the bounds.
    template <typename Crowd> uint32_t deal_out(Loops& loops, uint32_t rows, const Crowd& crowd);
    void set_bounds();
    /// Sets all but the size of the cells for cells of that size, in metres; answers how many there are.
    uint64_t lay_out(float cell);
    void set_cells(float cell, uint32_t rows);
    void begin_strips(uint32_t chunks);
    void count_cells(uint32_t strip);
    /// Tile after tile, each line by line: so what is near in the field is near in memory, as the rows are.
    uint32_t cell_number(int x, int y) const {
        const int tile = (y >> tile_bits_) * tiles_along_ + (x >> tile_bits_);
        const int in_tile = (y & tile_mask_) << tile_bits_ | (x & tile_mask_);
        return static_cast<uint32_t>(tile << 2 * tile_bits_ | in_tile);
    }
    int column(float x) const { return std::clamp(static_cast<int>((x - low_.x) * per_cell_), 0, columns_ - 1); }
    int line(float y) const { return std::clamp(static_cast<int>((y - low_.y) * per_cell_), 0, lines_ - 1); }

    static constexpr uint32_t chunk_size = 4096;
    static constexpr uint32_t builds_per_measure = 32;
    uint32_t builds_ = 0;
    static constexpr float least_cell = 1.2f; ///< m
    static constexpr float slack = 4.0f;      ///< m beyond the bounds in which nobody counts as outside
    Vec2 low_, high_;
    float per_cell_ = 1.0f, widest_ = 0.0f;
    int columns_ = 0, lines_ = 0;
    int tile_bits_ = 0, tile_mask_ = 0, tiles_along_ = 0; ///< the logarithm of a tile's side, in cells; its bits
    List<GridItem> items_;
    List<GridWalker> walkers_;  ///< by the same places; only of those who do not rest
    List<uint32_t> cell_begin_; ///< by cell; one more at the end
    List<uint32_t> cell_of_;    ///< by row; ~0u: none
    List<Vec2> chunk_low_, chunk_high_;
    uint32_t strips_ = 1, cells_per_strip_ = 1;
    List<uint32_t> chunk_outside_;
    List<uint32_t> strip_counts_; ///< by chunk and strip; then where the chunk's next row of the strip goes
    List<uint32_t> strip_begin_;  ///< one more at the end
    List<uint32_t> rows_by_strip_;
};

template <typename Crowd> void NeighbourGrid::build(Loops& loops, uint32_t rows, float widest, const Crowd& crowd) {
    widest_ = widest;
    const float cell = std::max(least_cell, 2.0f * widest);
    const bool fresh = builds_++ % builds_per_measure == 0;
    if (fresh) measure(loops, rows, crowd);
    set_cells(cell, rows);
    // Many outside the bounds would crowd the cells at the border: measure anew at once.
    if (deal_out(loops, rows, crowd) > rows / 64 + 16 && !fresh) {
        measure(loops, rows, crowd);
        set_cells(cell, rows);
        deal_out(loops, rows, crowd);
    }
    begin_strips(Loops::chunk_count(rows, chunk_size));
    rows_by_strip_.resize(strip_begin_.back());
    loops.chunks(rows, chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        uint32_t* const cursors = &strip_counts_[static_cast<size_t>(chunk) * strips_];
        for (uint32_t row = begin; row < end; ++row)
            if (cell_of_[row] != ~0u) rows_by_strip_[cursors[cell_of_[row] / cells_per_strip_]++] = row;
    });
    items_.resize(strip_begin_.back());
    walkers_.resize(strip_begin_.back());
    loops.chunks(strips_, 1, [&](uint32_t strip, uint32_t, uint32_t) {
        count_cells(strip);
        // Each cell's counter stands at its end, and goes down to its beginning.
        for (uint32_t i = strip_begin_[strip]; i < strip_begin_[strip + 1]; ++i) {
            if (i + rows_ahead < strip_begin_[strip + 1]) crowd.ask_for_walker(rows_by_strip_[i + rows_ahead]);
            const uint32_t row = rows_by_strip_[i], place = --cell_begin_[cell_of_[row]];
            crowd.item(row, items_[place]);
            if (items_[place].rests == 0) walkers_[place] = crowd.walker(row);
        }
    });
    cell_begin_.back() = strip_begin_.back();
}

/// Finds each row's cell, and counts the rows of each strip. Rows are dealt out to strips of cells first, so that one
/// thread then has a strip to itself: no atomics, and its part of the cells stays in the nearest caches.
template <typename Crowd> uint32_t NeighbourGrid::deal_out(Loops& loops, uint32_t rows, const Crowd& crowd) {
    const uint32_t chunks = Loops::chunk_count(rows, chunk_size);
    strip_counts_.assign(static_cast<size_t>(chunks) * strips_, 0);
    chunk_outside_.assign(chunks, 0);
    cell_of_.resize(rows);
    loops.chunks(rows, chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        uint32_t* const counts = &strip_counts_[static_cast<size_t>(chunk) * strips_];
        uint32_t outside = 0;
        GridItem it;
        for (uint32_t row = begin; row < end; ++row) {
            cell_of_[row] = ~0u;
            if (!crowd.item(row, it)) continue;
            const Vec2 p = it.position;
            outside += p.x < low_.x - slack || p.x > high_.x + slack || p.y < low_.y - slack || p.y > high_.y + slack;
            cell_of_[row] = cell_number(column(p.x), line(p.y));
            ++counts[cell_of_[row] / cells_per_strip_];
        }
        chunk_outside_[chunk] = outside;
    });
    uint32_t outside = 0;
    for (const uint32_t count : chunk_outside_) outside += count;
    return outside;
}

template <typename Crowd> void NeighbourGrid::measure(Loops& loops, uint32_t rows, const Crowd& crowd) {
    const uint32_t chunks = Loops::chunk_count(rows, chunk_size);
    chunk_low_.assign(chunks, {1e30f, 1e30f});
    chunk_high_.assign(chunks, {-1e30f, -1e30f});
    loops.chunks(rows, chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        GridItem it;
        Vec2 low{1e30f, 1e30f}, high{-1e30f, -1e30f};
        for (uint32_t row = begin; row < end; ++row) {
            if (!crowd.item(row, it)) continue;
            low = {std::min(low.x, it.position.x), std::min(low.y, it.position.y)};
            high = {std::max(high.x, it.position.x), std::max(high.y, it.position.y)};
        }
        chunk_low_[chunk] = low;
        chunk_high_[chunk] = high;
    });
    set_bounds();
}

} // namespace fray
