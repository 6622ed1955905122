// Compares two worlds and finds their first difference, by frame, agent and column.
#pragma once

#include "fray/world.h"

#include <string>

namespace fray::test {

/// Returns an empty string if both worlds are in the same state. Otherwise it names the frame, and the first agent (by
/// serial) and column (by registration) that differ, with both values in hexadecimal.
std::string first_difference(const World& a, const World& b);

} // namespace fray::test
