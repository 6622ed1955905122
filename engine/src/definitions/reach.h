// Bodies and reach (rules.md, J1 to J10): the lengths that follow from the radii of two bodies, an agent and its
// target.
//
// An archetype may leave lengths out (`from_bodies`, `Attack::range_from_bodies`, `bands_from_bodies`). They differ
// from target to target then, so they are not compiled into the archetype. They are computed from `touch` where they
// are needed: a few whole-number operations, and no memory but that of the two archetypes.
//
// Only the approach radius depends on one body; it is compiled (`CircleShape::approach_radius`).
//
// Lengths are whole mm, except bands (m^2) and slot offsets (m).
#pragma once

#include "definitions/archetype.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace fray {

/// What many rules need of an agent and its target.
struct Reach {
    int32_t touch;  ///< the sum of the two radii (J1)
    int32_t engage; ///< engage range: no attack begins beyond it (J4)
};

inline Reach reach_of(const Archetype& agent, const Archetype& target) {
    const int32_t touch = agent.radius_mm + target.radius_mm;
    if (agent.engage_range_mm != from_bodies) return {touch, agent.engage_range_mm};
    return {touch, std::min(std::max(touch + 2200, agent.greatest_range_mm), agent.hit_range_limit_mm)};
}

/// A hit counts within this distance (J5).
inline int32_t hit_range_of(const Archetype& agent, const Reach& reach) {
    if (agent.hit_range_mm != from_bodies) return agent.hit_range_mm;
    return std::max(reach.touch + 2700, reach.engage + 500);
}

/// The greatest distance at which an attack may begin; less than its least distance if it never may.
inline int32_t greatest_distance(const Attack& attack, const Reach& reach) {
    return std::min(attack.range_from_bodies ? reach.touch + 1200 : attack.range_max_mm, reach.engage);
}

/// May the attack begin at the distance `mm`?
inline bool in_range(const Attack& attack, int32_t mm, const Reach& reach) {
    return attack.range_min_mm <= mm && mm <= greatest_distance(attack, reach);
}

/// Of an attack without a striking distance: it does not reach past the bodies.
inline constexpr int32_t no_striking_distance = -1;

/// How far from the target an agent with a token steps in (J7).
inline int32_t striking_distance(const Attack& attack, const CircleShape& shape, const Reach& reach) {
    if (shape.attack_radius_mm != from_bodies) return shape.attack_radius_mm;
    const int32_t low = std::max(attack.range_min_mm, reach.touch), high = greatest_distance(attack, reach);
    if (high < low) return no_striking_distance;
    if (high - low < 200) return (low + high) / 2;
    return std::clamp(reach.touch + 1200, low + 100, high - 100);
}

/// May the attack begin at its striking distance, facing the target?
inline bool strikes(const Attack& attack, const CircleShape& shape, const Reach& reach) {
    return attack.straight_ahead && in_range(attack, striking_distance(attack, shape, reach), reach);
}

/// The greatest reach of the agent's attacks (J9); 0 without attacks.
inline int32_t greatest_reach(const Archetype& agent, const Reach& reach) {
    const int32_t range = std::max(agent.greatest_range_mm, agent.some_range_from_bodies ? reach.touch + 1200 : 0);
    return std::min(range, reach.engage);
}

/// How near an unmanaged agent walks to its target (J9).
inline int32_t chase_distance(const Archetype& agent, const Reach& reach) {
    const int32_t nearest = reach.touch + 300;
    if (agent.attacks.empty()) return nearest;
    return std::max(std::min(nearest, greatest_reach(agent, reach) - 100), reach.touch + 50);
}

/// Is an unmanaged agent so near to its target that it does not have to walk any farther (J10)? `squared`: m^2, the
/// distance between the two.
inline bool is_close(const Archetype& agent, const Reach& reach, uint8_t band, float squared) {
    const int32_t mm = millimetres(squared);
    return mm <= chase_distance(agent, reach) + 50 || (band == 0 && mm <= greatest_reach(agent, reach));
}

/// The squares of the thresholds of the distance bands, in m^2 (J2). `radius`: m, of the target.
inline std::array<float, 4> band_squares(const Archetype& agent, float radius) {
    if (!agent.bands_from_bodies) return agent.band_squared;
    const float more = (agent.radius + radius) - 0.8f;
    const float t[4] = {1.2f + more, 5.0f + more, 10.0f + more, 12.0f + more};
    return {t[0] * t[0], t[1] * t[1], t[2] * t[2], t[3] * t[3]};
}

/// m^2: while its target is no nearer, an unmanaged agent that runs goes on to run in bands 0 and 1 (D7). `radius`: m,
/// of the target.
inline float run_on_squared(const Archetype& agent, float radius) {
    const float half = agent.bands_from_bodies ? 2.5f + ((agent.radius + radius) - 0.8f) : agent.half_mid;
    return half * half;
}

/// How near to the target a holder is in place if the target holds a slot itself (J8, D11).
inline int32_t arrive_at_holder(const Archetype& holder, const CircleShape& shape) {
    return std::max(shape.arrive_at_holder_mm, holder.radius_mm + shape.body_radius_mm + 500 + shape.arrive_mm);
}

/// m: the position of a slot, from the target, for a holder of this archetype (J8). A holder that is too wide for the
/// approach ring stands outside it.
inline Vec2 slot_offset_for(const Archetype& holder, const CircleShape& shape, size_t slot) {
    if (holder.radius_mm <= shape.widest_holder_mm) return shape.slot_offsets[slot];
    const int32_t mm = holder.radius_mm + shape.body_radius_mm + 500;
    return slot_offset(static_cast<float>(mm) / 1000.0f, static_cast<int>(slot), shape.slots);
}

} // namespace fray
