// Battles of `clash` in the steady fight, for the benches.
#pragma once

#include "fray/battle.h"

namespace fray {

/// One for each size and number of threads, with the first 600 frames fought: it goes on where the last bench stopped.
/// Only the last one is kept: a million agents are some hundreds of megabytes.
Battle& clash_of(int agents, int threads);

} // namespace fray
