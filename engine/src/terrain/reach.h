// Reach: how far two agents are from each other, how near they have to be (rules touch and close_to_target), whether
// they are on the same floor, and whether a wall is between them (rule walled_off).
//
// An archetype need not give all lengths (`from_bodies`, `Attack::range_from_bodies`, `bands_from_bodies`). A length
// that is not given depends on the target, so it cannot be compiled into the archetype. It is computed from `touch`
// where it is needed, which takes only a few integer operations.
//
// The approach radius depends on the target's body only, so it is compiled (`CircleShape::approach_radius`).
//
// A wall, or an obstacle, stops hits, projectiles and sight on the line from the middle of an agent to that of another.
// The line may bend past corners by as much as the narrower of the two bodies reaches past them. An obstacle in which
// either agent stands does not count: it is the gate or the tower that the agent stands for. In a world without a
// ground nothing stops a line.
//
// Lengths are whole mm, except bands (m^2) and slot offsets (m).
#pragma once

#include "bodies/bodies.h"
#include "definitions/slot_ring.h"
#include "storage/rules_math.h"
#include "terrain/terrain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace fray {

/// Lengths for an agent and its target that many rules use.
struct Reach {
    int32_t touch;  ///< the sum of the two radii (rule touch)
    int32_t engage; ///< engage range: no attack begins beyond it (rule engage_range_of)
};

/// `touch`: mm (rule touch).
inline Reach reach_of(const Archetype& agent, int32_t touch) {
    if (agent.engage_range_mm != from_bodies) return {touch, agent.engage_range_mm};
    return {touch, std::min(std::max(touch + 2200, agent.greatest_range_mm), agent.hit_range_limit_mm)};
}

/// range[1] of the attack (rule range_of).
inline int32_t greatest_range(const Attack& attack, const Reach& reach) {
    return attack.range_from_bodies ? reach.touch + 1200 : attack.range_max_mm;
}

/// The greatest distance at which a hit of the attack counts (rule hit_range_of).
inline int32_t hit_range_of(const Archetype& agent, const Attack& attack, const Reach& reach) {
    constexpr int32_t slack = 500; // for a target that moves a little during the windup
    int32_t range = attack.reach_mm != from_bodies ? attack.reach_mm : greatest_range(attack, reach) + slack;
    if (attack.reach_mm == from_bodies && attack.lunge_mm != 0)
        range = std::max(range - attack.lunge_mm, reach.touch + slack);
    return std::min(range, agent.hit_range_limit_mm);
}

/// mm: the greatest distance from which the attack strikes a target that keeps its velocity (m/s; rule will_reach), for
/// an agent that keeps its own. `way`: m, from the agent to the target; `windup`: us, at the agent's attack speed;
/// `dt`: s, of the frame.
inline int32_t reaching_distance(const Archetype& agent, const Attack& attack, const Reach& reach, Vec2 way,
                                 Vec2 velocity, Vec2 target_velocity, int64_t windup, double dt) {
    constexpr int32_t any = INT32_MAX;
    if (attack.projectile_mm_per_s != 0) return any;
    if (glm::dot(target_velocity, target_velocity) > agent.run_speed * agent.run_speed) return any;
    const Vec2 moves = attack.keeps_speed ? target_velocity - velocity : target_velocity;
    const Vec2 then = way + moves * (static_cast<float>(windup) * 1e-6f);
    const int32_t away = millimetres(glm::dot(then, then)) - millimetres(glm::dot(way, way));
    const int32_t mm = hit_range_of(agent, attack, reach) + attack.lunge_mm - away;
    const float step = std::sqrt(glm::dot(target_velocity, target_velocity)) * static_cast<float>(dt);
    return mm < reach.touch + millimetres_of(step) ? any : mm; // nearer it never is at the beginning of a frame
}

/// The greatest distance at which an attack can begin. If it is less than `range_min_mm`, the attack can never begin.
inline int32_t greatest_distance(const Attack& attack, const Reach& reach) {
    return std::min(greatest_range(attack, reach), reach.engage);
}

/// Can the attack begin at this distance from the target?
inline bool in_range(const Attack& attack, int32_t mm, const Reach& reach) {
    return attack.range_min_mm <= mm && mm <= greatest_distance(attack, reach);
}

/// Stands for the striking distance of an attack that can begin only where the two bodies would overlap, or never.
inline constexpr int32_t no_striking_distance = -1;

