// Ground for random dramas.
#pragma once

#include "judge.h"

namespace fray::model {

/// Walls, rivers and islands where the drama's people are, of cells of all sizes.
void add_ground(Drama& drama);

} // namespace fray::model
