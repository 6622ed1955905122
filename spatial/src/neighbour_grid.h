// NeighbourGrid: a counting-sort grid over agents, for searches of neighbours within a few metres. The order within a
// cell is arbitrary, so code that sums over neighbours must sum integers.
//
// The grid has levels, as a hierarchical grid has: agents of about one size and speed share a level, and its cells fit
// them. So a single giant does not make the cells of all others large, nor does it make their searches reach farther.
// A search visits every level.
//
// The grid is kept from frame to frame, because most agents stand, and few of the walking agents leave their cell. An
// agent keeps its index in the list of items, and so its cell, while it is no farther outside this cell than a part of
// it (`most_outside`). In each level searches reach farther by the distance that any of its agents is outside its cell.
// Where few agents walk, each of them is measured, and those that leave their cell get another. Where many walk, it is
// cheaper to add up the longest steps (the drift), and to rebuild the grid when their sum is too large.
//
// Agents that came after the build, or have left their cell, are in a small second set of cells (the arrivals), which
// is sorted anew in each frame that brings more of them. Agents that have gone or left leave items behind, where no
// search reaches them. If there are too many arrivals, the grid is rebuilt.
#pragma once

#include "drift.h"
#include "fray/spatial/vec2.h"
#include "host_memory.h"
#include "parallel.h"
#include "prefetch.h"
#include "saturated_cast.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

namespace fray {

/// What a search sees of an agent: all that local avoidance needs of a neighbour. Half a cache line, in the order of
/// the cells.
struct alignas(32) GridItem {
    Vec2 position{};       ///< m
    Vec2 velocity{};       ///< m/s; zero if asleep
    float radius = 0.0f;   ///< m
    float priority = 0.0f; ///< avoidance priority; infinity: the agent never yields
    uint32_t row : 28;
    uint32_t asleep : 1;             ///< the agent stands, and stood in the last frame
    uint32_t makes_room : 1;         ///< for the caller: it rested, and lets another agent pass
    uint32_t slips : 1;              ///< for the caller: its `radius` is less than that of its body
    uint32_t waits_for_update : 1;   ///< for the caller: it does not move in this frame, whatever its velocity
    int8_t preferred_x, preferred_y; ///< preferred velocity, in steps of 0.25 m/s; zero if asleep
    int16_t floor;                   ///< for the caller: the agent's floor

    static constexpr uint32_t most_rows = 1u << 28;
};
static_assert(sizeof(GridItem) == 32);

/// The agents of a level.
struct GridLevel {
    float cell = 1.0f;    ///< m: the side of a cell; in a wide and almost empty world cells become larger
    float widest = 0.0f;  ///< m: the greatest radius of these agents
    float fastest = 0.0f; ///< m/s: for the caller; the greatest speed of those of them that fray moves

    bool operator==(const GridLevel&) const = default;
};

class NeighbourGrid {
public:
    static constexpr uint32_t most_levels = 8;

    /// Brings the grid up to date with all rows. Reuses the memory of the last update. `levels`: at most `most_levels`,
    /// the finest first. `crowd` describes the agent of a row by these functions:
    ///   - place(row, position): sets the position. False: no search may find this row.
    ///   - level(row): the number of its level; the same in every update with the same cells and widths of `levels`,
    ///     unless `forget` is called.
    ///   - item(row): its item.
    ///   - frames(row): how many frames the row's last step covers (Drift).
    ///   - still(row, asleep, waits): true if its item, which says `asleep` or `waits`, is the same as a frame ago.
    ///   - asleep(begin, end, marks): sets marks[i] to 0 if still(begin + i, true, false) is false, and mostly to 1
    ///     if it is true; it looks at many rows at once.
    ///   - prefetch(row): prefetches what item(row) reads; called some rows earlier, also for sleeping agents.
    template <typename Crowd>
    void update(ParallelLoops& loops, uint32_t rows, std::span<const GridLevel> levels, const Crowd& crowd);
    /// Call it when rows have changed other than by the functions below: the next update rebuilds the grid.
    void forget() { forgotten_ = true; }
    /// The same; until that update searches find no agent.
    void clear() {
        forgotten_ = true;
        level_count_ = 0;
    }
    /// True if the grid holds all these rows, and `forget` was not called since the last update.
    bool knows(uint32_t rows) const { return !forgotten_ && rows == place_of_.size(); }
    /// The number of rows at the last update or `resize`. Searches do not find agents of later rows.
    uint32_t rows() const { return static_cast<uint32_t>(place_of_.size()); }

