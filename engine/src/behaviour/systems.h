// The system that evaluates state machines, with what it may touch.
#pragma once

#include "behaviour/thinker.h"
#include "behaviour/user_states.h"
#include "perception/systems.h"

namespace fray {

struct FsmSystem : Views<ThinkView, WriteOwn<column::sleep>, Behaviour, EventLog, Counters, Division> {
    using Views::Views;
};
/// What ranks tell each other about classify_distances and evaluate_fsm.
struct DecisionExchange
    : Views<TargetExchange, AgentClocks, ListsById<RunningAct>, ListsById<ConditionPlace>, PromisedPlaces, Behaviour> {
    using Views::Views;
    static constexpr bool of_ranks = true;
};
/// The state machines of agents with a decision to make. Parallel over agents.
void evaluate_fsm(ParallelLoops& loops, const FsmSystem& world, const UserStateView& user_states,
                  const DecisionExchange& ranks);

} // namespace fray
