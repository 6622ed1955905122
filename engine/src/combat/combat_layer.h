// Hits, missiles, deaths, and what agents give back or ask for. Reads decisions, writes health, roles and circles.
#pragma once

#include "behaviour/behaviour_layer.h"
#include "combat/combat.h"
#include "parallel.h"

namespace fray {

struct CombatLayer : BehaviourLayer {
    Combat combat;
};

/// Hits, deaths, returns, requests: by target. Parallel over targets.
void settle(CombatLayer& core, Loops& loops);
Access settle_access();

} // namespace fray
