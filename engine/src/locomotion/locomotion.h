// State of the locomotion system that is not stored per agent: the path finder and scratch arrays.
//
// The state of single agents (position, velocity, `AvoidancePriority`, `Detour`, `Path` and more) is in the columns of
// storage/agents.h. The neighbour grid is that of rows/rows.h.
#pragma once

#include "drift.h"
#include "fray/spatial/ground.h"
#include "host_memory.h"
#include "neighbour_grid.h"
#include "storage/fields.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

namespace fray {

/// The levels of the neighbour grid, by the cells that suit agents. Set by refresh_neighbours.
struct GridLevels {
    Vector<uint8_t> of_archetype; ///< the level of its agents, except of those with a radius of their own
    /// Each group of cells is up to twice as wide as the group before. The levels are the groups that have agents.
    std::array<uint8_t, NeighbourGrid::most_levels> of_group{};
    float least_cell = 1.0f; ///< m

    uint32_t group_of(float cell) const {
        uint32_t group = 0;
        for (float end = 2.0f * least_cell; cell >= end; end *= 2.0f) ++group;
        return std::min(group, NeighbourGrid::most_levels - 1);
    }
    uint32_t of_cell(float cell) const { return of_group[group_of(cell)]; }
};

struct Locomotion {
    std::unique_ptr<RouteFinder> route_finder; ///< finds paths over the world's ground; null: the world has no ground

    // Scratch arrays. They keep their memory between frames; their contents are neither saved nor hashed.

    GridLevels grid_levels;
    Vector<Route> march_routes; ///< by march: the request for the path of its head, then the answer

    // Filled by `list_due` and read by `find_due_paths` (walker_routes.cpp), both at the beginning of the system
    // locomotion. After that they are stale.
    Vector<Route> routes;       ///< the path requests of this frame, in the order of the rows; then their answers
    Vector<Row> route_rows;     ///< by path request: the row of the agent that made it
    Vector<uint32_t> chunk_due; ///< by chunk of rows: index of its first path request; last entry: number of requests

    /// What the job of a chunk of rows has counted in the system locomotion.
    struct Tally {
        LongestSteps steps;
        uint32_t updates = 0;             ///< agents that were due for an update
        uint32_t awake = 0;               ///< living agents that it moved, turned or looked around for
        uint32_t neighbours = 0;          ///< agents that its searches came across
        uint32_t neighbours_left_out = 0; ///< of these, near, but not among the nearest of a walker
    };
    Vector<Tally> tallies; ///< by chunk
};

FRAY_PART(Locomotion, locomotion);

} // namespace fray
