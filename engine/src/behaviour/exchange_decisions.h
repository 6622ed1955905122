// What ranks tell each other about classify_distances and evaluate_fsm (division.h). Both systems divide the rows in
// the same way, so an agent is evaluated by the rank that has classified it, and a single exchange serves both.
#pragma once

#include "behaviour/systems.h"

namespace fray {

/// Tells the other ranks what this rank's chunks have decided, and reads what theirs have. Afterwards all chunks are as
/// if this rank had run them. `share`: of this rank, in both systems; `first_buffer`: the event buffer of the first
/// chunk of evaluate_fsm. Does nothing if the work is not divided.
void exchange_decisions(const DecisionExchange& world, ParallelLoops& loops, Share share, uint32_t first_buffer);

} // namespace fray
