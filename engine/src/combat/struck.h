// What hits strike (rule strike_bodies).
#pragma once

#include "combat/systems.h"
#include "terrain/reach.h"

namespace fray {

/// Decides what the hits of this frame strike. At first each is aimed at its target; afterwards `PendingHit::misses`
/// holds, and hits on other agents are added. Parallel over hits.
void decide_hits(const CollectView& world, ParallelLoops& loops, Vector<PendingHit>& hits);

/// For code that asks whether a hit reaches an agent.
struct ReachView : Views<BodyView, Read<column::floor, column::position>, const Terrain> {
    using Views::Views;
};
/// Is the agent on this floor, at most `mm` from the place of the attacker or of the launch, with no wall between?
bool reaches(const ReachView& world, int16_t floor, const LineEnd& from, int32_t mm, Row row);

/// mm: the greatest distance at which the hit of the agent's attack counts.
int32_t hit_range_of_attack(const RangeView& world, Row row, Row target);

} // namespace fray
