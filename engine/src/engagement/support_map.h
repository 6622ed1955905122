// The map of a survey: where the enemy's line is open, and how far it is to there (rules cell_of and next_cell).
//
// The map divides each floor into square cells of 5 m. It counts agents in cells, finds the openings, and then the
// shortest ways to them from all cells near enough, with the crowd on the way as a part of the length. It is an
// influence map with a flow field, as games use them for flanking: compare "Crowd Pathfinding and Steering Using Flow
// Field Tiles" (Game AI Pro, chapter 23).
//
// Storage: tiles of 16 by 16 cells, only near engaged enemies: where agents are or ways lead. So memory and time grow
// with the fights and not with the world. Cells are named by number; numbers hold until the next `draw`.
//
// A cell is left out if its way is so long that no cell that is asked for could use it.
//
// Costs are whole mm. They are found in buckets of 5 m, the shortest possible step: no cell of a bucket can then
// shorten the way of another cell of it, so a bucket needs no order inside. Nothing depends on the order of rows or
// threads: counts are sums of whole numbers, and the least serial wins.
#pragma once

#include "bodies/bodies.h"
#include "parallel.h"
#include "storage/settings.h"
#include "storage/sort_keys.h"
#include "storage/views.h"

#include <array>
#include <span>

namespace fray {

/// What a survey reads of all agents.
struct MapView
    : Views<BodyView, Read<column::serial, column::team, column::floor, column::life, column::position, column::target>,
            const Settings, const IdTable, RowCount> {
    using Views::Views;
};

class SupportMap {
public:
    static constexpr uint32_t no_cell = UINT32_MAX;

    /// Counts the living agents in cells, as a team sees them: friends and enemies. Leaves out those that no way can
    /// meet; if no enemy is engaged, all. Parallel over agents.
    void draw(const MapView& world, TeamIndex team, ParallelLoops& loops);
    class CellFinder;
    /// Could a way of at most `most` mm lead from a cell to an opening? False: it could not. Functions of a `cell` also
    /// take no_cell, which stands for a place that was left out.
    bool may_reach(uint32_t cell, int32_t most) const {
        return cell != no_cell && tiles_[cell / tile_area].to_engaged <= most;
    }
    /// The same, of all agents of a chunk of rows (`Settings::chunk_size`), with the longest ways that an archetype
    /// allows.
    bool may_reach_from_chunk(uint32_t chunk) const { return chunks_[chunk].is_near; }
    /// Asks for the way from a cell. Other cells get one only by chance.
    void ask_for(uint32_t cell);
    /// Finds the openings, and the ways to them from all cells that were asked for, if they are at most `most` mm long.
    /// `ground` may be null.
    void find_ways(int32_t most, const Ground* ground, ParallelLoops& loops);
    /// mm: the length of the way from a cell that was asked for to its opening; no_cost: there is none.
    int32_t cost(uint32_t cell) const {
        return cell == no_cell || cells_[cell].asked == 0 ? no_cost : cells_[cell].cost;
    }
    /// The centre of the third cell on the way from a cell, or of its opening if that comes sooner.
    Vec2 waypoint(uint32_t cell) const;
    /// The engaged enemy at the end of the way from a cell.
    Serial enemy(uint32_t cell) const { return cells_[cells_[cell].opening].enemy; }
    uint64_t memory() const;

    static constexpr int32_t no_cost = INT32_MAX;

private:
    static constexpr int32_t tile_bits = 4, tile_side = 1 << tile_bits;
    static constexpr uint32_t tile_area = tile_side * tile_side; ///< cells
    static constexpr uint32_t no_tile = UINT32_MAX;

    struct Cell {
        int64_t crowd = 0;           ///< mm^2: sum of the squared diameters of friends
        int32_t friends = 0;         ///< number of living agents of the team
        Serial engaged = no_engaged; ///< the least serial of the engaged enemies in it
        Serial enemy = no_engaged;   ///< of an opening: the least serial of the engaged enemies in its neighbours
        int32_t cost = no_cost;      ///< mm
        uint32_t next = no_cell;     ///< where the way leads; an opening: no_cell; known with `opening`
        uint32_t opening = no_cell;  ///< where the way ends; known of cells that are asked for, and on their ways
        uint8_t hostile = 0;         ///< 1: a hostile agent stands in it
        uint8_t settled = 0;         ///< 1: the cost is final
        uint8_t asked = 0;           ///< 1: its way is asked for
    };
    /// Indices of cells or tiles, x and y, ends included.
    struct Box {
        std::array<int32_t, 2> low{INT32_MAX, INT32_MAX}, high{INT32_MIN, INT32_MIN};
    };
    struct Tile {
        uint64_t key;                   ///< floor and indices
        std::array<uint32_t, 9> around; ///< numbers of the tile and its neighbours, by (dy + 1) * 3 + dx + 1
        Box asked{};                    ///< of its cells that are asked for
        int64_t to_asked = 0;           ///< mm: no way from a cell that is asked for to one of its cells is shorter
        int64_t to_engaged = 0;         ///< mm: no way from one of its cells to an opening is shorter
    };
    static constexpr Serial no_engaged = INT32_MAX;
    struct Place;
    /// A chunk of rows (`Settings::chunk_size`).
    struct Chunk {
        Vector<uint64_t> keys;    ///< of the tiles that its agents stand in
        Vector<uint64_t> engaged; ///< of those in which engaged enemies stand
        bool is_near = true;      ///< a way could lead from one of the tiles to an opening
    };
    /// A tile that a loop over agents has met.
    struct RecentTile {
        uint64_t key = UINT64_MAX; ///< that of no tile
        uint32_t number = no_tile;
    };
    using RecentTiles = std::array<RecentTile, 16>;

