// Reloads for random dramas: archetypes and monsters change while they fight, often in one small thing.
#pragma once

#include "judge.h"

namespace fray::model {

/// 1 to 4 reloads at random frames, what the host does in the same frames, and sometimes what was before again.
void add_reloads(Drama& drama);

} // namespace fray::model
