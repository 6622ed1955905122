// Neighbours of a walker as the grid holds them, and the avoidance priority that decides which of two agents yields.
//
// Reads the neighbour grid, which holds positions, velocities and preferred velocities of the frame's start. A sleeping
// agent has no velocity in the grid. It yields to no other agent, so its avoidance priority is infinite.
#pragma once

#include "locomotion/locomotion_layer.h"
#include "saturated_cast.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <limits>

namespace fray {
namespace {

/// Avoidance priority as a number: the agent with the higher priority yields less, and infinity never yields. It is the
/// mass times a factor for the kind of priority (`AvoidancePriority`). In a jam (`stalled` of 40 frames and more) one
/// agent in eight gets four times its priority, so that a knot of agents comes undone. Each half second draws other
/// agents.
[[maybe_unused]] float weight_of(const LocomotionLayer& core, float mass, AvoidancePriority priority, Serial serial,
                                 uint8_t stalled) {
    constexpr float share[] = {0.25f, 1.0f, 3.0f, 2.0f, std::numeric_limits<float>::infinity()}; // by AvoidancePriority
    constexpr uint8_t jam_frames = 40;
    constexpr int64_t turn_us = 500'000;
    const float weight = mass * share[static_cast<size_t>(priority)];
    if (stalled < jam_frames) return weight;
    const auto turn = static_cast<uint64_t>(core.clock.now / turn_us);
    const uint64_t bits = random_bits(core.settings.seed, serial, turn, RandomPurpose::right_of_way, 0);
    return random_below(bits, 8) == 0 ? 4.0f * weight : weight;
}

/// A preferred velocity (m/s) quantised to 0.25 m/s; a component saturates at 31.75 m/s.
[[maybe_unused]] PreferredVelocity quantised(Vec2 velocity) {
    const auto quarters = [](float speed) { return saturated_cast<int8_t>(std::clamp(speed * 4.0f, -127.0f, 127.0f)); };
    return {quarters(velocity.x), quarters(velocity.y)};
}

/// In metres.
[[maybe_unused]] float radius_of(const LocomotionLayer& core, const GridItem& item) {
    return core.kinds.archetypes[item.kind].radius;
}

/// A neighbour of a walker, in the state of the frame's start.
struct Neighbour {
    Vec2 position{}, velocity{}; ///< m, m/s; velocity of its last step
    Vec2 preferred{};            ///< m/s: its preferred velocity, in steps of 0.25 m/s
    float radius;                ///< m
    float weight;                ///< avoidance priority; infinity: it does not yield
    uint32_t row;
};

[[maybe_unused]] Neighbour neighbour_of(const LocomotionLayer& core, const GridItem& item) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const float radius = radius_of(core, item);
    if (item.asleep != 0) return {item.position, {}, {}, radius, infinity, item.row};
    const GridWalker& walker = core.grid.walker(item);
    const Vec2 preferred = {static_cast<float>(walker.preferred_x), static_cast<float>(walker.preferred_y)};
    return {item.position, walker.velocity, preferred * 0.25f, radius, walker.weight, item.row};
}

} // namespace
} // namespace fray
