// Counts the neighbours of agents, apart from the engine's own search.
#pragma once

#include "fray/id.h"
#include "fray/spatial/vec2.h"

#include <cstdint>
#include <span>
#include <vector>

namespace fray::bench {

struct Body {
    Serial serial = 0;
    Vec2 at{};           ///< m
    float radius = 0.0f; ///< m
    float speed = 0.0f;  ///< m/s in the frame
    int16_t floor = 0;
    bool waits = false; ///< has no slot, no target in reach and no order
};

struct Around {
    uint32_t neighbours = 0; ///< other agents with their centres within `neighbour_range`
    uint32_t contacts = 0;   ///< other agents with a gap of less than `contact_gap` between the bodies
};

inline constexpr float neighbour_range = 2.0f; ///< m
inline constexpr float contact_gap = 0.05f;    ///< m

/// What is around each body, in the order of the bodies. It is counted for moving bodies only; for others it is 0.
std::vector<Around> count_neighbours(std::span<const Body> bodies);

} // namespace fray::bench
