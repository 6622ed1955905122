// How an agent walks, and what it keeps of its way.
#pragma once

#include "fray/defs.h"

#include <cstdint>

namespace fray {

/// How firmly an agent keeps to its way or its position when it meets other agents. Locomotion computes the avoidance
/// priority from this and the mass (`priority_of`, neighbour.h).
enum class AvoidancePriority : uint8_t {
    waits,   ///< has no reason to be where it is: steps aside for every other agent
    walks,   ///< yields as other walkers do
    presses, ///< goes to a slot, or out of the approach ring: yields less
    strikes, ///< steps into its attack: as `presses`, and does not rest
    slips,   ///< was relieved, and goes back between the ranks: as `strikes`, and turns its shoulder to others
    arrived, ///< is where it was sent: yields less, and comes back
    stands,  ///< does not yield
};

/// Preferred velocity, quantised to 0.25 m/s; read by neighbours.
struct PreferredVelocity {
    int8_t x = 0, y = 0;
};

/// Where a member of a march is to be (locomotion/marches.h), or an agent that gathers (locomotion/gathering.h).
struct MarchPlace {
    enum class Kind : uint32_t {
        none,
        marches, ///< it walks to `at`
        over,    ///< it walks to the point of its order
        gathers, ///< it walks to `at`, which is near the point of its order, and stays there
    };
    Vec2 at{};       ///< m
    Vec2 velocity{}; ///< m/s, of this place
    Vec2 facing{};   ///< a unit vector: where it faces at the point of its order
    Kind kind = Kind::none;
};
static_assert(sizeof(MarchPlace) == 28);

/// What is left of a walker's last plan (locomotion/steering.h) until its next.
struct Avoidance {
    enum class Plan : uint8_t {
        none,   ///< there is no plan: the walker plans in its next frame
        holds,  ///< the walker has to look for contacts
        alone,  ///< it can touch no agent before its next plan
        coasts, ///< and it goes on as planned (`Sleep::coasts`); `bend` is the whole planned velocity
    };
    Vec2 bend{}; ///< m/s: is added to the preferred velocity
    union {
        float queue_speed = 0.0f; ///< m/s: the greatest speed behind others; of an agent that goes its own way
        /// Of an agent that makes room: the avoidance priority that it has from the agent that asks; 0: only its own.
        float lent_priority;
    };
    uint8_t pressed = 0;        ///< 1: it has arrived, and an agent of higher priority nearly touches it
    uint8_t waits_its_turn = 0; ///< 1: it waits behind agents that go the same way
    AvoidancePriority rests_as = AvoidancePriority::waits; ///< of an agent that rests: its priority when it walks
    Plan plan = Plan::none;
};

/// Is an agent asleep? A sleeping agent stands, and only the events below can make it move or turn. So locomotion skips
/// it, and classify_distances skips it unless it rests or its target has moved. Sleep saves time and never changes a
/// result.
enum class Sleep : uint8_t {
    awake,
    coasts,             ///< walks on as planned: until its state machine is evaluated or its next plan is due
    rests,              ///< until its state machine is evaluated, or a look around is due (Detour::Mode::rests)
    asleep,             ///< until its state machine is evaluated, something happens to it, or its target moves
    while_target_holds, ///< as `asleep`, but the agent also wakes when its target has no slot any more
    until_update,       ///< as `asleep`, but its target has moved since its last update: it wakes at the next
};

/// us: the time between two looks of an agent that rests. Only there it may turn or begin to walk.
constexpr int64_t rest_look_every = 100'000;

/// The local detour of an agent that cannot walk straight because of other agents (locomotion/local_detour.h).
struct Detour {
    /// See `Mover::keep_detour`.
    enum class Mode : uint8_t { none, round, presses, rests, makes_room, joins, gathered };
    Vec2 waypoint{};      ///< m: the point to go to before the goal; only in modes `round` and `joins`
    float nearest = 1e9f; ///< m: the least distance to the goal that was reached during the detours so far
    uint16_t pause = 0;   ///< ticks (1/60 s) until the agent may search for a detour again
    /// Width of the next search, as a level of LocalDetour. It grows when a search among standing agents fails.
    uint8_t level = 0;
    Mode mode = Mode::none;

    bool at_rest() const { return mode == Mode::rests || mode == Mode::gathered; }
};

/// What locomotion keeps of an agent's last step.
struct Walk {
    Avoidance avoidance;
    Detour detour;
    PreferredVelocity preferred_velocity;
    AvoidancePriority priority = AvoidancePriority::stands;
    uint8_t stalled = 0; ///< ticks without progress
};
static_assert(sizeof(Walk) == 36);

/// The agent's path over the ground: the result of its last path request.
struct Path {
    enum class Kind : uint8_t {
        unknown,
        straight,     ///< the goal can be reached in a straight line
        via_waypoint, ///< the agent must go to `waypoint` before the goal
        none,         ///< there is no path
    };
    Vec2 waypoint{}, goal{}; ///< m: the next waypoint; the goal of the request
    Kind kind = Kind::unknown;
    uint8_t due = 0; ///< 1: a path is requested from the next locomotion system
    // The way to a goal in another area of the ground (locomotion/crossings.h).
    uint8_t around = 0;     ///< 1: the path leads to the mouth of `crossing`, because the shortest way is crowded
    uint8_t chosen = 0;     ///< number of the period in which the agent last chose
    uint16_t crossing = 0;  ///< its choice: 1 + number of the crossing; 0: none
    uint16_t came = 0;      ///< 1 + number of the crossing through which it came into this area; 0: none
    uint16_t goal_area = 0; ///< of the ground, for which it chose
    uint8_t side = 0;       ///< of `crossing`, on which it was when it chose: an index
    uint8_t unused = 0;
};
static_assert(sizeof(Path) == 28);

} // namespace fray
