// Agents without a slot that support others.
#pragma once

#include "fray/defs.h"

#include <cstdint>

namespace fray {

/// Where an agent without a slot has been lately, and where it goes if it supports (rule commit_support).
struct Support {
    Vec2 mark{};          ///< m
    Vec2 waypoint{};      ///< m: of an agent that supports
    uint8_t marked = 0;   ///< 1: it has a mark
    uint8_t count = 0;    ///< surveys in which it was near its mark, up to 6
    uint8_t supports = 0; ///< 1: it supports
    uint8_t unused = 0;

    bool operator==(const Support&) const = default;
};

} // namespace fray
