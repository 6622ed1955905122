// Projectiles: launches, flights, and what they strike (rules.md, Projectiles).
#pragma once

#include "combat/systems.h"

namespace fray {

/// Launches the projectiles of this frame. Sorts the shots by the shooters' serials. A shot that is not needed is
/// launched at another enemy, or not at all.
void launch_projectiles(const CollectView& world, ParallelLoops& loops, Vector<Shot>& shots);

/// Moves all projectiles. Marks those whose flight ends, and appends what they strike, or miss, to `hits`. Parallel
/// over projectiles.
void fly_projectiles(const CollectView& world, ParallelLoops& loops, Vector<PendingHit>& hits);

} // namespace fray
