// FlowField: the paths of many agents to a common goal. Costs spread from the goal over a grid map (Dijkstra's
// algorithm), only as far as requests need. The cost of a cell depends on the map and the goal alone, never on which
// requests came, or when.
#pragma once

#include "fray/spatial/grid_map.h"
#include "host_memory.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>

namespace fray {

/// Costs of the cells of a map, as path lengths to the goal. A cell is a goal (a source), open (its cost may still
/// become lower), settled, or not reached.
class FlowField {
public:
    static constexpr uint32_t straight = 10, diagonal = 14; ///< costs of a step; diagonal steps never cut corners
    static constexpr uint32_t unknown = ~0u;                ///< cost of a cell that is not settled (yet)

    /// The map must outlive the field.
    explicit FlowField(const GridMap& map) : map_(&map) {}
    /// Starts at these source cells: numbers (line * columns + column) of walkable cells.
    FlowField(const GridMap& map, std::span<const uint32_t> sources) : FlowField(map) { start(sources); }
    void start(std::span<const uint32_t> sources);
    /// Goes on with a map that differs only where the field has not come to, nor beside that.
    void stand_on(const GridMap& map) { map_ = &map; }
    /// Goes on with a map that differs in cells of the box, or beside them. The costs that have changed are made right
    /// when the field spreads next. The field must not be limited by another field, and no source may be in the box.
    void change(const GridMap& map, const GridMap::CellBox& box);
    size_t changes() const { return changes_.size(); } ///< for which costs are not right yet
    /// The least cost of a cell in the box; `unknown`: the field has not come there.
    uint32_t least_in(const GridMap::CellBox& box) const;

    /// Limits this field to the cells with a cost of at most `most` in `outer`, which must have spread that far. The
    /// straight lines to waypoints stay within these cells, too. The sources must be among them. Call it again, before
    /// this field spreads, whenever the object `outer` has been replaced.
    void keep_within(const FlowField& outer, uint32_t most) {
        outer_ = &outer;
        most_outside_ = most;
    }
    /// Spreads until the cost of the cell is known, or until it is known that no path leads there.
    void reach(uint32_t cell);
    /// Spreads until the cost of every cell that costs at most `cost` is known.
    void spread(uint32_t cost);

    // The functions below are safe from many threads at once while no thread spreads the field.

    /// The cost of a cell: the length of its path to the goal in tenths of a cell; `unknown` if it is not settled.
    uint32_t cost(uint32_t cell) const { return cost_at(place_of(cell)); }
    /// The farthest point found on the path from `here`, at most `most_steps` cells ahead, to which an agent can walk
    /// straight with some room on both sides. It is `here` if there is no path.
    Vec2 waypoint(Vec2 here) const;
    static constexpr int most_steps = 24;

    uint64_t memory() const;

private:
    // A place is a cell as line (upper 16 bits) and column (lower 16 bits). Costs are stored in pages of 16 by 16
    // cells; a page exists only if the field has reached it.
    static constexpr uint32_t page_side = 16;
    static constexpr uint32_t open_bit = 1u << 31; ///< marks the cost of an open cell, which may still become lower
    struct Page {
        std::array<uint32_t, page_side * page_side> cost;
        uint32_t key;
    };
    uint32_t place_of(uint32_t cell) const {
        const uint32_t columns = static_cast<uint32_t>(map_->columns());
        return cell / columns << 16 | cell % columns;
    }
    static uint32_t key_of(uint32_t place) { return place >> 4 & 0x0fff0fff; }
    static uint32_t slot_of(uint32_t place) { return (place >> 12 & 0xf0) | (place & 15); }
    uint8_t steps_at(uint32_t place) const {
        return map_->steps(static_cast<int>(place & 0xffff), static_cast<int>(place >> 16));
    }
    static bool inner(uint32_t slot); ///< true if all neighbours of the cell are in the same page

    uint32_t bucket_of(uint32_t key) const { return key * 0x9e3779b1u >> shift_; }
    Page* find_page(uint32_t key) const;
    Page& page(uint32_t key);
    void grow();
    uint32_t cost_at(uint32_t place) const;
    bool inside(uint32_t place) const { return outer_ == nullptr || outer_->cost_at(place) <= most_outside_; }
    bool cuts_corner(uint32_t place, int step) const;
    void lower(uint32_t place, uint32_t cost);
    void lower_in(Page& page, uint32_t slot, uint32_t place, uint32_t cost);
    bool settle_next();
    /// The next place on a shortest path. If several neighbours fit, it is the neighbour with the lowest cost, then
    /// with the lowest number. At a source, or if the cost of the place is not known, it is the place itself.
    uint32_t next_place(uint32_t place) const;
    class Repair;
    void repair();
    uint32_t raw_cost(uint32_t place) const;
    void set_raw_cost(uint32_t place, uint32_t cost) { page(key_of(place)).cost[slot_of(place)] = cost; }
    Vec2 middle(uint32_t place) const;
    bool has_room(Vec2 here, Vec2 there) const;
    bool stays_inside(Vec2 here, uint32_t place, Vec2 there) const;

    const GridMap* map_;
    const FlowField* outer_ = nullptr;
    uint32_t most_outside_ = 0;
    Vector<Own<Page>> pages_;
    Vector<Page*> table_; ///< hash table of pages by key, with open addressing, at most half full
    uint32_t shift_ = 32;
    /// A bucket queue of open cells, by cost modulo 16. No step costs more than `diagonal`, so the costs of all open
    /// cells lie within 15 values.
    std::array<Vector<uint32_t>, 16> open_;
    uint32_t front_ = 0;               ///< the cost that is being settled
    Vector<GridMap::CellBox> changes_; ///< of the map, for which costs have not been made right
    size_t waiting_ = 0; ///< number of entries of open_, with stale entries of cells that got a lower cost since
};

} // namespace fray