    // How rows change between two updates. If the grid is forgotten, these functions do nothing.

    /// There are new rows at the end, which the next update admits; or rows at the end have gone, of which the agents
    /// were removed or have moved to other rows.
    void resize(uint32_t rows) {
        if (!forgotten_) place_of_.resize(rows, no_place);
    }
    /// The agent of a row has gone. Searches no longer find it.
    void remove(uint32_t row) {
        if (!forgotten_ && place_of_[row] != no_place) drop(row);
    }
    /// An agent has moved to another row, of which the agent has gone or moved before.
    void move(uint32_t from, uint32_t to) {
        if (forgotten_) return;
        place_of_[to] = std::exchange(place_of_[from], no_place);
        if (place_of_[to] != no_place) items_[place_of_[to] & place_bits].row = to % GridItem::most_rows;
    }
    /// The agents have moved to other rows: row begin + i is now the agent that was in row order(i). These are a
    /// permutation of the rows [begin, begin + count). Safe from many threads at once if their rows differ. Call it
    /// only while the grid knows all rows.
    template <typename Order> void reorder(uint32_t begin, uint32_t count, Vector<uint32_t>& scratch, Order&& order) {
        scratch.resize(std::max<size_t>(scratch.size(), count));
        for (uint32_t i = 0; i < count; ++i) scratch[i] = place_of_[order(i)];
        for (uint32_t i = 0; i < count; ++i) {
            place_of_[begin + i] = scratch[i];
            if (scratch[i] == no_place || order(i) == begin + i) continue;
            items_[scratch[i] & place_bits].row = (begin + i) % GridItem::most_rows;
        }
    }

    /// Calls visit(item) for every agent that may be within `reach` metres of `at`, measured to its circumference. It
    /// also visits agents beyond; which of them depends on the cells, so the caller has to measure. `reach` may also be
    /// a function of the level (`const GridLevel&`). Safe from many threads at once.
    template <typename Reach, typename Visit> void within(Vec2 at, const Reach& reach, Visit&& visit) const {
        for (uint32_t i = 0; i < level_count_; ++i) {
            const Level& level = levels_[i];
            const float far = level.widest + level.outside + rounding + metres(reach, level);
            visit_boxes(i, at, {far, far}, visit);
        }
    }
    /// The same for every agent that may be within `reach` metres of the straight way from `from` to `to`.
    template <typename Visit> void along(Vec2 from, Vec2 to, float reach, Visit&& visit) const {
        const Vec2 middle = {0.5f * (from.x + to.x), 0.5f * (from.y + to.y)};
        const Vec2 half = {0.5f * std::abs(from.x - to.x), 0.5f * std::abs(from.y - to.y)};
        for (uint32_t i = 0; i < level_count_; ++i) {
            const Level& level = levels_[i];
            const float far = level.widest + level.outside + rounding + reach;
            visit_boxes(i, middle, {half.x + far, half.y + far}, visit);
        }
    }

    /// The item of a row. Call it only for agents that searches find.
    const GridItem& item(uint32_t row) const { return items_[place_of_[row] & place_bits]; }

    // Prefetch the memory that a search around `at` will need, in the finest level. Call prefetch_cells first, and
    // prefetch_items some visits later, because it reads the cells.
    void prefetch_cells(Vec2 at) const {
        for_lines_around(at, [&](uint32_t cell) { prefetch(&cell_begin_[cell]); });
    }
    void prefetch_items(Vec2 at) const {
        for_lines_around(at, [&](uint32_t cell) {
            prefetch_lines(items_.data() + cell_begin_[cell], 128); // about three items, often in two cache lines
        });
    }

