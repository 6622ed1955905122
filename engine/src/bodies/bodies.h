// Bodies: how large an agent is, how fast, how firm, and whether it is stunned or pushed. The archetype says what it is
// like, and the host may change it for single agents (rules set_speed_factor and push).
//
// The column `body` holds what the host has changed. It is optional: a world in which nothing was changed has none.
#pragma once

#include "definitions/kinds.h"
#include "storage/clock.h"
#include "storage/id_table.h"
#include "storage/rules_math.h"
#include "storage/views.h"

#include <algorithm>

namespace fray {

/// The agents that are wider or faster than their archetype says, because the host has changed them.
struct ChangedBodies {
    Vector<uint32_t> agents;    ///< indices of their ids, each once, in any order
    float widest = 0.0f;        ///< m: the greatest of their radii
    Vector<CombatChange> teams; ///< by team; those that are missing were not changed
};

FRAY_PART(ChangedBodies, bodies);

/// For code that reads bodies.
struct BodyView : Views<Read<column::archetype, column::body>, const Kinds, const ChangedBodies, const Clock> {
    using Views::Views;
};
/// For code that reads the attack of the agent that it visits.
struct AttackView
    : Views<ReadOwn<column::archetype, column::attack, column::attack_phase, column::kept_attack>, const Kinds> {
    using Views::Views;
};
/// For code that asks whether the agent that it visits is moved in this frame.
struct UpdateView : Views<BodyView, ReadOwn<column::attack_phase, column::update_interval>, Read<column::serial>> {
    using Views::Views;
};
/// For code that asks what the host has made of how agents fight.
struct CombatFactorView : Views<BodyView, Read<column::team>> {
    using Views::Views;
};
/// For code that changes bodies.
struct BodyChanges
    : Views<Read<column::id, column::archetype, column::life>, Write<column::body, column::sleep, column::wake>,
            const Kinds, const Clock, const IdTable, RowCount, ChangedBodies> {
    using Views::Views;
};

/// Sets the brain of an agent that was spawned, or that has just got brain columns.
inline void begin_brain(const Views<Write<column::brain>>& world, Row row, const Archetype& kind) {
    Brain& brain = world.brain.change(row);
    brain.heal_charges = kind.heal_charges;
    brain.phase = kind.first_phase;
}

/// Creates the column `body`, and the brain columns of all archetypes, because every stunned agent with a brain goes to
/// state stagger. Call it between systems.
void enable_bodies(const KindChanges& world);
/// Notes a change that concerns the neighbour grid and searches: of the radius, of the speed, or a push.
void list_body(const BodyChanges& world, Row row);
/// Pushes an agent with this velocity for this time (rule push), and wakes it. The column `body` must exist.
void push_body(const BodyChanges& world, Row row, Vec2 velocity, int64_t us);
/// Removes agents from the list that are as their archetype says, or dead, and finds the greatest radius.
void survey_bodies(const BodyChanges& world);
/// Makes the list anew from the column, after a restore.
void find_listed_bodies(const BodyChanges& world);

/// m
inline float radius_of(const BodyView& world, Row row, const Archetype& kind) {
    if (!world.body) return kind.radius;
    const float own = world.body[row].radius;
    return own != 0.0f ? own : kind.radius;
}
inline float radius_of(const BodyView& world, Row row) {
    return radius_of(world, row, world.kinds.archetypes[world.archetype[row]]);
}
/// m: the greatest body radius in the world.
inline float widest_radius(const BodyView& world) { return std::max(world.kinds.widest_radius(), world.bodies.widest); }

/// mm: the sum of the radii of two agents (rule touch).
inline int32_t touch_of(const BodyView& world, Row row, const Archetype& kind, Row other_row, const Archetype& other) {
    if (!world.body) return kind.radius_mm + other.radius_mm;
    return millimetres_of(radius_of(world, row, kind)) + millimetres_of(radius_of(world, other_row, other));
}

inline float speed_factor_of(const BodyView& world, Row row) {
    return world.body ? world.body[row].speed_factor : 1.0f;
}
/// The attack that the agent has: for which it has a token, or that it has begun.
inline const Attack& attack_of(const AttackView& world, Row row) {
    const Archetype& kind = world.kinds.archetypes[world.archetype[row]];
    return kind.attacks[static_cast<size_t>(world.attack[row])];
}
/// The figures that it keeps although a reload has changed them; null: none.
inline const KeptAttack* kept_attack(const AttackView& world, Row row) {
    if (!world.kept_attack) return nullptr;
    const AttackPhase phase = world.attack_phase[row];
    const bool began = phase == AttackPhase::begun || phase == AttackPhase::struck || phase == AttackPhase::over;
    const KeptAttack& kept = world.kept_attack[row];
    return began && kept.in_force != 0 ? &kept : nullptr;
}
/// The figures of the agent's attack.
inline const AttackFigures& figures_of(const AttackView& world, Row row) {
    const KeptAttack* const kept = kept_attack(world, row);
    return kept != nullptr ? kept->figures : attack_of(world, row);
}

/// What the host has made of how an agent fights, with what it has made of its team (rule combat_factors).
struct CombatFactors {
    float damage_dealt = 1.0f, damage_taken = 1.0f, attack_speed = 1.0f;
    bool is_protected = false;
};
inline CombatFactors combat_factors(const CombatFactorView& world, Row row) {
    CombatFactors factors;
    const auto count = [&](const CombatChange& change) {
        factors.damage_dealt *= change.damage_dealt;
        factors.damage_taken *= change.damage_taken;
        factors.attack_speed *= change.attack_speed;
        factors.is_protected = factors.is_protected || !world.clock.reached(change.protected_until);
    };
    if (world.body) count(world.body[row].combat);
    if (world.team[row] < world.bodies.teams.size()) count(world.bodies.teams[world.team[row]]);
    return factors;
}
/// Could a world hold this? Its time is checked apart.
inline bool is_sound(const CombatChange& change) {
    const auto fits = [](float factor) { return factor >= 0.0f && factor <= max_combat_factor; };
    return fits(change.damage_dealt) && fits(change.damage_taken) && change.attack_speed >= min_attack_speed &&
           change.attack_speed <= max_attack_speed && change.unused == 0;
}
/// us: the time `us` of an attack of the agent, as its attack speed makes it.
inline int64_t attack_time(const CombatFactorView& world, Row row, int64_t us) {
    if (!world.body && world.bodies.teams.empty()) return us;
    return at_speed(us, combat_factors(world, row).attack_speed);
}

/// kg: the mass that decides which of two agents yields (rule priority_of).
inline float yielding_mass(const BodyView& world, Row row, const Archetype& kind) {
    return world.body ? kind.mass * world.body[row].avoidance_factor : kind.mass;
}
/// Does an agent of mass `other`, which waits, make way for an agent of this mass (rules makes_way and lent_by)? In kg.
inline bool outweighs(float mass, float other) { return mass > 1.5f * other; }
/// m/s: the agent is never faster in this frame.
inline float fastest_of(const BodyView& world, Row row, const Archetype& kind) {
    if (!world.body) return kind.fastest;
    const BodyChange& body = world.body[row];
    const float walks = kind.fastest * body.speed_factor;
    if (world.clock.reached(body.pushed_until)) return walks;
    return std::max(walks, std::sqrt(glm::dot(body.push, body.push)));
}
/// us: until when the agent is stunned; a time in the past: it is not.
inline int64_t stunned_until(const BodyView& world, Row row) {
    return world.body ? world.body[row].stunned_until : long_ago;
}
inline bool is_stunned(const BodyView& world, Row row) { return !world.clock.reached(stunned_until(world, row)); }
/// True: the agent is moved in every frame, whatever its update interval: an attack, a push and its end cannot wait.
inline bool is_moved_at_once(const UpdateView& world, Row row) {
    return steps_in(world.attack_phase[row]) || world.clock.previous_due_by() < stunned_until(world, row);
}
/// Is the agent due for an update in this frame?
inline bool is_due(const UpdateView& world, Row row) {
    return world.clock.frames_since_update(world.serial[row], world.update_interval[row]) == 0;
}
/// Level of detail: true if fray moves the agent, and it stands in this frame, until its next update.
inline bool waits_for_update(const UpdateView& world, Row row) {
    const UpdateInterval interval = world.update_interval[row];
    return interval.frames != 1 && world.clock.frames_since_update(world.serial[row], interval) != 0 &&
           !is_moved_at_once(world, row) &&
           world.kinds.archetypes[world.archetype[row]].motion == MotionType::simulated;
}

} // namespace fray
