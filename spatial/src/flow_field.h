// The ways of many to one place: a wave of costs that spreads from it over a grid map (Dijkstra), no farther than
// somebody asks. What a cell costs depends on the map and the place alone, not on who asked, or when.
#pragma once

#include "fray/spatial/grid_map.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace fray {

class FlowField {
public:
    static constexpr uint32_t straight = 10, diagonal = 14; ///< costs of a step; no corner is cut
    static constexpr uint32_t unknown = ~0u;                ///< not reached (yet)

    /// From these cells, by number (line * columns + column), all walkable. The map outlives the field.
    FlowField(const GridMap& map, std::span<const uint32_t> sources);

    /// Spreads until the cell's cost is known, or it is known that there is no way.
    void reach(uint32_t cell);
    /// Safe from many threads at once, between calls of `reach`.
    uint32_t cost(uint32_t cell) const {
        const Page* const page = pages_[page_of(cell)].get();
        return page == nullptr ? unknown : page->settled(slot_of(cell));
    }
    /// The neighbour from which it is least far, of equals the lowest; the cell itself at a source, or where the cost
    /// is not known.
    uint32_t next(uint32_t cell) const;
    /// From `here`, the farthest point on the way that one can walk straight to, at most `steps` cells ahead. Its own
    /// place where there is no way.
    Vec2 waypoint(Vec2 here, int steps) const;

    uint64_t memory() const;

private:
    static constexpr uint32_t page_bits = 4, page_side = 1u << page_bits; ///< cells
    static constexpr uint32_t open_bit = 1u << 31;                        ///< a cost that may become less
    struct Page {
        std::array<uint32_t, page_side * page_side> cost;
        uint32_t settled(uint32_t slot) const { return (cost[slot] & open_bit) != 0 ? unknown : cost[slot]; }
    };
    uint32_t x_of(uint32_t cell) const { return cell % columns_; }
    uint32_t y_of(uint32_t cell) const { return cell / columns_; }
    uint32_t page_of(uint32_t cell) const {
        return (y_of(cell) >> page_bits) * page_columns_ + (x_of(cell) >> page_bits);
    }
    uint32_t slot_of(uint32_t cell) const {
        return (y_of(cell) & (page_side - 1)) * page_side + (x_of(cell) & (page_side - 1));
    }
    uint32_t& entry(uint32_t cell);
    void lower(uint32_t cell, uint32_t cost);
    bool settle_next();
    /// Calls visit(neighbour, cost of the step).
    template <typename Visit> void neighbours(uint32_t cell, Visit&& visit) const;
    Vec2 middle(uint32_t cell) const;

    const GridMap* map_;
    uint32_t columns_, page_columns_;
    std::vector<std::unique_ptr<Page>> pages_;
    /// Open cells by cost: no step costs more than `diagonal`, so that so many lists, used in turn, are enough.
    std::array<std::vector<uint32_t>, diagonal + 1> open_;
    uint32_t front_ = 0; ///< the cost that is being settled
    size_t waiting_ = 0; ///< entries of open_, those that were lowered since among them
};

} // namespace fray
