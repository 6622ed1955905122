// Level of detail for random dramas: periods of archetypes, points that matter, the host's periods, budgets of turns.
#pragma once

#include "judge.h"

namespace fray::model {

/// Goes last: it sees to the archetypes of reloads too, and adds some that change nothing but periods.
void add_detail(Drama& drama);

} // namespace fray::model