    uint64_t memory() const {
        return items_.capacity() * sizeof(GridItem) + chunk_found_.capacity() * sizeof(Found) +
               arrivals_.capacity() * sizeof(Arrival) +
               (cell_begin_.capacity() + cell_of_.capacity() + place_of_.capacity() + rows_by_strip_.capacity() +
                strip_counts_.capacity()) *
                   sizeof(uint32_t);
    }

private:
    /// The bounds of positions, in m; at first empty.
    struct Box {
        Vec2 low{1e30f, 1e30f}, high{-1e30f, -1e30f};
        void add(Vec2 p) {
            low = {std::min(low.x, p.x), std::min(low.y, p.y)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y)};
        }
        void add(const Box& other) {
            low = {std::min(low.x, other.low.x), std::min(low.y, other.low.y)};
            high = {std::max(high.x, other.high.x), std::max(high.y, other.high.y)};
        }
        /// Is every position in it farther than `far` from `at`, along x or along y?
        bool is_beyond(Vec2 at, Vec2 far) const {
            return at.x + far.x < low.x || at.x - far.x > high.x || at.y + far.y < low.y || at.y - far.y > high.y;
        }
    };
    struct Level : GridLevel {
        Box box; ///< of its agents when the grid was built: a search far from a few giants does not look for them
        float outside = 0.0f; ///< m, along x or y: no agent is farther outside its cell
        Drift drift;          ///< of its agents since the grid was built, if the grid is not `calm_`
        Vec2 low{};           ///< m: the corner of the first cell
        float per_cell = 1.0f;
        int columns = 0, lines = 0;
        /// A tile has 1 << tile_bits cells on each side; low_bits has these bits set; tiles_along is tiles per line.
        int tile_bits = 0, low_bits = 0, tiles_along = 0;
        int tile_mask = 0;  ///< as low_bits; without tiles all bits, so that a line is a single range
        int line_shift = 1; ///< bits of a column's number in `address`
        uint32_t first_cell = 0;

        int column(float x) const { return std::clamp(saturated_cast<int>((x - low.x) * per_cell), 0, columns - 1); }
        int line(float y) const { return std::clamp(saturated_cast<int>((y - low.y) * per_cell), 0, lines - 1); }
        /// Cells are numbered tile by tile, and line by line within a tile. So cells that are near in space are near in
        /// memory, as rows are.
        uint32_t cell_number(int x, int y) const { return line_begin(y) + in_line(x); }
        /// The cell at the beginning of a line, and how much higher the number of another cell of the line is. Without
        /// tiles (`low_bits` 0) a line is as long as the field.
        uint32_t line_begin(int y) const {
            const int tile = (y >> tile_bits) * tiles_along;
            return first_cell + static_cast<uint32_t>((tile << 2 * tile_bits) + ((y & low_bits) << tile_bits));
        }
        uint32_t in_line(int x) const {
            return static_cast<uint32_t>(((x >> tile_bits) << 2 * tile_bits) + (x & low_bits));
        }
        uint32_t cell_at(Vec2 at) const { return cell_number(column(at.x), line(at.y)); }
        /// The cell of a position as its column and line in one number, which `excess` reads.
        uint32_t address(Vec2 at) const {
            return static_cast<uint32_t>(line(at.y)) << line_shift | static_cast<uint32_t>(column(at.x));
        }
        /// Cells, along x or y: how far a position is outside the cell with this address; less than 0: it is inside.
        float excess(uint32_t address, Vec2 at) const {
            const auto middle_x = static_cast<float>(address & ((1u << line_shift) - 1u)) + 0.5f;
            const auto middle_y = static_cast<float>(address >> line_shift) + 0.5f;
            return std::max(std::abs((at.x - low.x) * per_cell - middle_x),
                            std::abs((at.y - low.y) * per_cell - middle_y)) -
                   0.5f;
        }
        /// Makes the box hold the whole cells of its agents.
        void round_box() {
            const float side = 1.0f / per_cell;
            box.low = {box.low.x - side, box.low.y - side};
            box.high = {box.high.x + side, box.high.y + side};
        }
    };
    static float metres(float reach, const GridLevel&) { return reach; }
    template <typename Reach> static float metres(const Reach& reach, const GridLevel& level) { return reach(level); }
    /// Visits all items in the cells of a level that touch the box `far` metres to each side of `at`.
    template <typename Visit> void visit_box(const Level& level, Vec2 at, Vec2 far, Visit&& visit) const {
        if (level.box.is_beyond(at, far)) return;
        const int left = level.column(at.x - far.x), right = level.column(at.x + far.x);
        const int top = level.line(at.y + far.y);
        // A line of cells gives one range of items for each tile.
        for (int y = level.line(at.y - far.y); y <= top; ++y) {
            const uint32_t* const cells = &cell_begin_[level.line_begin(y)];
            for (int x = left, last; x <= right; x = last + 1) {
                last = std::min(right, x | level.tile_mask);
                const uint32_t cell = level.in_line(x);
                const GridItem* item = items_.data() + cells[cell];
                const GridItem* const end = items_.data() + cells[cell + static_cast<uint32_t>(last - x) + 1];
                for (; item != end; ++item) visit(*item);
            }
        }
    }
    /// Visits the items of a level in the box, those of arrivals too.
    template <typename Visit> void visit_boxes(uint32_t level, Vec2 at, Vec2 far, Visit&& visit) const {
        // In a loop, so that `visit` is inlined only once.
        const Level* const parts[] = {&levels_[level], &arrival_levels_[level]};
        const int count = arrival_levels_[level].columns != 0 ? 2 : 1;
        for (int i = 0; i < count; ++i) visit_box(*parts[i], at, far, visit);
    }
    template <typename Visit> void for_lines_around(Vec2 at, Visit&& visit) const {
        if (level_count_ == 0) return;
        const Level& level = levels_[0];
        const int x = level.column(at.x), y = level.line(at.y);
        for (int i = std::max(y - 1, 0); i <= std::min(y + 1, level.lines - 1); ++i) visit(level.cell_number(x, i));
    }

