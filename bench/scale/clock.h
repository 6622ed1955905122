// The clock for the times of frames and loops.
#pragma once

#include <chrono>

namespace fray::demo {

using Clock = std::chrono::steady_clock;

inline double ns_since(Clock::time_point start) {
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

} // namespace fray::demo
