// A crowd for the floors: plain arrays of what the floors read and write, sorted by cell, and the floors' inner loops.
#pragma once

#include "fray/spatial/vec2.h"

#include <cstdint>
#include <vector>

namespace fray::floors {

inline constexpr uint32_t columns = 12; ///< number of columns; eight bytes each, so 96 bytes per agent
inline constexpr uint32_t asking = 8;   ///< one of every `asking` agents searches for an enemy
inline constexpr float band_squared[] = {1.0f, 4.0f, 16.0f, 64.0f}; ///< m^2, squared band limits
inline constexpr float arm = 1.0f;                                  ///< m; nearer agents push each other apart
inline constexpr float cell = 2.0f;                                 ///< m, size of a grid cell
inline constexpr uint32_t chunk = 2048;                             ///< rows per task of a thread
inline constexpr uint32_t at_once = 4; ///< grid items processed before the end of the cell is tested

/// A typical agent record of a host.
struct HostAgent {
    Vec2 position, heading, goal, velocity;
};
static_assert(sizeof(HostAgent) == 32);

struct GridItem {
    Vec2 position{};
    uint32_t agent; ///< 2 * row + team
};

/// Another order of all agents, and a host that stores the agents in that order.
struct Order {
    std::vector<uint32_t> row; ///< by row in storage: the index in the other order
    std::vector<HostAgent> host;
};

struct World {
    /// Two teams at random positions in a square, 0.25 agents per square metre, sorted in Z order by cells of 4 m. No
    /// agent has a target.
    explicit World(uint32_t agents);
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    uint32_t agents;
    uint32_t side; ///< side of the square, in cells of the grid

    // By row.
    std::vector<Vec2> position; ///< m, from 0
    std::vector<uint8_t> team;
    std::vector<uint32_t> target; ///< row of the nearest enemy
    std::vector<uint8_t> band;
    std::vector<Vec2> push; ///< m
    std::vector<uint64_t> column[columns], moved_column[columns];
    Order nearly_sorted; ///< the storage order after each agent has walked up to 2 m on each axis
    Order random;
    Order* order = &random; ///< the order in use

    // The grid: sorted by cell, line by line.
    std::vector<uint32_t> cell_of;             ///< by row
    std::vector<std::vector<uint32_t>> counts; ///< by thread and cell: item count, then index of next item
    std::vector<uint32_t> cell_begin;          ///< by cell: index of its first item; an extra element at the end
    std::vector<uint32_t> block_begin; ///< by block of cells: first its number of items, then the number before it
    std::vector<GridItem> items;       ///< padded at the end with `at_once` items that are far away

    std::vector<uint32_t> nearest;    ///< by searching agent: index i belongs to row i * `asking`
    std::vector<uint64_t> chunk_sums; ///< by chunk: its part of the hash
};

/// An inner loop over a range of rows, unless stated otherwise; `part` is the index of the range.
using Kernel = void(World&, uint32_t part, uint32_t begin, uint32_t end);

/// All kernels, compiled for an instruction set.
struct Kernels {
    const char* name;
    Kernel *copy, *permute; ///< over a column, given by `part`
    Kernel *bands, *separate, *hash;
    Kernel *targets, *nearest;       ///< `nearest`: over the agents that search
    Kernel *read_host, *write_host;  ///< over `World::order`
    Kernel *count_cells, *scatter;   ///< over the rows of a thread, given by `part`
    Kernel *sum_cells, *begin_cells; ///< over a block of cells
};
extern const Kernels library_kernels; ///< compiled with fray's own flags
extern const Kernels native_kernels;  ///< compiled for the machine that built them

} // namespace fray::floors
