// The state hash: the same for the same state, however it is stored and however many threads add it up.
#pragma once

#include "core.h"

namespace fray {

uint64_t hash_state(Core& core, Loops& loops);

} // namespace fray
