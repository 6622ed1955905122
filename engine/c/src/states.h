// User states, for the files that pass them to the engine.
#pragma once

#include "open_world.h"

namespace fray::c {

/// The state as the engine calls it. The world keeps its context.
StateDef state_def(OpenWorld& w, const fray_state_def& def);

} // namespace fray::c