/// The distance from the target to which an agent that performs an attack by order steps in
/// (rule striking_distance), as if the circle gave no attack radius.
inline int32_t striking_distance(const Attack& attack, const Reach& reach) {
    const int32_t low = std::max(attack.range_min_mm, reach.touch), high = greatest_distance(attack, reach);
    if (high < low) return no_striking_distance;
    constexpr int32_t margin = 150; // so that an agent that stops a little too early or too late can still attack
    if (high - low < 2 * margin) return (low + high) / 2;
    return std::clamp(reach.touch + 1200, low + margin, high - margin);
}

/// The distance from the target to which an agent with a token steps in (rule striking_distance).
inline int32_t striking_distance(const Attack& attack, const CircleShape& shape, const Reach& reach) {
    return shape.attack_radius_mm != from_bodies ? shape.attack_radius_mm : striking_distance(attack, reach);
}

/// Can the attack begin at its striking distance, when the agent faces the target?
inline bool strikes(const Attack& attack, const CircleShape& shape, const Reach& reach) {
    return attack.straight_ahead && in_range(attack, striking_distance(attack, shape, reach), reach);
}

/// The greatest reach of the agent's attacks (rule chase_distance); 0 without attacks.
inline int32_t greatest_reach(const Archetype& agent, const Reach& reach) {
    const int32_t range = std::max(agent.greatest_range_mm, agent.some_range_from_bodies ? reach.touch + 1200 : 0);
    return std::min(range, reach.engage);
}

/// The distance from the target at which an unmanaged agent stops walking to it (rule chase_distance).
inline int32_t chase_distance(const Archetype& agent, const Reach& reach) {
    const int32_t nearest = reach.touch + 300;
    if (agent.attacks.empty()) return nearest;
    return std::max(std::min(nearest, greatest_reach(agent, reach) - 100), reach.touch + 50);
}

/// Has the agent a target at this distance in reach, for at least one attack of its table (rule in_reach)?
inline bool has_in_reach(const Archetype& agent, const Reach& reach, int32_t mm) {
    for (const Attack& attack : agent.attacks)
        if (in_range(attack, mm, reach)) return true;
    return false;
}

/// Does every attack of the agent reach a target at this distance, so that none needs a smaller one (rule chase)?
inline bool all_reach(const Archetype& agent, const Reach& reach, int32_t mm) {
    for (const Attack& attack : agent.attacks)
        if (greatest_distance(attack, reach) < mm) return false;
    return !agent.attacks.empty();
}

/// Is an unmanaged agent without reactions at a distance at which all its attacks reach, and a little nearer (rule
/// close_to_target)?
inline bool reaches_well(const Archetype& agent, const Reach& reach, int32_t mm) {
    return !agent.reacts && all_reach(agent, reach, mm + 150);
}

/// Is an unmanaged agent near enough to its target, so that it need not walk any farther (rule close_to_target)?
/// `squared`: the square of the distance between the two, in m^2. `holds`: the agent is under an order `hold`.
inline bool is_close(const Archetype& agent, const Reach& reach, uint8_t band, float squared, bool holds) {
    const int32_t mm = millimetres(squared);
    return mm <= chase_distance(agent, reach) + 50 || reaches_well(agent, reach, mm) ||
           (agent.reacts && band == 0 && mm <= greatest_reach(agent, reach)) ||
           (holds && has_in_reach(agent, reach, mm));
}

/// Is a managed agent at this distance from its target near enough to request a slot there (rule near_enough)?
inline bool near_enough(const Archetype& agent, const CircleShape& shape, const Reach& reach, int32_t mm,
                        float speed_factor) {
    return shape.request_time == 0.0f || mm - std::max(shape.approach_mm, greatest_reach(agent, reach)) <=
                                             millimetres_of(agent.run_speed * speed_factor * shape.request_time);
}

/// The squares of the thresholds of the distance bands, in m^2 (rule thresholds_of). `radii`: m, the sum of the two
/// body radii.
inline std::array<float, 4> band_squares(const Archetype& agent, float radii) {
    if (!agent.bands_from_bodies) return agent.band_squared;
    const float more = radii - 0.8f;
    const float t[4] = {1.2f + more, 5.0f + more, 10.0f + more, 12.0f + more};
    return {t[0] * t[0], t[1] * t[1], t[2] * t[2], t[3] * t[3]};
}

/// The square of a distance, in m^2. In bands 0 and 1, a running unmanaged agent keeps running while its target is at
/// least this far away (rule classify_gait). `radii`: m, the sum of the two body radii.
inline float run_on_squared(const Archetype& agent, float radii) {
    const float half = agent.bands_from_bodies ? 2.5f + (radii - 0.8f) : agent.half_mid;
    return half * half;
}

