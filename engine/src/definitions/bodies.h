// Bodies: how large an agent is, how fast, how firm, and whether it is stunned or pushed. The archetype says what it is
// like, and the host may change it for single agents (rules set_speed_factor and push).
//
// The column `body` holds what the host has changed. It is optional: a world in which nothing was changed has none.
#pragma once

#include "definitions/definitions_layer.h"
#include "definitions/reach.h"

#include <algorithm>

namespace fray {

/// Sets the brain of an agent that was spawned, or that has just got brain columns.
inline void begin_brain(DefinitionsLayer& layer, uint32_t row, const Archetype& kind) {
    Brain& brain = layer.agents.brain.write_any()[row];
    brain.heal_charges = kind.heal_charges;
    brain.phase = kind.first_phase;
}

/// Creates the column `body`, and the brain columns of all archetypes, because every stunned agent with a brain goes to
/// state stagger. Call it between systems.
void enable_bodies(DefinitionsLayer& layer);
/// Notes a change that concerns the neighbour grid and searches: of the radius, of the speed, or a push.
void list_body(DefinitionsLayer& layer, uint32_t row);
/// Pushes an agent with this velocity for this time (rule push), and wakes it. The column `body` must exist.
void push_body(DefinitionsLayer& layer, uint32_t row, Vec2 velocity, int64_t us);
/// Removes agents from the list that are as their archetype says, or dead, and finds the greatest radius.
void survey_bodies(DefinitionsLayer& layer);
/// Makes the list anew from the column, after a restore.
void find_listed_bodies(DefinitionsLayer& layer);

/// m
inline float radius_of(const DefinitionsLayer& layer, uint32_t row, const Archetype& kind) {
    if (!layer.agents.body.in_use()) return kind.radius;
    const float own = layer.agents.body.any()[row].radius;
    return own != 0.0f ? own : kind.radius;
}
inline float radius_of(const DefinitionsLayer& layer, uint32_t row) {
    return radius_of(layer, row, layer.kinds.archetypes[layer.agents.archetype.any()[row]]);
}
/// m: the greatest body radius in the world.
inline float widest_radius(const DefinitionsLayer& layer) {
    return std::max(layer.kinds.widest_radius(), layer.bodies.widest);
}

/// mm: the sum of the radii of two agents (rule touch).
inline int32_t touch_of(const DefinitionsLayer& layer, uint32_t row, const Archetype& kind, uint32_t other_row,
                        const Archetype& other) {
    if (!layer.agents.body.in_use()) return kind.radius_mm + other.radius_mm;
    return millimetres_of(radius_of(layer, row, kind)) + millimetres_of(radius_of(layer, other_row, other));
}
inline Reach reach_of(const DefinitionsLayer& layer, uint32_t row, const Archetype& kind, uint32_t other_row,
                      const Archetype& other) {
    return reach_of(kind, touch_of(layer, row, kind, other_row, other));
}

inline Reach reach_of(const DefinitionsLayer& layer, uint32_t row, uint32_t other_row) {
    const auto kind = [&](uint32_t of) -> const Archetype& {
        return layer.kinds.archetypes[layer.agents.archetype.any()[of]];
    };
    return reach_of(layer, row, kind(row), other_row, kind(other_row));
}

inline float speed_factor_of(const DefinitionsLayer& layer, uint32_t row) {
    return layer.agents.body.in_use() ? layer.agents.body.any()[row].speed_factor : 1.0f;
}
/// The attack that the agent has: for which it has a token, or that it has begun.
inline const Attack& attack_of(const DefinitionsLayer& layer, uint32_t row) {
    const Archetype& kind = layer.kinds.archetypes[layer.agents.archetype.own()[row]];
    return kind.attacks[static_cast<size_t>(layer.agents.attack.own()[row])];
}
/// The figures that it keeps although a reload has changed them; null: none.
inline const KeptAttack* kept_attack(const DefinitionsLayer& layer, uint32_t row) {
    if (!layer.agents.kept_attack.in_use()) return nullptr;
    const AttackPhase phase = layer.agents.attack_phase.own()[row];
    const bool began = phase == AttackPhase::begun || phase == AttackPhase::struck || phase == AttackPhase::over;
    const KeptAttack& kept = layer.agents.kept_attack.own()[row];
    return began && kept.in_force != 0 ? &kept : nullptr;
}
/// The figures of the agent's attack.
inline const AttackFigures& figures_of(const DefinitionsLayer& layer, uint32_t row) {
    const KeptAttack* const kept = kept_attack(layer, row);
    return kept != nullptr ? kept->figures : attack_of(layer, row);
}

/// kg: the mass that decides which of two agents yields (rule priority_of).
inline float yielding_mass(const DefinitionsLayer& layer, uint32_t row, const Archetype& kind) {
    return layer.agents.body.in_use() ? kind.mass * layer.agents.body.any()[row].avoidance_factor : kind.mass;
}
/// Does an agent of mass `other`, which waits, make way for an agent of this mass (rules makes_way and lent_by)? In kg.
inline bool outweighs(float mass, float other) { return mass > 1.5f * other; }
/// m/s: the agent is never faster in this frame.
inline float fastest_of(const DefinitionsLayer& layer, uint32_t row, const Archetype& kind) {
    if (!layer.agents.body.in_use()) return kind.fastest;
    const BodyChange& body = layer.agents.body.any()[row];
    const float walks = kind.fastest * body.speed_factor;
    if (layer.clock.reached(body.pushed_until)) return walks;
    return std::max(walks, std::sqrt(glm::dot(body.push, body.push)));
}
/// us: until when the agent is stunned; a time in the past: it is not.
inline int64_t stunned_until(const DefinitionsLayer& layer, uint32_t row) {
    return layer.agents.body.in_use() ? layer.agents.body.any()[row].stunned_until : long_ago;
}
inline bool is_stunned(const DefinitionsLayer& layer, uint32_t row) {
    return !layer.clock.reached(stunned_until(layer, row));
}
/// True: the agent is moved in every frame, whatever its update interval: an attack, a push and its end cannot wait.
inline bool is_moved_at_once(const DefinitionsLayer& layer, uint32_t row) {
    return steps_in(layer.agents.attack_phase.own()[row]) || layer.clock.previous_due_by() < stunned_until(layer, row);
}
/// Level of detail: true if fray moves the agent, and it stands in this frame, until its next update.
inline bool waits_for_update(const DefinitionsLayer& layer, uint32_t row) {
    const UpdateInterval interval = layer.agents.update_interval.own()[row];
    return interval.frames != 1 && layer.clock.frames_since_update(layer.agents.serial.any()[row], interval) != 0 &&
           !is_moved_at_once(layer, row) &&
           layer.kinds.archetypes[layer.agents.archetype.any()[row]].motion == MotionType::simulated;
}

} // namespace fray
