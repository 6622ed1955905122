// The order of agents along a Z curve (Morton order): neighbours in space are mostly neighbours in this order.
#pragma once

#include "fray/spatial/vec2.h"
#include "saturated_cast.h"
#include "storage/agents.h"
#include "storage/rules_math.h"

#include <cstdint>

namespace fray {
namespace {

constexpr float z_cell = 4.0f; ///< m: side of a cell of the curve

/// Moves the 16 low bits of x to the even bit positions.
inline uint32_t spread_bits(uint32_t x) {
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

/// The position on the Z curve in the upper half, the row in the lower. Agents that are not living come last.
inline uint64_t order_key(Vec2 position, Life life, uint32_t row) {
    if (life != Life::living) return uint64_t{~0u} << 32 | row;
    const auto cell = [](float v) { return saturated_cast<uint32_t>((v + world_extent) / z_cell) & 0xffff; };
    return uint64_t{spread_bits(cell(position.x)) | spread_bits(cell(position.y)) << 1} << 32 | row;
}

} // namespace
} // namespace fray
