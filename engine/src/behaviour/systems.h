// The system that evaluates state machines, with what it may touch.
#pragma once

#include "behaviour/thinker.h"
#include "behaviour/user_states.h"
#include "perception/systems.h"

namespace fray {

struct FsmSystem : Views<ThinkView, WriteOwn<column::sleep>, Behaviour, EventLog, Counters> {
    using Views::Views;
};
/// The state machines of agents with a decision to make. Parallel over agents.
void evaluate_fsm(DividedLoops& loops, const FsmSystem& world, const UserStateView& user_states);

} // namespace fray
