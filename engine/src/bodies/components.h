// The body of an agent, as the host has changed it.
#pragma once

#include "fray/defs.h"
#include "storage/no_value.h"

#include <cstdint>

namespace fray {

/// What the host has made of an agent's body (bodies/bodies.h).
struct BodyChange {
    float speed_factor = 1.0f;
    float radius = 0.0f; ///< m; 0: that of the archetype
    float avoidance_factor = 1.0f;
    uint32_t listed = 0;              ///< 1: the agent is in `ChangedBodies::agents`
    int64_t stunned_until = long_ago; ///< us
    int64_t pushed_until = long_ago;  ///< us
    Vec2 push{};                      ///< m/s
};
static_assert(sizeof(BodyChange) == 40);

} // namespace fray
