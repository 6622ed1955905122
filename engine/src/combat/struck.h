// What blows strike (rule strike_bodies). What projectiles strike: flights.h.
#pragma once

#include "combat/systems.h"
#include "terrain/reach.h"

namespace fray {

/// Decides what the hits of this frame strike. At first each is aimed at its target; afterwards `PendingHit::misses`
/// holds, and hits on other agents are added. Parallel over hits.
void decide_hits(const CollectView& world, ParallelLoops& loops, Vector<PendingHit>& hits);

/// Is the other agent within this half arc (rad) of where the agent faces (rule strikes)?
bool is_within_arc(const Views<Read<column::position, column::heading>>& world, Row row, float half_arc, Row other);

/// For code that computes the damage of hits.
struct DamageView : Views<CombatFactorView> {
    using Views::Views;
};
/// What a hit of `damage` does to the agent of `row` (rule damage_taken). `by` and `attack`: the archetype of the
/// attacker, and the index of the attack in its table; less than 0: it has no class.
float damage_taken(const DamageView& world, ArchetypeIndex by, int attack, float damage, Row row);

/// mm: the greatest distance at which the hit of the agent's attack counts.
int32_t hit_range_of_attack(const RangeView& world, Row row, Row target);

} // namespace fray
