// The time of a world in whole microseconds, with which the script and the duration of a battle compare times exactly.
#pragma once

#include "fray/world.h"

#include <cmath>
#include <cstdint>

namespace fray {

/// World time at the start of the next step, in us.
inline int64_t time_us(const World& world) { return std::llround(world.time() * 1e6); }

} // namespace fray
