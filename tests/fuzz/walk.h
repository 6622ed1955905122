// A few agents that walk on a ground, and questions to the ground.
#pragma once

#include "fray/fray.h"

#include <memory>

namespace fray::fuzz {

/// `low`, `high`: m, corners of the ground.
void walk_on(std::shared_ptr<const Ground> ground, Vec2 low, Vec2 high);

} // namespace fray::fuzz
