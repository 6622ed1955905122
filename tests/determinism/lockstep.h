// Two worlds side by side: where they differ first, by frame, agent and column.
#pragma once

#include "fray/world.h"

#include <string>

namespace fray::test {

/// Empty: both worlds are in the same state. Else the frame, and the first agent by serial and column by registration
/// that differ, with both values in hexadecimal.
std::string first_difference(const World& a, const World& b);

} // namespace fray::test
