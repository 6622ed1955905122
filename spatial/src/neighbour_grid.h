// NeighbourGrid: a counting-sort grid over agents, for searches of neighbours within a few metres. The order within a
// cell is arbitrary, so code that sums over neighbours must sum integers.
//
// The grid is kept from frame to frame, because most agents stand, and few of the walking agents leave their cell. An
// agent keeps the index in the list of items that it got when the grid was built. Searches reach farther by the
// distance that any agent may have moved since then (the drift). When the drift becomes too large, the grid is rebuilt.
#pragma once

#include "fray/spatial/vec2.h"
#include "host_memory.h"
#include "parallel.h"
#include "prefetch.h"
#include "saturated_cast.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace fray {

/// What a search sees of an agent. It is as small as possible: frames write many items, and searches read few of them.
struct GridItem {
    Vec2 position{}; ///< m
    uint32_t row : 31;
    uint32_t asleep : 1; ///< the agent is asleep: it stands, and stood in the last frame
    uint16_t kind;       ///< for the caller: the agent's archetype
    int16_t storey;      ///< for the caller: the agent's storey

    static constexpr uint32_t most_rows = 1u << 31;
};
static_assert(sizeof(GridItem) == 16);

/// What the grid also stores of an agent that is awake.
struct GridWalker {
    Vec2 velocity{};                 ///< m/s
    float priority;                  ///< avoidance priority; infinity: the agent never yields
    int8_t preferred_x, preferred_y; ///< preferred velocity, in steps of 0.25 m/s
};

class NeighbourGrid {
public:
    /// Brings the grid up to date with all rows. Reuses the memory of the last update. `widest`: the greatest radius of
    /// any agent, m. `crowd` describes the agent of a row by these functions:
    ///   - item(row, item): fills in the item. False: no search may find this row.
    ///   - still(row): true if the agent is asleep and its item is the same as a frame ago.
    ///   - walker(row): the GridWalker of an agent that is awake.
    ///   - prefetch_walker(row): prefetches what walker(row) reads; called some rows earlier, also for sleeping agents.
    template <typename Crowd> void update(ParallelLoops& loops, uint32_t rows, float widest, const Crowd& crowd);
    /// Call it when rows have changed other than by `reorder`: the next update rebuilds the grid.
    void forget() { forgotten_ = true; }
    /// True if the grid holds all these rows, and `forget` was not called since the last update.
    bool knows(uint32_t rows) const { return !forgotten_ && rows == place_of_.size(); }
    /// The agents have moved to other rows: row begin + i is now the agent that was in row order[i]. `order` is a
    /// permutation of the rows [begin, begin + count). Safe from many threads at once if their rows differ. Call it
    /// only while the grid knows all rows.
    void reorder(uint32_t begin, const uint32_t* order, uint32_t count, Vector<uint32_t>& scratch);

    /// The greatest radius that the last update got, m.
    float widest() const { return widest_; }
    /// Calls visit(item) for every agent within `reach` metres of `at`, measured to its circumference. It also visits
    /// some agents beyond; which of them depends on the cells, so the caller has to measure. Safe from many threads at
    /// once.
    template <typename Visit> void within(Vec2 at, float reach, Visit&& visit) const {
        lines_within(at, reach, [&](uint32_t begin, uint32_t end) {
            for (uint32_t i = begin; i < end; ++i) visit(items_[i]);
        });
    }

    /// Like `within`, but only if few agents are near. Returns false, and visits no agent, if there may be more than
    /// `most`.
    template <typename Visit> bool within_if_few(Vec2 at, float reach, uint32_t most, Visit&& visit) const {
        struct Range {
            uint32_t begin, end;
        };
        std::array<Range, 48> ranges;
        uint32_t lines = 0, count = 0;
        lines_within(at, reach, [&](uint32_t begin, uint32_t end) {
            if (begin == end) return;
            count += end - begin;
            if (lines < ranges.size()) ranges[lines] = {begin, end};
            ++lines;
        });
        if (count > most || lines > ranges.size()) return false;
        for (uint32_t line = 0; line < lines; ++line)
            for (uint32_t i = ranges[line].begin; i < ranges[line].end; ++i) visit(items_[i]);
        return true;
    }

    /// The walker of an item that was passed to `visit`; only for agents that are awake.
    const GridWalker& walker(const GridItem& item) const {
        return walkers_[static_cast<size_t>(&item - items_.data())];
    }

