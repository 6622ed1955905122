// Ways over the ground, and what move works with.
#pragma once

#include "fray/spatial/ground.h"
#include "host_memory.h"

#include <cstdint>
#include <memory>

namespace fray {

struct Locomotion {
    std::unique_ptr<RouteFinder> route_finder; ///< of the world's ground; null: there is none

    // Scratch.
    List<Route> routes; ///< of this frame's move
    List<uint32_t> route_rows, chunk_due, chunk_turns;
    List<float> chunk_steps;
};

} // namespace fray
