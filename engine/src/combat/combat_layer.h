// The combat layer: hits, projectiles and deaths, and what agents release or request at circles.
//
// Reads the decisions of evaluate_fsm (hits, releases, requests), commands of the host that change health, and
// positions at the frame's start. Writes health, life, targets, roles, circles, squad leaders and events.
#pragma once

#include "behaviour/behaviour_layer.h"
#include "combat/combat.h"
#include "parallel.h"
#include "storage/part.h"

namespace fray {

FRAY_PART(Combat, combat, Field::settling);

struct CombatLayer : BehaviourLayer {
    Combat combat;
};

/// The system resolve_hits: hits, deaths, releases, requests, in this order. Parallel over targets:
/// each of these steps changes only the target, its circle, and the members of that circle.
void resolve_hits(CombatLayer& layer, ParallelLoops& loops);
Access resolve_hits_access();

} // namespace fray
