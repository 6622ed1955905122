// Agents for the micro-benchmarks.
#pragma once

#include "fray/spatial/vec2.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace fray {

/// Positions with 0.25 agents per square metre, in rows sorted as in storage order.
inline std::vector<Vec2> crowd(uint32_t count) {
    const uint32_t side = static_cast<uint32_t>(std::sqrt(static_cast<double>(count)));
    std::mt19937 random(7);
    std::uniform_real_distribution<float> jitter(-0.8f, 0.8f);
    std::vector<Vec2> positions;
    for (uint32_t i = 0; i < count; ++i) {
        // In tiles of 64 x 64 agents, so that agents near in space are near in the list.
        const uint32_t tile = i / 4096, within = i % 4096, tiles = std::max(1u, side / 64);
        const float x = static_cast<float>(tile % tiles * 64 + within % 64),
                    y = static_cast<float>(tile / tiles * 64 + within / 64);
        positions.push_back({2.0f * x + jitter(random), 2.0f * y + jitter(random)});
    }
    return positions;
}

} // namespace fray
