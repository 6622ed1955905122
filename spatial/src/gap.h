// How far a number lies outside an interval. Internal linkage, as for all arithmetic of a frame.
#pragma once

namespace fray {
namespace {

/// 0: inside.
[[maybe_unused]] float gap(float value, float low, float high) {
    return value < low ? low - value : value > high ? value - high : 0.0f;
}

} // namespace
} // namespace fray
