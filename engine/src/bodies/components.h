// The body of an agent, as the host has changed it.
#pragma once

#include "fray/defs.h"
#include "storage/no_value.h"

#include <cstdint>

namespace fray {

/// What the host has made of how an agent, or all agents of a team, fight (rule combat_factors).
struct CombatChange {
    float damage_dealt = 1.0f, damage_taken = 1.0f, attack_speed = 1.0f;
    uint32_t unused = 0;
    int64_t protected_until = long_ago; ///< us
};

/// What the host has made of an agent's body (bodies/bodies.h).
struct BodyChange {
    float speed_factor = 1.0f;
    float radius = 0.0f; ///< m; 0: that of the archetype
    float avoidance_factor = 1.0f;
    uint32_t listed = 0;              ///< 1: the agent is in `ChangedBodies::agents`
    int64_t stunned_until = long_ago; ///< us
    int64_t pushed_until = long_ago;  ///< us
    Vec2 push{};                      ///< m/s
    CombatChange combat;
};
static_assert(sizeof(BodyChange) == 64);

} // namespace fray
