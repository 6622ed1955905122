// A counting-sort grid over agents, for neighbours at arm's length. The order within a cell is arbitrary: who sums
// over neighbours sums integers.
//
// It is kept from frame to frame: most agents stand, and of those who walk few leave their cell. Everybody stays at the
// place in the list that he was given when the grid was built, and searches look as much farther as anybody may have
// gone since; when that becomes much, the grid is built anew.
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
    /// Knows everybody as they are now. `crowd.item(row, &item)` fills in a row's item, or answers false: it is not to
    /// be found; `crowd.still(row)`: it rests, and is where it was a frame ago; `crowd.walker(row)` is asked of those
    /// who do not rest, and a little before `crowd.ask_for_walker(row)` of everybody who is looked at. `widest`: m, the
    /// greatest radius of any. Memory of before is used again.
    template <typename Crowd> void update(Loops& loops, uint32_t rows, float widest, const Crowd& crowd);
    /// Rows have gone elsewhere, or are others: the next update builds it anew.
    void forget() { forgotten_ = true; }
    /// Are they all in it, as far as it has not forgotten them?
    bool knows(uint32_t rows) const { return !forgotten_ && rows == place_of_.size(); }
    /// The rows from `begin` on are those that were order[0 .. count) before, the same ones in another order. Safe from
    /// many threads at once, of rows of their own. Only while it knows all rows.
    void reorder(uint32_t begin, const uint32_t* order, uint32_t count, List<uint32_t>& scratch);

    /// m, as it was built.
    float widest() const { return widest_; }
    /// Calls visit(item) for all whose rim is within `reach` metres of `at`, and some beyond: which, depends on how the
    /// cells lie, so the caller has to measure. Safe from many threads at once.
    template <typename Visit> void within(Vec2 at, float reach, Visit&& visit) const {
        lines_within(at, reach, [&](uint32_t begin, uint32_t end) {
            for (uint32_t i = begin; i < end; ++i) visit(items_[i]);
        });
    }

    /// The same, if they are few. False: there may be more than `most`, and nobody was visited.
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

    uint64_t memory() const {
        return items_.capacity() * sizeof(GridItem) + walkers_.capacity() * sizeof(GridWalker) +
               chunk_steps_.capacity() * sizeof(float) +
               (cell_begin_.capacity() + place_of_.capacity() + rows_by_strip_.capacity() + strip_counts_.capacity()) *
                   sizeof(uint32_t);
    }

private:
    template <typename Crowd> void build(Loops& loops, uint32_t rows, float widest, const Crowd& crowd);
    /// Brings all items up to date, each at its place. False: somebody has no place, or is too far from it.
    template <typename Crowd> bool refresh(Loops& loops, uint32_t rows, const Crowd& crowd);
    template <typename Crowd> float refresh_rows(const uint32_t* rows, uint32_t count, const Crowd& crowd);
    template <typename Crowd> float refresh_row(uint32_t row, const Crowd& crowd);
    template <typename Crowd> void put(uint32_t row, uint32_t place, const GridItem& item, const Crowd& crowd) {
        items_[place] = item;
        if (item.rests == 0) walkers_[place] = crowd.walker(row);
        place_of_[row] = item.rests != 0 ? place | resting : place;
    }
    /// Calls visit(begin, end), a range of items, for each line of the cells that `within` visits.
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
    int column(float x) const { return std::clamp(saturated_cast<int>((x - low_.x) * per_cell_), 0, columns_ - 1); }
    int line(float y) const { return std::clamp(saturated_cast<int>((y - low_.y) * per_cell_), 0, lines_ - 1); }

    static constexpr uint32_t chunk_size = 4096;
    static constexpr uint32_t builds_per_measure = 8;
    static constexpr float most_drift = 0.6f; ///< m
    static constexpr float rounding = 0.01f;  ///< m: more than sums of places lose 16 km from the origin
    /// Of a place: who has it rests, as its item says.
    static constexpr uint32_t resting = 1u << 31, no_place = ~0u;
    /// Whoever has left stays on the list, out of everybody's reach.
    static constexpr GridItem nobody = {{1e18f, 1e18f}, GridItem::most_rows - 1, 1, 0, 0};
    static constexpr float unknown_step = 1e18f;
    bool forgotten_ = true;
    float drift_ = 0.0f; ///< m: so far anybody may have gone since it was built
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
    List<uint32_t> place_of_;   ///< by row, with the bit `resting`; while it is built: the cell; or no_place
    List<float> chunk_steps_;
    List<Vec2> chunk_low_, chunk_high_;
    uint32_t strips_ = 1, cells_per_strip_ = 1;
    List<uint32_t> chunk_outside_;
    List<uint32_t> strip_counts_; ///< by chunk and strip; then where the chunk's next row of the strip goes
    List<uint32_t> strip_begin_;  ///< one more at the end
    List<uint32_t> rows_by_strip_;
};

