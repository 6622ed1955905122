// Checks scenarios before a battle is made of them, because a scenario may be made by hand.
#pragma once

#include "fray/fields.h"
#include "fray/scenario.h"

namespace fray::scenario {

/// The range of a time between two turns or rolls, s. Each is counted from the start of the command, in every frame.
inline FieldRange every_few_seconds() { return range::or_also(0, range::between(0.01, 3600)); }

/// Throws BadResult for mistakes that could crash a battle. The reader of files checks much more.
void check_scenario(const Scenario& scenario);

} // namespace fray::scenario
