// Reads everything that a host can read of a world.
#pragma once

#include "fray/fray.h"

namespace fray::fuzz {

/// Calls the queries of a world, and checks its invariants.
void look_at(const World& world);

} // namespace fray::fuzz
