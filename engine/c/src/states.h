// States of the user's own, for those who hand them on to the engine.
#pragma once

#include "open_world.h"

namespace fray::c {

/// As the engine calls it; the world keeps what it needs for that.
StateDef state_def(OpenWorld& w, const fray_state_def& def);

} // namespace fray::c
