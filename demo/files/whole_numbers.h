// Converts times and other measures to the whole numbers that are written to files.
#pragma once

#include "fray/events.h"

#include <cmath>
#include <cstdint>

namespace fray::demo {

/// Converts seconds to microseconds. The times of a world are whole microseconds, so that sums and comparisons are
/// exact.
inline int64_t microseconds(double seconds) { return std::llround(seconds * 1e6); }

/// Whether the numbers of a wait reason are times, in s.
inline bool is_time(WaitReason reason) {
    return reason == WaitReason::rest || reason == WaitReason::not_ready || reason == WaitReason::cooldown ||
           reason == WaitReason::interval;
}

/// Converts a number of a wait reason: metres and seconds to thousandths, weights and counts as they are.
inline int64_t wait_number(WaitReason reason, double number) {
    const bool measured = is_time(reason) || reason == WaitReason::range;
    return std::llround(measured ? number * 1000.0 : number);
}

} // namespace fray::demo