    bool list_engaged(const MapView& world, TeamIndex team, ParallelLoops& loops);
    void list_keys(const MapView& world, ParallelLoops& loops);
    void collect(Vector<uint64_t>& to, Vector<uint64_t> Chunk::*keys, uint32_t chunks, ParallelLoops& loops);
    static Box box_of(std::span<const uint64_t> keys);
    void make_tiles_near(int32_t most);
    void make_tiles_of_floor(std::span<const uint64_t> keys, std::span<const uint64_t> engaged, int32_t most);
    void count(const MapView& world, TeamIndex team, ParallelLoops& loops);
    void count_rows(const MapView& world, TeamIndex team, uint32_t begin, uint32_t end);
    bool is_near_agents(uint32_t cell) const;
    uint32_t find_tile(uint64_t key) const;
    uint32_t add_tile(uint64_t key);
    void note_number(uint32_t number);
    int64_t way_to_asked(uint64_t key) const;
    uint32_t neighbour_tile(uint32_t tile, int32_t dx, int32_t dy, bool add);
    uint32_t neighbour(uint32_t cell, uint32_t direction, bool add = true);
    uint32_t beside(uint32_t cell, int32_t dx, int32_t dy, bool add);
    void find_openings(ParallelLoops& loops);
    void trace(uint32_t cell, const Ground* ground);
    uint32_t next_on_way(uint32_t cell, const Ground* ground);
    void reach_neighbours(uint32_t cell, int32_t most, const Ground* ground);
    bool may_step(uint32_t from, uint32_t direction, uint32_t to, const Ground* ground);
    bool is_hostile(uint32_t cell) const { return cell != no_cell && cells_[cell].hostile != 0; }
    int64_t extra(uint32_t cell) const;
    std::array<int32_t, 2> indices(uint32_t cell) const;
    Vec2 centre(uint32_t cell) const;
    void put(uint32_t cell, int32_t cost);

    Vector<Cell> cells_; ///< of all tiles, 256 each, row by row
    Vector<Tile> tiles_;
    /// Numbers of tiles, in a hash table with open addressing: a power of two of entries, at least twice the tiles.
    Vector<uint32_t> numbers_;
    Vector<uint64_t> keys_, engaged_keys_; ///< of the tiles with agents, with engaged enemies; sorted
    SortScratch sort_;
    Vector<uint16_t> steps_;                  ///< of `make_tiles_of_floor`: by place of a tile
    int64_t most_ = 0;                        ///< mm: of `find_ways`
    Box with_agents_;                         ///< indices of the tiles in which agents stand
    Vector<Chunk> chunks_;                    ///< by chunk of rows
    Vector<Vector<uint32_t>> chunk_openings_; ///< by chunk of `engaged_tiles_`
    uint32_t asked_ = 0;                      ///< number of cells that are asked for and not yet settled
    Vector<uint32_t> asked_cells_;            ///< all cells that are asked for
    Vector<uint32_t> asked_tiles_;            ///< tiles with such cells
    Vector<uint32_t> engaged_tiles_;          ///< tiles with engaged enemies
    Vector<Vector<uint32_t>> buckets_;        ///< cells by cost / 5 m; a cell may be in several
    Vector<uint32_t> way_;                    ///< of `trace`: cells from which the way is not yet known
};

/// Finds the cells in which agents stand. Agents that are near in memory mostly stand in a few tiles, which it
/// remembers. Valid until the next `draw`.
class SupportMap::CellFinder {
public:
    explicit CellFinder(const SupportMap& map) : map_(map) {}

    uint32_t cell_of(Vec2 position, int16_t floor);
    uint32_t cell_of(const Place& place);

private:
    const SupportMap& map_;
    RecentTiles recent_{};
};

} // namespace fray
