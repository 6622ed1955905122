// Neighbours of a walker as the grid holds them, and the avoidance priority that decides which of two agents yields.
//
// The neighbour grid holds positions, velocities and priorities of the frame's start. So both agents of a pair see the
// same data, and their shares fit together (`Steering::share_of`). A sleeping agent has no velocity in the grid. It
// yields to no other agent, so its avoidance priority is infinite.
//
// The avoidance priority as a number is the agent's mass (kg) times the factor of its kind (`AvoidancePriority`). Only
// the ratio of two priorities matters: at 3 to 1 the agent of higher priority makes a quarter of the correction that
// both together need. Y7 and Y8 are the rules; the table of intents (intent.h) says which agent has which kind.
//
// | kind    | factor   | reason                                                                              |
// |---------|----------|-------------------------------------------------------------------------------------|
// | waits   | 0.25     | It has no place to keep, so it makes room for every other agent of about its mass.  |
// | walks   | 1        | The common case: two equal walkers share the effort.                                |
// | presses | 3        | A slot waits for it. It must get through the agents that wait outside.              |
// | strikes | 3        | An attack waits for it.                                                             |
// | slips   | 3        | A fresh agent waits for its place.                                                  |
// | arrived | 2        | It keeps its place against walkers, lets agents pass that press, and then returns.  |
// | stands  | infinity | A fight must not be pushed about, so walkers treat the agent as an obstacle.        |
//
// Agents that the host moves count as `stands`, whatever they do (neighbour_index.cpp). The factors were tuned by
// experiment, in the scenes of tests/motion; rule Y8 states them, so a change of a factor is a change of the rules.
#pragma once

#include "locomotion/locomotion_layer.h"
#include "saturated_cast.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace fray {

/// Factors of the avoidance priority, by AvoidancePriority; see the table above.
inline constexpr float priority_factors[] = {
    0.25f, 1.0f, 3.0f, 3.0f, 3.0f, 2.0f, std::numeric_limits<float>::infinity()};
static_assert(static_cast<int>(AvoidancePriority::waits) == 0 && static_cast<int>(AvoidancePriority::walks) == 1 &&
                  static_cast<int>(AvoidancePriority::presses) == 2 &&
                  static_cast<int>(AvoidancePriority::strikes) == 3 &&
                  static_cast<int>(AvoidancePriority::slips) == 4 &&
                  static_cast<int>(AvoidancePriority::arrived) == 5 &&
                  static_cast<int>(AvoidancePriority::stands) == 6 && std::size(priority_factors) == 7,
              "priority_factors is in the order of AvoidancePriority");

/// The part of its radius that counts of an agent that slips between others with its shoulder first (rules.md, Y8a).
inline constexpr float slipping_width = 0.6f;

/// Does an agent with such a priority never rest on its way (rules.md, Y26a)?
inline constexpr bool is_restless(AvoidancePriority kind) {
    return kind == AvoidancePriority::strikes || kind == AvoidancePriority::slips;
}

/// Avoidance priority as a number: the agent with the higher priority yields less, and infinity never yields.
///
/// `stalled`: ticks without progress. From `priority_after` ticks on, in each half second one agent in eight gets
/// four times its priority, so that a knot of agents comes undone: some of them go first, and the rest let them out.
/// The draw depends on the seed, the serial and the time, so both agents of a pair know its result. See "Jams" in
/// locomotion_layer.h.
inline float priority_of(const LocomotionLayer& layer, float mass, AvoidancePriority kind, Serial serial,
                         uint8_t stalled) {
    constexpr uint8_t priority_after = 40;
    constexpr int64_t turn_us = 500'000;
    const float priority = mass * priority_factors[static_cast<size_t>(kind)];
    if (stalled < priority_after) return priority;
    const auto turn = static_cast<uint64_t>(layer.clock.now / turn_us);
    const uint64_t bits = random_bits(layer.settings.seed, serial, turn, RandomPurpose::right_of_way, 0);
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
