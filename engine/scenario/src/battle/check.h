// Checks scenarios before a battle is made of them, because a scenario may be made by hand.
#pragma once

#include "fray/scenario.h"

namespace fray::scenario {

/// Throws BadResult for mistakes that could crash a battle. The reader of files checks much more.
void check_scenario(const Scenario& scenario);

} // namespace fray::scenario