    // Prefetch the memory that a search around `at` will need. Call prefetch_cells first, and prefetch_items some
    // visits later, because it reads the cells.
    void prefetch_cells(Vec2 at) const {
        if (items_.empty()) return;
        for (int y = line(at.y) - 1; y <= line(at.y) + 1; ++y)
            prefetch(&cell_begin_[cell_number(column(at.x), std::clamp(y, 0, lines_ - 1))]);
    }
    void prefetch_items(Vec2 at) const {
        if (items_.empty()) return;
        for (int y = line(at.y) - 1; y <= line(at.y) + 1; ++y)
            prefetch(items_.data() + cell_begin_[cell_number(column(at.x), std::clamp(y, 0, lines_ - 1))]);
    }

    uint64_t memory() const {
        return items_.capacity() * sizeof(GridItem) + walkers_.capacity() * sizeof(GridWalker) +
               chunk_steps_.capacity() * sizeof(float) +
               (cell_begin_.capacity() + place_of_.capacity() + rows_by_strip_.capacity() + strip_counts_.capacity()) *
                   sizeof(uint32_t);
    }

private:
    template <typename Crowd> void build(ParallelLoops& loops, uint32_t rows, float widest, const Crowd& crowd);
    /// Updates all items at their index in the list. False: the grid must be rebuilt, because a new agent has no index,
    /// or because the drift is too large.
    template <typename Crowd> bool refresh(ParallelLoops& loops, uint32_t rows, const Crowd& crowd);
    template <typename Crowd> float refresh_rows(const uint32_t* rows, uint32_t count, const Crowd& crowd);
    template <typename Crowd> float refresh_row(uint32_t row, const Crowd& crowd);
    template <typename Crowd> void put(uint32_t row, uint32_t place, const GridItem& item, const Crowd& crowd) {
        items_[place] = item;
        if (item.asleep == 0) walkers_[place] = crowd.walker(row);
        place_of_[row] = item.asleep != 0 ? place | asleep_bit : place;
    }
    /// Calls visit(begin, end) for ranges of items, which together hold the cells that `within` searches. A line of
    /// cells gives one range for each tile.
    template <typename Visit> void lines_within(Vec2 at, float reach, Visit&& visit) const {
        if (items_.empty()) return;
        reach += widest_ + drift_ + rounding;
        const int left = column(at.x - reach), right = column(at.x + reach), top = line(at.y + reach);
        for (int y = line(at.y - reach); y <= top; ++y)
            for (int x = left, last; x <= right; x = last + 1) {
                last = std::min(right, x | tile_mask_);
                visit(cell_begin_[cell_number(x, y)], cell_begin_[cell_number(last, y) + 1]);
            }
    }
    /// Measures the bounds of all agents. The bounds need not be exact: an agent outside counts into a cell at the
    /// border, both when the grid is built and when it is searched, so searches still find it.
    template <typename Crowd> void measure(ParallelLoops& loops, uint32_t rows, const Crowd& crowd);
    /// Finds the cell of each row, and sorts the rows by strips of cells. Returns how many agents lie outside the
    /// bounds.
    template <typename Crowd> uint32_t deal_out(ParallelLoops& loops, uint32_t rows, const Crowd& crowd);
    void set_bounds();
    /// Computes the layout for cells of `cell` metres, and returns the number of cells. Leaves per_cell_ as it is.
    uint64_t lay_out(float cell);
    void set_cells(float cell, uint32_t rows);
    void begin_strips(uint32_t chunks);
    void count_cells(uint32_t strip);
    /// Cells are numbered tile by tile, and line by line within a tile. So cells that are near in space are near in
    /// memory, as rows are.
    uint32_t cell_number(int x, int y) const {
        const int tile = (y >> tile_bits_) * tiles_along_ + (x >> tile_bits_);
        const int in_tile = (y & tile_mask_) << tile_bits_ | (x & tile_mask_);
        return static_cast<uint32_t>(tile << 2 * tile_bits_ | in_tile);
    }
    int column(float x) const { return std::clamp(saturated_cast<int>((x - low_.x) * per_cell_), 0, columns_ - 1); }
    int line(float y) const { return std::clamp(saturated_cast<int>((y - low_.y) * per_cell_), 0, lines_ - 1); }

