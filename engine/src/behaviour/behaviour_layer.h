// The behaviour subsystem: the agents' state machines, and the system evaluate_fsm, which runs them. It reads circles,
// targets and orders. It writes the columns of the agent that it evaluates, and lists of requests, releases and hits
// for the systems after it.
#pragma once

#include "behaviour/decisions.h"
#include "parallel.h"
#include "perception/perception_layer.h"
#include "storage/part.h"

namespace fray {

FRAY_PART(Behaviour, behaviour, Field::decisions);

struct BehaviourLayer : PerceptionLayer {
    Behaviour behaviour;
};

} // namespace fray
