// Ways over a grid map. Who sees its goal walks straight. All others follow fields of costs (FlowField), which serve
// many at once: far from the goal one to the whole *room* of 32 by 32 cells in which it lies, nearer one to its room of
// 8 by 8, at last one to its very cell. A room is what hangs together within a tile of the map.
//
// Each field keeps to where the coarser one says that its goal is near: so nobody is sent back by one field to where
// another one sent him away, and all arrive.
#pragma once

#include "flow_field.h"
#include "host_memory.h"

#include <cstdint>
#include <span>

namespace fray {

/// The rooms of a map, for one size of tiles.
class Rooms {
public:
    Rooms(const GridMap& map, uint32_t side);

    /// The lowest cell of the room in which a walkable cell lies stands for it.
    uint32_t room_of(uint32_t cell) const;
    /// All its cells, ascending.
    void cells_of(uint32_t room, List<uint32_t>& cells) const;
    uint64_t memory() const { return first_.capacity() * sizeof(uint16_t); }

private:
    uint32_t tile_of(uint32_t cell) const; ///< its lowest cell

    uint32_t columns_, lines_, side_;
    List<uint16_t> first_; ///< by cell: its room's lowest one, as line * side + column within the tile
};

class GridRoutes final : public RouteFinder {
public:
    static constexpr uint64_t usual_budget = 64u << 20; ///< bytes of fields that are kept from call to call

    /// The map outlives this.
    explicit GridRoutes(const GridMap& map, uint64_t budget = usual_budget);

    void find(const RouteJobs& jobs, std::span<Route> routes) override;
    uint64_t memory() const override;

    /// So many fields are kept, and so many were made so far: for tests and figures.
    size_t fields() const { return fields_.size(); }
    uint64_t fields_made() const { return made_; }

private:
    enum Level : uint8_t { coarse, fine, exact, level_count };
    /// From the field of one level one goes over to the next where so much is left: 48 cells, then 8. So far each
    /// spreads, if another keeps within it.
    static constexpr uint32_t near[] = {48 * FlowField::straight, 8 * FlowField::straight};
    static constexpr uint32_t routes_a_job = 128;
    static constexpr uint32_t fields_a_wave = 256;

    struct Cached {
        FlowField field;
        uint64_t key;  ///< level and room
        uint32_t goal; ///< a cell of the room
        Level level;
        bool begun = false;
        Cached* outer = nullptr; ///< the field of the level before; of this wave
        uint64_t wave = 0;       ///< the last in which it was needed
        uint32_t group = 0;      ///< its place in that wave's groups_
        uint64_t bytes = 0;
    };
    /// A field, and who asks for it: members_[begin, end).
    struct Group {
        Cached* cached;
        uint32_t begin = 0, end = 0;
    };
    /// From where, and to where: cells.
    struct Asked {
        uint32_t from = GridMap::no_cell, goal = GridMap::no_cell;
    };
    /// The cell of an island that is nearest to another, for one who wants to go there.
    struct Stand {
        uint64_t key; ///< of the other cell, and the island
        uint32_t cell;
    };
    /// What one job found.
    struct JobOutput {
        List<uint32_t> onward; ///< routes for the next level
        List<uint32_t> astray; ///< routes whose goal is somewhere else, not known yet
    };

    void look(std::span<Route> routes);
    void look_again(std::span<Route> routes);
    void find_stands(std::span<Route> routes);
    uint64_t stand_key(const Route& route) const;
    bool see(Route& route, Asked& asked, Vec2 goal) const;
    void collect(List<uint32_t> JobOutput::*list, List<uint32_t>& into);

    void follow(Level level, std::span<Route> routes);
    uint32_t make_wave(Level level, uint32_t begin);
    Cached& obtain(Level level, uint32_t goal);
    void need(Cached& cached);
    void begin_spreading(Cached& cached) const;
    void spread_wave(Level level);
    void head(Level level, std::span<Route> routes, uint32_t begin, uint32_t end);
    void account(Cached& cached);
    void evict();
    template <typename Work> void in_jobs(size_t count, Work&& work);

    const GridMap* map_;
    uint64_t budget_;
    Rooms coarse_rooms_, fine_rooms_;
    HashMap<uint64_t, Cached> fields_;
    HashMap<uint64_t, uint32_t> stands_;
    uint64_t bytes_ = 0; ///< of all fields
    uint64_t wave_ = 0, made_ = 0;

    // Of one call.
    const RouteJobs* jobs_ = nullptr;
    List<Asked> asked_;
    List<JobOutput> outputs_;
    List<Stand> to_find_;
    List<uint32_t> pending_, astray_; ///< routes
    List<Group> groups_;
    List<uint32_t> group_of_, members_; ///< by place in pending_; cells
    List<Cached*> outers_[level_count];
    List<Cached*> by_age_;
};

} // namespace fray
