// The distance of a number from an interval. The function has internal linkage, like all arithmetic of a frame, so that
// the linker cannot replace it by a copy that was compiled with other floating-point options.
#pragma once

namespace fray {
namespace {

/// Returns 0 if `value` lies in [low, high].
[[maybe_unused]] float gap(float value, float low, float high) {
    return value < low ? low - value : value > high ? value - high : 0.0f;
}

} // namespace
} // namespace fray
