// The one way from a floating-point number to an integer: what does not fit becomes the nearest that does.
#pragma once

#include <concepts>
#include <limits>

namespace fray {

/// Cuts off the fraction; NaN becomes 0. A plain cast of a number beyond the type's range is undefined.
template <std::integral To, std::floating_point From> constexpr To saturated_cast(From value) {
    using Limits = std::numeric_limits<To>;
    // Powers of two, and so exact; the greatest number of the type itself may not be.
    constexpr From beyond = static_cast<From>(Limits::max() / 2 + 1) * From{2};
    constexpr From least = static_cast<From>(Limits::min());
    if (value >= beyond) return Limits::max();
    if (value >= least) return static_cast<To>(value);
    return value < least ? Limits::min() : To{0};
}

} // namespace fray
