// State of the locomotion system that is not stored per agent: the path finder and scratch arrays.
//
// The state of single agents (position, velocity, `AvoidancePriority`, `Detour`, `Way` and more) is in the columns of
// storage/agents.h. The neighbour grid is `LocomotionLayer::grid`; a layer below owns it.
#pragma once

#include "fray/spatial/ground.h"
#include "host_memory.h"

#include <cstdint>
#include <memory>

namespace fray {

struct Locomotion {
    std::unique_ptr<RouteFinder> route_finder; ///< finds paths over the world's ground; null: the world has no ground

    // Scratch arrays. They keep their memory between frames; their contents are valid in one frame only.
    List<Route> routes; ///< the path requests of this frame
    /// `route_rows`: by path request, the row of the agent that made it. `chunk_due`: by chunk, the index of its first
    /// path request, and one more entry at the end. `chunk_updates`: by chunk, the agents that were due for an update.
    List<uint32_t> route_rows, chunk_due, chunk_updates;
    List<float> chunk_steps; ///< by chunk: the longest step of any agent, squared, in m^2
};

} // namespace fray
