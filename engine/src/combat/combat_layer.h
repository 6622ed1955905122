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

} // namespace fray
