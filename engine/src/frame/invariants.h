// The invariants of circles and agents (rules.md, commit), which hold between frames. Debug builds (FRAY_CHECK_ACCESS)
// check them after every frame.
#pragma once

#include "frame/world_state.h"

#include <string>

namespace fray {

/// Describes the first breach: frame, circle and agent. Empty: all invariants hold.
std::string first_breach(const WorldState& state);

} // namespace fray
