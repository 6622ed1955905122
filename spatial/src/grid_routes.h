// GridRoutes: the RouteFinder of GridMap. An agent with a straight line to its goal walks straight. All other agents
// follow flow fields (FlowField), which agents with nearby goals share. There are three levels of fields:
//   - coarse, far from the goal: a field to the *room* of up to 32 by 32 cells in which the goal lies;
//   - fine, nearer: a field to its room of up to 8 by 8 cells;
//   - exact, near the goal: a field to its cell.
// A room is a connected part of a tile of the map.
//
// A field covers only the cells that are near the goal in the next coarser field. Without this limit two fields could
// send an agent back and forth for ever. With it all agents arrive.
#pragma once

#include "flow_field.h"
#include "host_memory.h"

#include <cstdint>
#include <span>

namespace fray {

/// The rooms of a map, for tiles of `side` by `side` cells.
class Rooms {
public:
    Rooms(const GridMap& map, uint32_t side);

    /// Divides the tiles with cells of the box anew.
    void update(const GridMap& map, const GridMap::CellBox& box);
    /// The room of a walkable cell. A room is named by the lowest number of its cells.
    uint32_t room_of(uint32_t cell) const;
    /// Appends all cells of a room, in ascending order.
    void cells_of(uint32_t room, Vector<uint32_t>& cells) const;
    uint64_t memory() const { return first_.capacity() * sizeof(uint16_t); }

private:
    uint32_t tile_of(uint32_t cell) const; ///< the lowest cell of the tile
    void divide(const GridMap& map, uint32_t low_x, uint32_t low_y);

    uint32_t columns_, lines_, side_;
    Vector<uint16_t> first_; ///< by cell: the lowest cell of its room, as line * side + column within the tile
};

class GridRoutes final : public RouteFinder {
public:
    /// The map must outlive this object. Fields of up to map.path_memory() bytes are kept from call to call.
    explicit GridRoutes(const GridMap& map);

    void find(const RouteJobs& jobs, std::span<Route> routes) override;
    bool go_on(const Ground& now, const Obstacle& changed) override;
    uint64_t memory() const override;

    /// The number of fields that are kept now, and the number of fields that were made so far; for tests and
    /// benchmarks.
    size_t fields() const { return fields_.size(); }
    uint64_t fields_made() const { return made_; }

private:
    enum Level : uint8_t { coarse, fine, exact, level_count };
    /// By level: a route that costs at most this in a field (48 cells, then 8 cells) goes on to the field of the
    /// next level. A field that limits a finer field spreads at least this far.
    static constexpr uint32_t near[] = {48 * FlowField::straight, 8 * FlowField::straight};
    static constexpr uint32_t routes_a_job = 128;
    static constexpr uint32_t fields_a_wave = 256;
    static constexpr size_t most_changes = 64; ///< a field is dropped if it is not needed during so many

    struct Cached {
        FlowField field;
        uint64_t key;  ///< level and goal, packed into one number
        uint32_t goal; ///< number of the goal's room; at level `exact` number of the goal's cell
        Level level;
        bool begun = false;                          ///< the sources are set
        Cached* outer = nullptr;                     ///< the field of the next coarser level; valid in the present wave
        uint64_t wave = 0;                           ///< number of the last wave that needed this field
        uint32_t group = 0;                          ///< its index in groups_ of that wave
        uint64_t bytes = 0;                          ///< bytes of its memory that are included in bytes_
        uint32_t least_changed = FlowField::unknown; ///< no smaller cost was changed by the last obstacle
    };
    /// A field, and the cells that request it: members_[begin, end).
    struct Group {
        Cached* cached;
        uint32_t begin = 0, end = 0;
    };
    /// The start and goal cells of a route.
    struct Asked {
        uint32_t from = GridMap::no_cell, goal = GridMap::no_cell;
    };
    /// The substitute for an unreachable goal: the nearest cell on the agent's island.
    struct Stand {
        uint64_t key;  ///< the goal's cell and the agent's island, see stand_key
        uint32_t cell; ///< the substitute
    };
    /// The results of a job.
    struct JobOutput {
        Vector<uint32_t> onward; ///< routes that go on to the next level
        Vector<uint32_t> astray; ///< routes with an unreachable goal, which need a substitute
    };

    void look(std::span<Route> routes);
    void look_again(std::span<Route> routes);
    void find_stands(std::span<Route> routes);
    uint64_t stand_key(const Route& route) const;
    bool see(Route& route, Asked& asked, Vec2 goal) const;
    void collect(Vector<uint32_t> JobOutput::*list, Vector<uint32_t>& into);

    void follow(Level level, std::span<Route> routes);
    uint32_t make_wave(Level level, uint32_t begin);
    Cached& obtain(Level level, uint32_t goal);
    uint64_t key_of(Level level, uint32_t goal) const;
    bool goes_on(Cached& cached, const GridMap::CellBox& box);
    void need(Cached& cached);
    void begin_spreading(Cached& cached) const;
    void spread_wave(Level level);
    void head(Level level, std::span<Route> routes, uint32_t begin, uint32_t end);
    void account(Cached& cached);
    void evict();
    void drop(uint64_t key);
    template <typename Work> void in_jobs(size_t count, Work&& work);

    const GridMap* map_;
    uint64_t budget_;
    Rooms coarse_rooms_, fine_rooms_;
    HashMap<uint64_t, Cached> fields_;
    HashMap<uint64_t, uint32_t> stands_;
    uint64_t bytes_ = 0; ///< memory of all fields, in bytes
    uint64_t wave_ = 0, made_ = 0;

    // State of a call of `find`. Routes are handled in waves of up to fields_a_wave fields.
    const RouteJobs* jobs_ = nullptr;
    Vector<Asked> asked_; ///< by route
    Vector<JobOutput> outputs_;
    Vector<Stand> to_find_;
    Vector<uint32_t> pending_, astray_;   ///< indices of routes
    Vector<Group> groups_;                ///< the fields of the wave
    Vector<uint32_t> group_of_, members_; ///< group_of_: into groups_, by index in pending_; members_: start cells
    Vector<Cached*> outers_[level_count]; ///< by level: the coarser fields that the fields of the wave need
    Vector<Cached*> by_age_;
    Vector<uint64_t> to_drop_; ///< keys of fields
};

} // namespace fray
