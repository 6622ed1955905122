// Battles of the scenario `clash` in its steady phase, for the benchmarks.
#pragma once

#include "fray/battle.h"

namespace fray {

/// Returns the battle with this size and number of threads, after its first 600 frames. If the last call asked for the
/// same battle, it continues where that benchmark stopped. Only the last battle is kept, because a million agents take
/// some hundreds of megabytes.
Battle& clash_of(int agents, int threads);

} // namespace fray