    template <typename Crowd> void build(ParallelLoops& loops, uint32_t rows, const Crowd& crowd);
    /// What a chunk of rows finds in `refresh`.
    struct Found {
        std::array<float, most_levels> outside{};      ///< m: as `Level::outside`, if the grid is `calm_`
        std::array<LongestSteps, most_levels> steps{}; ///< of this frame, if it is not
        uint32_t changed = 0;                          ///< number of items that were made anew
        uint32_t left = 0;                             ///< number of agents that have left their cell
        Vector<uint32_t> no_item;                      ///< rows of agents that have no item, or have left their cell
    };
    /// An item that came after the build.
    struct Arrival {
        GridItem item;
        uint32_t level;
        uint32_t cell;
    };
    /// Updates all items at their index in the list. False: the grid must be rebuilt, because too many agents have come
    /// or have left their cells.
    template <typename Crowd> bool refresh(ParallelLoops& loops, uint32_t rows, const Crowd& crowd);
    template <typename Crowd> void refresh_rows(const uint32_t* rows, uint32_t count, const Crowd& crowd, Found& found);
    template <typename Crowd> void refresh_row(uint32_t row, const Crowd& crowd, Found& found);
    /// Adds the agents that `refresh` has found without an item to the arrivals. False: there are too many.
    template <typename Crowd> bool admit(uint32_t rows, const Crowd& crowd);
    /// Lists the items of the arrivals that are still there.
    void list_arrivals();
    /// Makes cells for the arrivals in the list and puts them there.
    void place_arrivals();
    /// The row's item stays, where no search reaches it.
    void drop(uint32_t row) {
        GridItem& item = items_[place_of_[row] & place_bits];
        item.position = nowhere;
        item.row = 0; // there may be fewer rows soon, and a search may read the row of every item that it visits
        place_of_[row] = no_place;
    }
    void put(uint32_t row, uint32_t place, const GridItem& item) {
        items_[place] = item;
        place_of_[row] = place | (item.asleep != 0 ? asleep_bit : 0) | (item.waits_for_update != 0 ? waits_bit : 0);
    }
    /// The same for a new item in the cells of a level.
    void add(uint32_t row, uint32_t place, const Level& level, const GridItem& item) {
        if (calm_) cell_of_[place] = level.address(item.position);
        put(row, place, item);
    }
    /// Takes over the levels. True: they are those of the last update.
    bool same_levels(std::span<const GridLevel> levels);
    /// Lets searches reach as far as the agents of the last frame are outside their cells. False: that is too far.
    bool widen();
    /// Measures the bounds of all agents. The bounds need not be exact: an agent outside counts into a cell at the
    /// border, both when the grid is built and when it is searched, so searches still find it.
    template <typename Crowd> void measure(ParallelLoops& loops, uint32_t rows, const Crowd& crowd);
    /// Finds the cell of each row, and sorts the rows by strips of cells. Returns how many agents lie outside the
    /// bounds.
    template <typename Crowd> uint32_t deal_out(ParallelLoops& loops, uint32_t rows, const Crowd& crowd);
    void set_bounds();
    /// Lays out the cells of all levels.
    void set_cells(uint32_t rows);
    /// Lays out a level over the bounds, with cells of this size (m) or larger, so that there are at most `most`.
    /// Returns the number of cells.
    static uint64_t lay_out(Level& level, const Box& bounds, float cell, uint64_t most);
    static uint64_t lay_out(Level& level, const Box& bounds, float cell);
    void begin_strips(uint32_t chunks);
    void count_cells(uint32_t strip);

