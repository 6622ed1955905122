// Brains for random dramas: free agents, sight, stagger, healing, phases, reactions and clocks, with times and
// distances so small that everything happens within seconds.
#pragma once

#include "judge.h"

namespace fray::model {

/// Gives some archetypes of a drama brains, and its host what to do with them.
void add_brains(Drama& drama);

/// A few bosses among players that run about and hunters that fight them. `frames` 0: as many as the seed says.
Drama boss_drama(uint64_t seed, int frames);

} // namespace fray::model
