// Squads for random dramas: leaders, sticks, orders of squads, followers, preference, spread, missiles.
#pragma once

#include "judge.h"

namespace fray::model {

/// Some of the drama's squads are given definitions and a host that plays with them, others are added; some archetypes
/// shoot, some spread.
void add_squads(Drama& drama);

} // namespace fray::model
