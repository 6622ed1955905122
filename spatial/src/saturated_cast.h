// Converts a floating-point number to an integer. A value outside the range of the integer type becomes the nearest
// value inside. All code of fray converts with this function; sanitizer builds check that no other cast overflows.
#pragma once

#include <concepts>
#include <limits>

namespace fray {

/// Truncates the fraction; NaN becomes 0. A plain cast of a value outside the type's range is undefined behaviour.
template <std::integral To, std::floating_point From> constexpr To saturated_cast(From value) {
    using Limits = std::numeric_limits<To>;
    // Both limits are powers of two (or 0), so a float holds them exactly. It may not hold Limits::max() exactly.
    constexpr From beyond = static_cast<From>(Limits::max() / 2 + 1) * From{2};
    constexpr From least = static_cast<From>(Limits::min());
    if (value >= beyond) return Limits::max();
    if (value >= least) return static_cast<To>(value);
    return value < least ? Limits::min() : To{0};
}

} // namespace fray
