// Converts user states, for the functions that add a state or start a replay.
#pragma once

#include "open_world.h"

namespace fray::c {

/// Converts a user state. The result refers to a context that `w` owns, so it must not outlive `w`.
StateDef state_def(OpenWorld& w, const fray_state_def& def);

} // namespace fray::c
