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

/// mm: the greatest distance at which the hit of the agent's attack counts.
int32_t hit_range_of_attack(const RangeView& world, Row row, Row target);

} // namespace fray
