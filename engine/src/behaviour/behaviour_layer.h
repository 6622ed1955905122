// The state machines. Reads circles, targets and orders, writes the agent at hand and lists of what it asks for.
#pragma once

#include "behaviour/decisions.h"
#include "parallel.h"
#include "perception/perception_layer.h"

namespace fray {

struct BehaviourLayer : PerceptionLayer {
    Behaviour behaviour;
};

/// The state machine of those with something to decide. Parallel over agents.
void think(BehaviourLayer& core, Loops& loops);
Access think_access();

} // namespace fray
