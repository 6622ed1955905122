// Who is beside a walker, and who gives way to whom.
#pragma once

#include "locomotion/locomotion_layer.h"
#include "saturated_cast.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <limits>

namespace fray {
namespace {

/// Of two in each other's way the one of greater weight gives way less; infinity: not at all. In a jam one in eight,
/// another every half second, goes first: so knots come undone.
[[maybe_unused]] float weight_of(const LocomotionLayer& core, float mass, Stance stance, Serial serial,
                                 uint8_t stalled) {
    constexpr float share[] = {0.25f, 1.0f, 3.0f, 2.0f, std::numeric_limits<float>::infinity()};
    constexpr uint8_t jam_frames = 40;
    constexpr int64_t turn_us = 500'000;
    const float weight = mass * share[static_cast<size_t>(stance)];
    if (stalled < jam_frames) return weight;
    const auto turn = static_cast<uint64_t>(core.clock.now / turn_us);
    const uint64_t bits = random_bits(core.settings.seed, serial, turn, RandomPurpose::right_of_way, 0);
    return random_below(bits, 8) == 0 ? 4.0f * weight : weight;
}

[[maybe_unused]] Wish wish_of(Vec2 wanted) {
    const auto quarters = [](float speed) { return saturated_cast<int8_t>(std::clamp(speed * 4.0f, -127.0f, 127.0f)); };
    return {quarters(wanted.x), quarters(wanted.y)};
}

/// m.
[[maybe_unused]] float radius_of(const LocomotionLayer& core, const GridItem& item) {
    return core.kinds.archetypes[item.kind].radius;
}

/// Somebody beside a walker, as it was at the frame's start.
struct Neighbour {
    Vec2 position, velocity; ///< m, m/s
    Vec2 wish;               ///< m/s: how it would walk if it were alone
    float radius;            ///< m
    float weight;            ///< infinity: it gives no way
    uint32_t row;
};

[[maybe_unused]] Neighbour neighbour_of(const LocomotionLayer& core, const GridItem& item) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const float radius = radius_of(core, item);
    if (item.rests != 0) return {item.position, {}, {}, radius, infinity, item.row};
    const GridWalker& walker = core.grid.walker(item);
    const Vec2 wish = {static_cast<float>(walker.wish_x), static_cast<float>(walker.wish_y)};
    return {item.position, walker.velocity, wish * 0.25f, radius, walker.weight, item.row};
}

} // namespace
} // namespace fray