    static constexpr uint32_t chunk_size = 4096;
    static constexpr uint32_t builds_per_measure = 8;
    static constexpr float most_drift = 0.6f; ///< m
    static constexpr float rounding = 0.01f;  ///< m: exceeds rounding errors of coordinates at 16 km
    /// Values in place_of_. `asleep_bit`: the agent is asleep, as its item says. `no_place`: the row has no item.
    static constexpr uint32_t asleep_bit = 1u << 31, no_place = ~0u;
    /// The item of an agent that is gone: it stays in the list, where no search reaches it.
    static constexpr GridItem nobody = {{1e18f, 1e18f}, GridItem::most_rows - 1, 1, 0, 0};
    static constexpr float unknown_step = 1e18f; ///< step of an agent that has no index; more than most_drift
    bool forgotten_ = true;
    float drift_ = 0.0f; ///< m: the farthest that any agent may have moved since the grid was built
    uint32_t builds_ = 0;
    static constexpr float least_cell = 1.2f; ///< m
    static constexpr float slack = 4.0f;      ///< m: an agent farther beyond the bounds counts as outside
    Vec2 low_{}, high_{};
    float per_cell_ = 1.0f, widest_ = 0.0f;
    int columns_ = 0, lines_ = 0;
    /// A tile has 1 << tile_bits_ cells on each side; tile_mask_ has these bits set; tiles_along_ is tiles per line.
    int tile_bits_ = 0, tile_mask_ = 0, tiles_along_ = 0;
    Vector<GridItem> items_;      ///< sorted by the cells at the time of the last build
    Vector<GridWalker> walkers_;  ///< by index of items_; valid only for agents that are awake
    Vector<uint32_t> cell_begin_; ///< by cell: index of its first item; an extra entry at the end
    Vector<uint32_t> place_of_; ///< by row: index of its item, with `asleep_bit`, or no_place; during a build: its cell
    Vector<float> chunk_steps_; ///< by chunk: longest step of an agent, m
    Vector<Vec2> chunk_low_, chunk_high_;
    uint32_t strips_ = 1, cells_per_strip_ = 1;
    Vector<uint32_t> chunk_outside_;
    Vector<uint32_t> strip_counts_; ///< by chunk and strip: number of rows; then the index of the chunk's next row
    Vector<uint32_t> strip_begin_;  ///< by strip: index of its first row; an extra entry at the end
    Vector<uint32_t> rows_by_strip_;
};

template <typename Crowd>
void NeighbourGrid::update(ParallelLoops& loops, uint32_t rows, float widest, const Crowd& crowd) {
    const bool kept = knows(rows) && widest == widest_ && refresh(loops, rows, crowd);
    forgotten_ = true; // in case the build throws
    if (!kept) build(loops, rows, widest, crowd);
    forgotten_ = false;
}

template <typename Crowd> bool NeighbourGrid::refresh(ParallelLoops& loops, uint32_t rows, const Crowd& crowd) {
    chunk_steps_.assign(ParallelLoops::chunk_count(rows, chunk_size), 0.0f);
    loops.parallel_for(rows, chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        constexpr uint32_t block = 512;
        for (uint32_t first = begin; first < end; first += block) {
            uint32_t awake[block], count = 0;
            for (uint32_t row = first; row < std::min(first + block, end); ++row) {
                const bool known = (place_of_[row] & asleep_bit) != 0 && crowd.still(row);
                awake[count] = row;
                count += !known;
            }
            chunk_steps_[chunk] = std::max(chunk_steps_[chunk], refresh_rows(awake, count, crowd));
        }
    });
    float longest = 0.0f;
    for (const float step : chunk_steps_) longest = std::max(longest, step);
    drift_ += longest * 1.0001f;
    return drift_ <= most_drift;
}

/// Returns the longest step of these rows since the last update, in metres.
template <typename Crowd> float NeighbourGrid::refresh_rows(const uint32_t* rows, uint32_t count, const Crowd& crowd) {
    float longest_squared = 0.0f;
    visit_ahead(
        rows, count, [&](uint32_t row) { longest_squared = std::max(longest_squared, refresh_row(row, crowd)); },
        [&](uint32_t row) {
            crowd.prefetch_walker(row);
            if (place_of_[row] == no_place) return;
            const uint32_t place = place_of_[row] & ~asleep_bit;
            prefetch(&items_[place]);
            prefetch(&walkers_[place]);
        });
    return std::sqrt(longest_squared);
}

