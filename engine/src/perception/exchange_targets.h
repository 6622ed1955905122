// What ranks tell each other about acquire_targets (division.h).
#pragma once

#include "perception/systems.h"

namespace fray {

/// Tells the other ranks what this rank's chunks of squads have decided, and reads what theirs have. Afterwards all
/// chunks are as if this rank had run them. `chunks`: of the loop; `share`: this rank's; `first_buffer`: the event
/// buffer of chunk 0. Does nothing if the work is not divided.
void exchange_targets(const TargetExchange& world, ParallelLoops& loops, uint32_t chunks, Share share,
                      uint32_t first_buffer);

} // namespace fray
