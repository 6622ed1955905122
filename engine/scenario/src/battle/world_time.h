// The time of a world in whole microseconds, with which the script and the duration of a battle compare times exactly.
#pragma once

#include "fray/world.h"

#include <cmath>
#include <cstdint>

namespace fray {

/// World time at the start of the next step, in us.
inline int64_t time_us(const World& world) { return std::llround(world.time() * 1e6); }

/// Is it `at` seconds, or later? A ten-thousandth of a step and 2 us make no difference, as for the timers of a world
/// (rule due_slack).
inline bool reached(const World& world, double at) { return world.time() + 2e-6 + 1e-4 / world.hz() >= at; }

} // namespace fray
