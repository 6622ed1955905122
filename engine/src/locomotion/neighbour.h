// Neighbours of a walker as the grid holds them, and the avoidance priority that decides which of two agents yields.
//
// The neighbour grid holds positions, velocities and priorities of the frame's start. So both agents of a pair see the
// same data, and their shares fit together (`Steering::share_of`). A sleeping agent has no velocity in the grid.
//
// The factors of priorities were tuned by experiment, in the scenes of tests/motion.
#pragma once

#include "locomotion/motion.h"
#include "saturated_cast.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace fray {

/// For code that computes avoidance priorities.
struct PriorityView : Views<const Settings, const Clock> {
    using Views::Views;
};

// ## Avoidance priority
// Of two agents, the agent with the higher avoidance priority yields less: at 3 to 1 it makes a quarter of the
// correction that both together need.

/// Factors of the avoidance priority, by AvoidancePriority (`priority_of`).
inline constexpr float priority_factors[] = {
    0.25f, 1.0f, 3.0f, 3.0f, 3.0f, 2.0f, std::numeric_limits<float>::infinity()};
static_assert(static_cast<int>(AvoidancePriority::waits) == 0 && static_cast<int>(AvoidancePriority::walks) == 1 &&
                  static_cast<int>(AvoidancePriority::presses) == 2 &&
                  static_cast<int>(AvoidancePriority::strikes) == 3 &&
                  static_cast<int>(AvoidancePriority::slips) == 4 &&
                  static_cast<int>(AvoidancePriority::arrived) == 5 &&
                  static_cast<int>(AvoidancePriority::stands) == 6 && std::size(priority_factors) == 7,
              "priority_factors is in the order of AvoidancePriority");

/// The part of its radius that counts of an agent that slips between others with its shoulder first.
inline constexpr float slipping_width = 0.6f;

/// Does an agent with such a priority never rest on its way (`Mover::give_up`)?
inline constexpr bool is_restless(AvoidancePriority kind) {
    return kind == AvoidancePriority::strikes || kind == AvoidancePriority::slips;
}

/// Rule: The priority is the agent's mass times the factor of this table times its avoidance factor
/// (`World::set_avoidance_factor`).
///
/// | priority | factor | agents |
/// |---|---|---|
/// | waits | 0.25 | have no place to keep |
/// | walks | 1 | walk where they are needed, led or sent |
/// | arrived | 2 | are where they were sent; they let agents pass that press, and come back |
/// | presses | 3 | go to a slot, or out of the approach ring |
/// | strikes | 3 | step into an attack |
/// | slips | 3 | rest and go back between the ranks; their radius counts 0.6, to themselves and to others |
/// | stands | infinite | are idle, in their place, or have begun their attack: obstacles that no agent moves |
///
/// To others an agent at rest has half of its priority. After 40 ticks without progress one agent in eight has four
/// times its priority; each half second draws others.
inline float priority_of(const PriorityView& world, float mass, AvoidancePriority kind, Serial serial,
                         uint8_t stalled) {
    constexpr uint8_t priority_after = 40;
    constexpr int64_t turn_us = 500'000;
    const float priority = mass * priority_factors[static_cast<size_t>(kind)];
    if (stalled < priority_after) return priority;
    const auto turn = static_cast<uint64_t>(world.clock.now / turn_us);
    const uint64_t bits = random_bits(world.settings.seed, serial, turn, RandomPurpose::right_of_way, 0);
    return random_below(bits, 8) == 0 ? 4.0f * priority : priority;
}

/// A preferred velocity (m/s) quantised to 0.25 m/s; a component saturates at 31.75 m/s.
inline PreferredVelocity quantised(Vec2 velocity) {
    const auto quarters = [](float speed) { return saturated_cast<int8_t>(std::clamp(speed * 4.0f, -127.0f, 127.0f)); };
    return {quarters(velocity.x), quarters(velocity.y)};
}

/// The avoidance priority of an agent that does not yield.
inline constexpr float never_yields = std::numeric_limits<float>::infinity();

/// An agent that rests has this part of its avoidance priority: agents of its kind that walk go first.
inline constexpr float resting_share = 0.5f;

/// False: the agent stays where it is in this frame.
inline bool yields(const GridItem& item) { return item.asleep == 0 && item.priority != never_yields; }
/// m/s, in steps of 0.25 m/s
inline Vec2 preferred_velocity(const GridItem& item) {
    return Vec2{static_cast<float>(item.preferred_x), static_cast<float>(item.preferred_y)} * 0.25f;
}

} // namespace fray