    static constexpr uint32_t chunk_size = 4096;
    static constexpr uint32_t most_arrivals(uint32_t rows) { return rows / 16 + 64; }
    static constexpr uint32_t builds_per_measure = 8;
    /// The second: while steps cover several frames. Then there are fewer searches, so that they may reach farther.
    static constexpr float most_outside = 0.25f, most_outside_of_long_steps = 0.75f; ///< cells
    static constexpr float rounding = 0.01f; ///< m: exceeds rounding errors of coordinates at 16 km
    /// Values in place_of_. The bits say what the item says; `no_place`: the row has no item.
    static constexpr uint32_t asleep_bit = 1u << 31, waits_bit = 1u << 30, place_bits = waits_bit - 1, no_place = ~0u;
    static constexpr Vec2 nowhere = {1e18f, 1e18f}; ///< m: the position of the item of an agent that has gone
    static constexpr float slack = 4.0f;            ///< m: an agent farther beyond the bounds counts as outside
    bool forgotten_ = true;
    bool calm_ = false; ///< few agents walked when the grid was built
    uint32_t builds_ = 0;
    Box bounds_;
    std::array<Level, most_levels> levels_;
    std::array<Level, most_levels> arrival_levels_; ///< the cells of the arrivals; without columns: there are none
    uint32_t level_count_ = 0;
    Vector<GridItem> items_;   ///< sorted by level and by the cells at the time of the last build; then the arrivals
    Vector<uint32_t> cell_of_; ///< by index of the item: its cell (`Level::address`); only if the grid is `calm_`
    uint32_t built_ = 0;       ///< number of items without those of arrivals
    uint32_t built_cells_ = 0;
    /// By cell: index of its first item; an extra entry at the end. Then the same for the cells of the arrivals.
    Vector<uint32_t> cell_begin_;
    Vector<uint32_t> place_of_; ///< by row: index of its item, with the bits above, or no_place; in a build: its cell
    Vector<Found> chunk_found_;
    Vector<Arrival> arrivals_; ///< scratch
    Vector<Box> chunk_bounds_;
    uint32_t strips_ = 1, cells_per_strip_ = 1;
    Vector<uint32_t> chunk_outside_;
    Vector<std::array<Box, most_levels>> chunk_boxes_; ///< by chunk and level
    Vector<uint32_t> strip_counts_; ///< by chunk and strip: number of rows; then the index of the chunk's next row
    Vector<uint32_t> strip_begin_;  ///< by strip: index of its first row; an extra entry at the end
    Vector<uint32_t> rows_by_strip_;
};

template <typename Crowd>
void NeighbourGrid::update(ParallelLoops& loops, uint32_t rows, std::span<const GridLevel> levels, const Crowd& crowd) {
    const bool same = same_levels(levels), known = same && knows(rows);
    const bool kept = known && refresh(loops, rows, crowd);
    forgotten_ = true; // in case the build throws
    if (!kept) {
        uint32_t changed = 0;
        for (const Found& found : chunk_found_) changed += found.changed;
        calm_ = known && changed < rows / 4;
        build(loops, rows, crowd);
    }
    forgotten_ = false;
}

