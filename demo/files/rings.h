// The radii of a circle's rings and the lengths of an archetype, for drawing. A length that the definition leaves out
// (0) is computed from the bodies (engine/docs/rules.md, Bodies and reach). The other body is assumed to have the
// default radius of 0.4 m.
#pragma once

#include "fray/defs.h"

#include <algorithm>
#include <array>

namespace fray::demo {

/// m: the distance of the centres when the agent touches a body of 0.4 m.
inline float touch_of(const ArchetypeDef& archetype) { return archetype.body.radius + 0.4f; }

/// m: the upper limits of the distance bands 0 to 3.
inline std::array<float, 4> bands_of(const ArchetypeDef& archetype) {
    std::array<float, 4> bands = archetype.perception.bands;
    if (bands[0] > 0.0f) return bands;
    bands = {1.2f, 5.0f, 10.0f, 12.0f};
    for (float& band : bands) band += touch_of(archetype) - 0.8f;
    return bands;
}

/// m: the radius of the ring of slots around an agent.
inline float approach_radius_of(const ArchetypeDef& archetype) {
    const CircleDef& circle = archetype.circle;
    if (circle.approach_radius > 0.0f) return circle.approach_radius;
    const float from_body = archetype.body.radius + 3.6f;
    return circle.attack_radius > 0.0f ? std::max(from_body, circle.attack_radius + 1.0f) : from_body;
}

/// m: the distance at which an attacker with a radius of 0.4 m and a long reach stops when it steps in.
inline float attack_radius_of(const ArchetypeDef& archetype) {
    return archetype.circle.attack_radius > 0.0f ? archetype.circle.attack_radius : touch_of(archetype) + 1.2f;
}

/// m: the least and the greatest distance at which an attack begins.
inline std::array<float, 2> range_of_attack(const ArchetypeDef& archetype, const AttackDef& attack) {
    return attack.range[1] > 0.0f ? attack.range : std::array{0.0f, touch_of(archetype) + 1.2f};
}

/// m: the greatest distance at which the hit of a blow counts.
inline float reach_of_attack(const ArchetypeDef& archetype, const AttackDef& attack) {
    float reach = range_of_attack(archetype, attack)[1] + 0.5f;
    if (attack.lunge != 0.0f) reach = std::max(reach - attack.lunge, touch_of(archetype) + 0.5f);
    if (attack.reach != 0.0f) reach = attack.reach;
    const float limit = archetype.engagement.hit_range;
    return limit != 0.0f ? std::min(reach, limit) : reach;
}

} // namespace fray::demo
