// A random drama from a seed: small crowds with extreme archetypes, close together, and a host that meddles, also with
// those who attack. Some have a plot, for what chance alone does not bring about.
#pragma once

#include "judge.h"

namespace fray::model {

/// `frames` 0: as many as the seed says, 100 to 400.
Drama random_drama(uint64_t seed, int frames = 0);

} // namespace fray::model
