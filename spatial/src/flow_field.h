// The ways of many to one place: a wave of costs that spreads from it over a grid map (Dijkstra), no farther than
// somebody asks. What a cell costs depends on the map and the place alone, not on who asked, or when.
#pragma once

#include "fray/spatial/grid_map.h"
#include "host_memory.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>

namespace fray {

class FlowField {
public:
    static constexpr uint32_t straight = 10, diagonal = 14; ///< costs of a step; no corner is cut
    static constexpr uint32_t unknown = ~0u;                ///< not reached (yet)

    /// The map outlives the field.
    explicit FlowField(const GridMap& map) : map_(&map) {}
    /// From these cells, by number (line * columns + column), all walkable.
    FlowField(const GridMap& map, std::span<const uint32_t> sources) : FlowField(map) { start(sources); }
    void start(std::span<const uint32_t> sources);

    /// Keeps to the cells that cost no more than `most` in another field, which has spread so far; so do the ways to
    /// its waypoints. Sources are among them. To be said anew whenever the other is, before this one spreads.
    void keep_within(const FlowField& outer, uint32_t most) {
        outer_ = &outer;
        most_outside_ = most;
    }
    /// Spreads until the cell's cost is known, or it is known that there is no way.
    void reach(uint32_t cell);
    /// Spreads until all cells are known that cost no more.
    void spread(uint32_t cost);

    // Safe from many threads at once, while nobody spreads it.
    uint32_t cost(uint32_t cell) const { return cost_at(place_of(cell)); }
    /// The neighbour from which it is least far, of equals the lowest; the cell itself at a source, or where the cost
    /// is not known.
    uint32_t next(uint32_t cell) const { return cell_of(next_place(place_of(cell))); }
    /// From `here`, the farthest point on the way, at most `most_steps` cells ahead, to which one can walk straight and
    /// with some room to either side. Its own place where there is no way.
    Vec2 waypoint(Vec2 here) const;
    static constexpr int most_steps = 24;

    uint64_t memory() const;

private:
    // Cells by place: the line in the upper, the column in the lower 16 bits. Costs lie in pages of 16 by 16.
    static constexpr uint32_t page_side = 16;
    static constexpr uint32_t open_bit = 1u << 31; ///< a cost that may become less
    struct Page {
        std::array<uint32_t, page_side * page_side> cost;
        uint32_t key;
    };
    uint32_t place_of(uint32_t cell) const {
        const uint32_t columns = static_cast<uint32_t>(map_->columns());
        return cell / columns << 16 | cell % columns;
    }
    uint32_t cell_of(uint32_t place) const {
        return (place >> 16) * static_cast<uint32_t>(map_->columns()) + (place & 0xffff);
    }
    static uint32_t key_of(uint32_t place) { return place >> 4 & 0x0fff0fff; }
    static uint32_t slot_of(uint32_t place) { return (place >> 12 & 0xf0) | (place & 15); }
    uint8_t steps_at(uint32_t place) const {
        return map_->steps(static_cast<int>(place & 0xffff), static_cast<int>(place >> 16));
    }
    static bool inner(uint32_t slot); ///< all its neighbours are in the same page

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
    uint32_t next_place(uint32_t place) const;
    Vec2 middle(uint32_t place) const;
    bool has_room(Vec2 here, Vec2 there) const;
    bool stays_inside(Vec2 here, uint32_t place, Vec2 there) const;

    const GridMap* map_;
    const FlowField* outer_ = nullptr;
    uint32_t most_outside_ = 0;
    List<Own<Page>> pages_;
    List<Page*> table_; ///< of pages by key, open addressing, at most half full
    uint32_t shift_ = 32;
    /// Open cells by cost: no step costs more than `diagonal`, so that so many lists, used in turn, are enough.
    std::array<List<uint32_t>, 16> open_;
    uint32_t front_ = 0; ///< the cost that is being settled
    size_t waiting_ = 0; ///< entries of open_, those that were lowered since among them
};

} // namespace fray