/// Returns the square of the agent's step since the last update, in m^2.
template <typename Crowd> float NeighbourGrid::refresh_row(uint32_t row, const Crowd& crowd) {
    GridItem item;
    const bool there = crowd.item(row, item);
    if (place_of_[row] == no_place) return there ? unknown_step : 0.0f;
    const uint32_t place = place_of_[row] & ~asleep_bit;
    if (!there) {
        place_of_[row] = no_place;
        items_[place] = nobody;
        return 0.0f;
    }
    const Vec2 step = {item.position.x - items_[place].position.x, item.position.y - items_[place].position.y};
    put(row, place, item, crowd);
    return step.x * step.x + step.y * step.y;
}

template <typename Crowd>
void NeighbourGrid::build(ParallelLoops& loops, uint32_t rows, float widest, const Crowd& crowd) {
    widest_ = widest;
    drift_ = 0.0f;
    const float cell = std::max(least_cell, 2.0f * widest);
    const bool fresh = builds_++ % builds_per_measure == 0;
    if (fresh) measure(loops, rows, crowd);
    set_cells(cell, rows);
    // Many agents outside the bounds would crowd the cells at the border, so measure again at once.
    if (deal_out(loops, rows, crowd) > rows / 64 + 16 && !fresh) {
        measure(loops, rows, crowd);
        set_cells(cell, rows);
        deal_out(loops, rows, crowd);
    }
    begin_strips(ParallelLoops::chunk_count(rows, chunk_size));
    rows_by_strip_.resize(strip_begin_.back());
    loops.parallel_for(rows, chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        uint32_t* const cursors = &strip_counts_[static_cast<size_t>(chunk) * strips_];
        for (uint32_t row = begin; row < end; ++row)
            if (place_of_[row] != no_place) rows_by_strip_[cursors[place_of_[row] / cells_per_strip_]++] = row;
    });
    items_.resize(strip_begin_.back());
    walkers_.resize(strip_begin_.back());
    loops.parallel_for(strips_, 1, [&](uint32_t strip, uint32_t, uint32_t) {
        count_cells(strip);
        // The counter of each cell starts at the end of the cell's items and counts down to their beginning.
        for (uint32_t i = strip_begin_[strip]; i < strip_begin_[strip + 1]; ++i) {
            if (i + rows_ahead < strip_begin_[strip + 1]) crowd.prefetch_walker(rows_by_strip_[i + rows_ahead]);
            const uint32_t row = rows_by_strip_[i], place = --cell_begin_[place_of_[row]];
            GridItem item;
            crowd.item(row, item);
            put(row, place, item, crowd);
        }
    });
    cell_begin_.back() = strip_begin_.back();
}

/// Finds the cell of each row, and counts the rows of each strip of cells. The cell stays in `place_of_` until the row
/// has an index. Rows are sorted by strip first, so that a single thread then works on a strip: it needs no atomics,
/// and its cells stay in its nearest caches.
template <typename Crowd> uint32_t NeighbourGrid::deal_out(ParallelLoops& loops, uint32_t rows, const Crowd& crowd) {
    const uint32_t chunks = ParallelLoops::chunk_count(rows, chunk_size);
    strip_counts_.assign(static_cast<size_t>(chunks) * strips_, 0);
    chunk_outside_.assign(chunks, 0);
    place_of_.resize(rows);
    loops.parallel_for(rows, chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        uint32_t* const counts = &strip_counts_[static_cast<size_t>(chunk) * strips_];
        uint32_t outside = 0;
        GridItem it;
        for (uint32_t row = begin; row < end; ++row) {
            place_of_[row] = no_place;
            if (!crowd.item(row, it)) continue;
            const Vec2 p = it.position;
            outside += p.x < low_.x - slack || p.x > high_.x + slack || p.y < low_.y - slack || p.y > high_.y + slack;
            place_of_[row] = cell_number(column(p.x), line(p.y));
            ++counts[place_of_[row] / cells_per_strip_];
        }
        chunk_outside_[chunk] = outside;
    });
    uint32_t outside = 0;
    for (const uint32_t count : chunk_outside_) outside += count;
    return outside;
}

template <typename Crowd> void NeighbourGrid::measure(ParallelLoops& loops, uint32_t rows, const Crowd& crowd) {
    const uint32_t chunks = ParallelLoops::chunk_count(rows, chunk_size);
    chunk_low_.assign(chunks, {1e30f, 1e30f});
    chunk_high_.assign(chunks, {-1e30f, -1e30f});
    loops.parallel_for(rows, chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
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