template <typename Crowd> void NeighbourGrid::update(Loops& loops, uint32_t rows, float widest, const Crowd& crowd) {
    const bool kept = knows(rows) && widest == widest_ && refresh(loops, rows, crowd);
    forgotten_ = true; // should it not come to an end
    if (!kept) build(loops, rows, widest, crowd);
    forgotten_ = false;
}

template <typename Crowd> bool NeighbourGrid::refresh(Loops& loops, uint32_t rows, const Crowd& crowd) {
    chunk_steps_.assign(Loops::chunk_count(rows, chunk_size), 0.0f);
    loops.chunks(rows, chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        constexpr uint32_t block = 512;
        for (uint32_t first = begin; first < end; first += block) {
            uint32_t awake[block], count = 0;
            for (uint32_t row = first; row < std::min(first + block, end); ++row) {
                const bool known = (place_of_[row] & resting) != 0 && crowd.still(row);
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

/// Answers the longest step of any, in metres.
template <typename Crowd> float NeighbourGrid::refresh_rows(const uint32_t* rows, uint32_t count, const Crowd& crowd) {
    float longest_squared = 0.0f;
    visit_ahead(
        rows, count, [&](uint32_t row) { longest_squared = std::max(longest_squared, refresh_row(row, crowd)); },
        [&](uint32_t row) {
            crowd.ask_for_walker(row);
            if (place_of_[row] == no_place) return;
            const uint32_t place = place_of_[row] & ~resting;
            prefetch(&items_[place]);
            prefetch(&walkers_[place]);
        });
    return std::sqrt(longest_squared);
}

/// Answers the square of its step.
template <typename Crowd> float NeighbourGrid::refresh_row(uint32_t row, const Crowd& crowd) {
    GridItem item;
    const bool there = crowd.item(row, item);
    if (place_of_[row] == no_place) return there ? unknown_step : 0.0f;
    const uint32_t place = place_of_[row] & ~resting;
    if (!there) {
        place_of_[row] = no_place;
        items_[place] = nobody;
        return 0.0f;
    }
    const Vec2 step = {item.position.x - items_[place].position.x, item.position.y - items_[place].position.y};
    put(row, place, item, crowd);
    return step.x * step.x + step.y * step.y;
}

template <typename Crowd> void NeighbourGrid::build(Loops& loops, uint32_t rows, float widest, const Crowd& crowd) {
    widest_ = widest;
    drift_ = 0.0f;
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
            if (place_of_[row] != no_place) rows_by_strip_[cursors[place_of_[row] / cells_per_strip_]++] = row;
    });
    items_.resize(strip_begin_.back());
    walkers_.resize(strip_begin_.back());
    loops.chunks(strips_, 1, [&](uint32_t strip, uint32_t, uint32_t) {
        count_cells(strip);
        // Each cell's counter stands at its end, and goes down to its beginning.
        for (uint32_t i = strip_begin_[strip]; i < strip_begin_[strip + 1]; ++i) {
            if (i + rows_ahead < strip_begin_[strip + 1]) crowd.ask_for_walker(rows_by_strip_[i + rows_ahead]);
            const uint32_t row = rows_by_strip_[i], place = --cell_begin_[place_of_[row]];
            GridItem item;
            crowd.item(row, item);
            put(row, place, item, crowd);
        }
    });
    cell_begin_.back() = strip_begin_.back();
}

/// Finds each row's cell, which stands in `place_of_` until it has its place, and counts the rows of each strip. Rows
/// are dealt out to strips of cells first, so that one thread then has a strip to itself: no atomics, and its part of
/// the cells stays in the nearest caches.
template <typename Crowd> uint32_t NeighbourGrid::deal_out(Loops& loops, uint32_t rows, const Crowd& crowd) {
    const uint32_t chunks = Loops::chunk_count(rows, chunk_size);
    strip_counts_.assign(static_cast<size_t>(chunks) * strips_, 0);
    chunk_outside_.assign(chunks, 0);
    place_of_.resize(rows);
    loops.chunks(rows, chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
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
