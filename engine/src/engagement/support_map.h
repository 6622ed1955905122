// The map of a survey: where the enemy's line is open, and how far it is to there (rules.md, C9.2 to C9.9).
//
// The map divides each storey into square cells of 5 m. It counts agents in cells, finds the openings, and then the
// shortest ways to them from all cells near enough, with the crowd on the way as a part of the length. It is an
// influence map with a flow field, as games use them for flanking: compare "Crowd Pathfinding and Steering Using Flow
// Field Tiles" (Game AI Pro, chapter 23).
//
// Storage: tiles of 16 by 16 cells, only where agents are or ways lead. So a lone agent far away costs one tile, and
// memory grows with the battle and not with the world. Cells are named by number; numbers hold until the next `draw`.
//
// A cell is left out if its way is so long that no cell that is asked for could use it.
//
// Costs are whole mm. They are found in buckets of 5 m, the shortest possible step: no cell of a bucket can then
// shorten the way of another cell of it, so a bucket needs no order inside. Nothing depends on the order of rows or
// threads: counts are sums of whole numbers, and the least serial wins.
#pragma once

#include "combat/combat_layer.h"
#include "parallel.h"

#include <array>
#include <span>

namespace fray {

class SupportMap {
public:
    static constexpr uint32_t no_cell = UINT32_MAX;

    /// Counts the living agents in cells, as a team sees them: friends and enemies. Leaves out those that no way can
    /// meet. Parallel over agents.
    void draw(const CombatLayer& layer, TeamIndex team, ParallelLoops& loops);
    class CellFinder;
    /// Could a way of at most `most` mm lead from a cell to an opening? False: it could not.
    bool may_reach(uint32_t cell, int32_t most) const { return tiles_[cell / tile_area].to_engaged <= most; }
    /// The same, of all agents of a chunk of rows (`Settings::chunk_size`), with the longest ways that an archetype
    /// allows.
    bool may_reach_from_chunk(uint32_t chunk) const { return chunks_[chunk].is_near; }
    /// Asks for the way from a cell. Other cells get one only by chance.
    void ask_for(uint32_t cell);
    /// Finds the openings, and the ways to them from all cells that were asked for, if they are at most `most` mm long.
    /// `ground` may be null.
    void find_ways(int32_t most, const Ground* ground, ParallelLoops& loops);
    /// mm: the length of the way to its opening; no_cost: there is none.
    int32_t cost(uint32_t cell) const { return cells_[cell].cost; }
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
    /// Indices of cells, x and y, ends included.
    struct Box {
        std::array<int32_t, 2> low{INT32_MAX, INT32_MAX}, high{INT32_MIN, INT32_MIN};
    };
    struct Tile {
        uint64_t key;                   ///< storey and indices
        std::array<uint32_t, 9> around; ///< numbers of the tile and its neighbours, by (dy + 1) * 3 + dx + 1
        Box asked{};                    ///< of its cells that are asked for
        int64_t to_asked = 0;           ///< mm: no way from a cell that is asked for to one of its cells is shorter
        int64_t to_engaged = 0;         ///< mm: no way from one of its cells to an opening is shorter
        uint8_t engaged = 0;            ///< 1: an engaged enemy stands in it
    };
    static constexpr Serial no_engaged = INT32_MAX;
    struct Place;
    /// A chunk of rows (`Settings::chunk_size`).
    struct Chunk {
        Vector<uint64_t> keys; ///< of the tiles that its agents stand in
        bool is_near = true;   ///< a way could lead from one of these to an opening
        bool counted = true;   ///< its agents have been counted
    };
    /// A tile that a loop over agents has met.
    struct RecentTile {
        uint64_t key = UINT64_MAX; ///< that of no tile
        uint32_t number = no_tile;
    };
    using RecentTiles = std::array<RecentTile, 16>;

    void list_tiles(const CombatLayer& layer, ParallelLoops& loops);
    void count(const CombatLayer& layer, TeamIndex team, ParallelLoops& loops);
    void count_rows(const CombatLayer& layer, TeamIndex team, uint32_t begin, uint32_t end);
    void count_near(const CombatLayer& layer, TeamIndex team, ParallelLoops& loops);
    void measure_to_engaged(ParallelLoops& loops);
    bool is_near_agents(uint32_t cell) const;
    uint32_t find_tile(uint64_t key) const;
    uint32_t add_tile(uint64_t key);
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
    Vector<std::pair<uint64_t, uint32_t>> numbers_; ///< of the tiles, by key
    /// The indices of tiles in which agents stand lie between these: x, y.
    std::array<int32_t, 2> low_{}, high_{};
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

    uint32_t cell_of(Vec2 position, int16_t storey);
    uint32_t cell_of(const Place& place);

private:
    const SupportMap& map_;
    RecentTiles recent_{};
};

} // namespace fray
