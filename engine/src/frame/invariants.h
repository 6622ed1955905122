// The invariants of the rules (commit), which hold between frames. Builds that assert accesses check them after every
// frame.
#pragma once

#include "frame/world_state.h"

#include <string>

namespace fray {

/// Empty: they hold. Else the first breach, naming frame, circle and agent.
std::string first_breach(const WorldState& core);

} // namespace fray
