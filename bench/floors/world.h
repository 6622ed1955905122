// A crowd for the floors: plain arrays, in cell order, of what they read and write and no more; and their inner loops.
#pragma once

#include "fray/spatial/vec2.h"

#include <cstdint>
#include <vector>

namespace fray::floors {

inline constexpr uint32_t columns = 12;                             ///< of eight bytes: 96 bytes an agent
inline constexpr uint32_t asking = 8;                               ///< one agent in so many looks for an enemy
inline constexpr float band_squared[] = {1.0f, 4.0f, 16.0f, 64.0f}; ///< m^2
inline constexpr float arm = 1.0f;                                  ///< m: who is nearer is pushed away
inline constexpr float cell = 2.0f;                                 ///< m, of the grid
inline constexpr uint32_t chunk = 2048;                             ///< rows that a thread takes at a time
inline constexpr uint32_t at_once = 4; ///< grid items looked at without asking whether the cell is over

/// As a host may keep its agents.
struct HostAgent {
    Vec2 position, heading, goal, velocity;
};
static_assert(sizeof(HostAgent) == 32);

struct GridItem {
    Vec2 position;
    uint32_t agent; ///< twice its row, plus its team
};

/// All agents in another order, and a host that keeps them in it.
struct Order {
    std::vector<uint32_t> row; ///< by place in storage: the place in the other order
    std::vector<HostAgent> host;
};

struct World {
    /// Two teams at random over a square, 0.25 agents a square metre, in Z order by cells of 4 m. Nobody has a target.
    explicit World(uint32_t agents);
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    uint32_t agents;
    uint32_t side; ///< of the square, in cells of the grid

    // By row.
    std::vector<Vec2> position; ///< m, from 0
    std::vector<uint8_t> team;
    std::vector<uint32_t> target; ///< row of the nearest enemy
    std::vector<uint8_t> band;
    std::vector<Vec2> push; ///< m
    std::vector<uint64_t> column[columns], moved_column[columns];
    Order nearly_sorted; ///< as everybody is stored who walks up to 2 m each way
    Order random;
    Order* order = &random; ///< the one at hand

    // The grid: cell by cell, line by line.
    std::vector<uint32_t> cell_of;             ///< by row
    std::vector<std::vector<uint32_t>> counts; ///< by thread and cell; then where the thread's next item goes
    std::vector<uint32_t> cell_begin;          ///< one more at the end
    std::vector<uint32_t> block_begin;         ///< of blocks of cells: how many items are in each; then before it
    std::vector<GridItem> items;               ///< after the last as many as are looked at at once, far away

    std::vector<uint32_t> nearest;    ///< by asker: the row `asking` times its number
    std::vector<uint64_t> chunk_sums; ///< of the hash
};

/// An inner loop over a range of rows, unless it says otherwise; `part` is the range's number.
using Kernel = void(World&, uint32_t part, uint32_t begin, uint32_t end);

/// All of them, compiled for one instruction set.
struct Kernels {
    const char* name;
    Kernel *copy, *permute; ///< of a column, which is the part
    Kernel *bands, *separate, *hash;
    Kernel *targets, *nearest;       ///< the latter of askers
    Kernel *read_host, *write_host;  ///< of `World::order`
    Kernel *count_cells, *scatter;   ///< of a thread, which is the part
    Kernel *sum_cells, *begin_cells; ///< of a block of cells
};
extern const Kernels library_kernels; ///< as fray itself is compiled
extern const Kernels native_kernels;  ///< for the machine that compiled them

} // namespace fray::floors
