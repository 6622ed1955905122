// The stage manager. Reads what settle has left, writes circles, slots, permits and places.
#pragma once

#include "combat/combat_layer.h"
#include "engagement/proposals.h"
#include "parallel.h"

namespace fray {

struct EngagementLayer : CombatLayer {
    Proposals proposals;
};

/// The stage manager decides on every circle where something changed. Parallel over circles.
void propose(EngagementLayer& core, Loops& loops);
Access propose_access();
/// What involves several circles at once: clocks of the world, changes of target. Serial.
void commit(EngagementLayer& core, Loops& loops);
Access commit_access();
/// Why agents wait, where the reason has changed. Parallel over agents.
void report_refusals(EngagementLayer& core, Loops& loops);

} // namespace fray