template <typename Crowd> bool NeighbourGrid::refresh(ParallelLoops& loops, uint32_t rows, const Crowd& crowd) {
    const uint32_t chunks = ParallelLoops::chunk_count(rows, chunk_size);
    if (chunk_found_.size() < chunks) chunk_found_.resize(chunks);
    for (Found& found : chunk_found_) {
        found.outside = {};
        found.steps = {};
        found.changed = found.left = 0;
        found.no_item.clear();
    }
    loops.parallel_for(rows, chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        constexpr uint32_t block = 512;
        for (uint32_t first = begin; first < end; first += block) {
            const uint32_t last = std::min(first + block, end);
            std::array<uint8_t, block> asleep;
            crowd.asleep(first, last, asleep.data());
            uint32_t awake[block], count = 0;
            for (uint32_t row = first; row < last; ++row) {
                const uint32_t place = place_of_[row];
                if (asleep[row - first] != 0 && (place & asleep_bit) != 0 && place != no_place) continue;
                const bool known = (place & (asleep_bit | waits_bit)) != 0 && place != no_place &&
                                   crowd.still(row, (place & asleep_bit) != 0, (place & waits_bit) != 0);
                awake[count] = row;
                count += !known;
            }
            chunk_found_[chunk].changed += count;
            refresh_rows(awake, count, crowd, chunk_found_[chunk]);
        }
    });
    return widen() && admit(rows, crowd);
}

template <typename Crowd>
void NeighbourGrid::refresh_rows(const uint32_t* rows, uint32_t count, const Crowd& crowd, Found& found) {
    visit_ahead(
        rows, count, [&](uint32_t row) { refresh_row(row, crowd, found); },
        [&](uint32_t row) {
            crowd.prefetch(row);
            if (place_of_[row] == no_place) return;
            prefetch(&items_[place_of_[row] & place_bits]);
            if (calm_) prefetch(&cell_of_[place_of_[row] & place_bits]);
        });
}

template <typename Crowd> void NeighbourGrid::refresh_row(uint32_t row, const Crowd& crowd, Found& found) {
    Vec2 now;
    const bool there = crowd.place(row, now);
    if (place_of_[row] == no_place) {
        if (there) found.no_item.push_back(row);
        return;
    }
    if (!there) return drop(row);
    const uint32_t place = place_of_[row] & place_bits, level = crowd.level(row);
    if (calm_) {
        const Level& cells = place < built_ ? levels_[level] : arrival_levels_[level];
        const float outside = cells.excess(cell_of_[place], now);
        if (outside * levels_[level].per_cell > most_outside * cells.per_cell) {
            found.no_item.push_back(row);
            ++found.left;
            return drop(row);
        }
        found.outside[level] = std::max(found.outside[level], outside / cells.per_cell);
    } else {
        const Vec2 step = {now.x - items_[place].position.x, now.y - items_[place].position.y};
        found.steps[level].add(step.x * step.x + step.y * step.y, crowd.frames(row));
    }
    put(row, place, crowd.item(row));
}

template <typename Crowd> bool NeighbourGrid::admit(uint32_t rows, const Crowd& crowd) {
    size_t count = 0, left = 0;
    for (const Found& found : chunk_found_) {
        count += found.no_item.size();
        left += found.left;
    }
    if (count == 0) return true;
    // So many that leave at once are a crowd that has begun to walk.
    if (left > rows / 128 + 64 || count + (items_.size() - built_) > most_arrivals(rows)) return false;
    list_arrivals();
    for (Arrival& arrival : arrivals_) arrival.level = crowd.level(arrival.item.row);
    for (const Found& found : chunk_found_)
        for (const uint32_t row : found.no_item) arrivals_.push_back({crowd.item(row), crowd.level(row), 0});
    place_arrivals();
    return true;
}