/// Used if the target itself holds a slot: a holder has arrived within this distance of the target (rules
/// approach_distance and look_at_arrival).
inline int32_t arrive_at_holder(const CircleShape& shape, int32_t touch) {
    return std::max(shape.arrive_at_holder_mm, touch + 500 + shape.arrive_mm);
}

/// The distance from the target at which a holder stands in its slot (rule approach_distance).
inline int32_t approach_distance(const CircleShape& shape, int32_t touch) {
    return arrive_at_holder(shape, touch) - shape.arrive_mm;
}

/// Does a holder that fights go nearer to its target than to its slot (rule hold)? An agent that attacks from farther
/// away than the slots are stands where it is.
inline bool closes_in(const Archetype& holder, const CircleShape& shape, const Reach& reach) {
    return greatest_reach(holder, reach) <= approach_distance(shape, reach.touch);
}

/// The distances from its target between which a holder stands whose weapon reaches beyond the slots (rule
/// keep_distance), in mm. `most` < 0: it stands in its slot.
struct OwnDistance {
    int32_t least = 0, most = -1;
};
inline OwnDistance own_distance(const Archetype& agent, const CircleShape& shape, const Reach& reach) {
    if (closes_in(agent, shape, reach)) return {};
    int32_t far = 0, near = 0;
    for (const Attack& attack : agent.attacks) {
        const int32_t mm = greatest_distance(attack, reach);
        if (mm < attack.range_min_mm || mm < far) continue;
        near = mm == far ? std::min(near, attack.range_min_mm) : attack.range_min_mm;
        far = mm;
    }
    if (far <= approach_distance(shape, reach.touch)) return {};
    const int32_t margin = std::min(500, (far - near) / 2);
    return {near + margin, far - margin};
}

/// The least striking distance of the agent's attacks; `no_striking_distance` if no attack has one.
inline int32_t least_striking_distance(const Archetype& agent, const CircleShape& shape, const Reach& reach) {
    int32_t least = no_striking_distance;
    for (const Attack& attack : agent.attacks) {
        const int32_t mm = striking_distance(attack, shape, reach);
        if (mm != no_striking_distance && (least == no_striking_distance || mm < least)) least = mm;
    }
    return least;
}

/// The position of a slot relative to the target, in m (rule approach_distance). A holder that is too wide for the
/// approach ring stands outside it. `slots`: their number. `touch`: mm, of the holder and the target.
inline Vec2 slot_offset_for(const CircleShape& shape, uint32_t slot, uint32_t slots, int32_t touch) {
    const bool fits = touch + 500 <= shape.approach_mm;
    return offset_on_ring(fits ? shape.approach_radius : static_cast<float>(touch + 500) / 1000.0f, slot, slots);
}

// ---- The agents of two rows -----------------------------------------------------------------------------------------

/// mm: how far the middles of two agents are from each other.
inline int32_t distance_mm(const Views<Read<column::position>>& world, Row row, Row other_row) {
    return millimetres(distance_squared(world.position[row], world.position[other_row]));
}
inline bool on_same_floor(const Views<Read<column::floor>>& world, Row row, Row other_row) {
    return world.floor[row] == world.floor[other_row];
}

inline Reach reach_of(const BodyView& world, Row row, const Archetype& kind, Row other_row, const Archetype& other) {
    return reach_of(kind, touch_of(world, row, kind, other_row, other));
}

inline Reach reach_of(const BodyView& world, Row row, Row other_row) {
    const auto kind = [&](Row of) -> const Archetype& { return world.kinds.archetypes[world.archetype[of]]; };
    return reach_of(world, row, kind(row), other_row, kind(other_row));
}

/// An end of a line: an agent, or the place from which it has launched a projectile.
struct LineEnd {
    Vec2 at{};           ///< m
    float radius = 0.0f; ///< m
};

/// For code that asks for walls between agents.
struct WallView : Views<BodyView, Read<column::position>, const Terrain> {
    using Views::Views;
};

/// Is a wall between the two? Reads the world only; many threads may ask at once.
bool is_walled_off(const Views<const Terrain>& world, const LineEnd& from, const LineEnd& to);
/// The same for the agents of two rows.
bool is_walled_off(const WallView& world, Row row, Row other_row);
/// Has the agent of the row the other in reach (rule in_reach)?
bool has_in_reach(const WallView& world, Row row, Row other_row);

} // namespace fray
