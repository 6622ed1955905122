// The rates at which crowds have to walk alike.
#pragma once

#include "repetitions.h"

#include <span>

namespace fray::motion {

inline constexpr double all_rates[] = {10.0, 30.0, 60.0, 144.0}; ///< Hz
/// Each takes longer than those before together: where each change waits for the tests, the two highest are left out.
inline constexpr std::span<const double> rates{all_rates, test::repetitions(size_t{4}, size_t{2}, size_t{2})};

} // namespace fray::motion