template <typename Crowd> void NeighbourGrid::build(ParallelLoops& loops, uint32_t rows, const Crowd& crowd) {
    const bool fresh = builds_++ % builds_per_measure == 0;
    if (fresh) measure(loops, rows, crowd);
    set_cells(rows);
    arrival_levels_ = {};
    // Many agents outside the bounds would crowd the cells at the border, so measure again at once.
    if (deal_out(loops, rows, crowd) > rows / 64 + 16 && !fresh) {
        measure(loops, rows, crowd);
        set_cells(rows);
        deal_out(loops, rows, crowd);
    }
    begin_strips(ParallelLoops::chunk_count(rows, chunk_size));
    rows_by_strip_.resize(strip_begin_.back());
    loops.parallel_for(rows, chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        uint32_t* const cursors = &strip_counts_[static_cast<size_t>(chunk) * strips_];
        for (uint32_t row = begin; row < end; ++row)
            if (place_of_[row] != no_place) rows_by_strip_[cursors[place_of_[row] / cells_per_strip_]++] = row;
    });
    // With room for all arrivals, so that the lists do not double with the first arrival.
    items_.reserve(strip_begin_.back() + most_arrivals(rows));
    items_.resize(strip_begin_.back());
    if (calm_) {
        cell_of_.reserve(items_.capacity());
        cell_of_.resize(items_.size());
    }
    loops.parallel_for(strips_, 1, [&](uint32_t strip, uint32_t, uint32_t) {
        count_cells(strip);
        // The counter of each cell starts at the end of the cell's items and counts down to their beginning.
        const auto put = [&](uint32_t i) {
            const uint32_t row = rows_by_strip_[i], place = --cell_begin_[place_of_[row]];
            add(row, place, levels_[crowd.level(row)], crowd.item(row));
        };
        visit_all_ahead(strip_begin_[strip], strip_begin_[strip + 1], put,
                        [&](uint32_t i) { crowd.prefetch(rows_by_strip_[i]); });
    });
    cell_begin_.back() = strip_begin_.back();
    built_ = strip_begin_.back();
}

/// Finds the cell of each row, and counts the rows of each strip of cells. The cell stays in `place_of_` until the row
/// has an index. Rows are sorted by strip first, so that a single thread then works on a strip: it needs no atomics,
/// and its cells stay in its nearest caches.
template <typename Crowd> uint32_t NeighbourGrid::deal_out(ParallelLoops& loops, uint32_t rows, const Crowd& crowd) {
    const uint32_t chunks = ParallelLoops::chunk_count(rows, chunk_size);
    strip_counts_.assign(static_cast<size_t>(chunks) * strips_, 0);
    chunk_outside_.assign(chunks, 0);
    chunk_boxes_.assign(chunks, {});
    place_of_.resize(rows);
    loops.parallel_for(rows, chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        uint32_t* const counts = &strip_counts_[static_cast<size_t>(chunk) * strips_];
        uint32_t outside = 0;
        for (uint32_t row = begin; row < end; ++row) {
            Vec2 p;
            place_of_[row] = no_place;
            if (!crowd.place(row, p)) continue;
            outside += bounds_.is_beyond(p, {slack, slack});
            const Level& level = levels_[crowd.level(row)];
            chunk_boxes_[chunk][crowd.level(row)].add(p);
            place_of_[row] = level.cell_at(p);
            ++counts[place_of_[row] / cells_per_strip_];
        }
        chunk_outside_[chunk] = outside;
    });
    uint32_t outside = 0;
    for (const uint32_t count : chunk_outside_) outside += count;
    for (uint32_t i = 0; i < level_count_; ++i) {
        levels_[i].box = {};
        for (const auto& boxes : chunk_boxes_) levels_[i].box.add(boxes[i]);
        if (calm_) levels_[i].round_box();
    }
    return outside;
}

template <typename Crowd> void NeighbourGrid::measure(ParallelLoops& loops, uint32_t rows, const Crowd& crowd) {
    const uint32_t chunks = ParallelLoops::chunk_count(rows, chunk_size);
    chunk_bounds_.assign(chunks, {});
    loops.parallel_for(rows, chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        Box bounds;
        Vec2 p;
        for (uint32_t row = begin; row < end; ++row)
            if (crowd.place(row, p)) bounds.add(p);
        chunk_bounds_[chunk] = bounds;
    });
    set_bounds();
}

} // namespace fray
