// The functions of Mover for walkers that do not get on: they wait, search a way around others, press through, or rest.
// See "Jams" in motion.h.
#pragma once

#include "locomotion/mover.h"

#include <algorithm>
#include <cmath>

namespace fray {

// The unnamed namespace is deliberate, as in steering.h: locomotion.cpp alone includes this header.
namespace {

/// Fraction of the preferred step: a walker that moves less than this in the preferred direction makes no progress.
constexpr float least_progress = 0.25f;
/// The same, of an agent that has no reason to be anywhere else: it walks only where the way is free.
constexpr float free_way = 0.6f;

// Times in ticks of a 60th of a second. See "Jams" in motion.h.
/// Time without progress until a blocked walker searches a local detour.
constexpr uint8_t detour_after = 8;
/// Time until the next search of an agent that is inside the approach ring without a slot, or steps into its attack.
constexpr uint16_t pause_of_leaving = 30;
/// Time until the next, wider search of the same detour.
constexpr uint16_t pause_between_levels = 4;
/// Time until the next search: after a successful search, after a failure, and after a repeated failure of a holder.
constexpr uint16_t pause_after_search = 60, pause_without_detour = 90, pause_without_detour_again = 240;
/// Time between the first and the second search of an agent that waits; later times are longer.
constexpr uint16_t pause_of_waiting = 120;
/// How often that time is doubled.
constexpr uint8_t most_doublings = 3;
/// Time without progress until an agent rests that has no reason to be anywhere else.
constexpr uint8_t rest_after = 12;
/// Time without progress until a holder rests on the way to its slot.
constexpr uint8_t holder_rests_after = 60;

/// us: waiting behind agents that go the same way counts as one tick of a jam in this time.
constexpr int64_t queue_counts_every = 133'333;

/// m: a detour made progress if it led at least this much nearer to the goal than every detour before it.
constexpr float detour_gain = 0.5f;

/// m: an agent that waits searches a way to its place only if it is farther away.
constexpr float far_from_place = 2.0f;

/// Time between the first and the second search for a free place in a crowd. Each search in vain doubles it.
constexpr uint16_t pause_in_crowd = 30;
/// After so many searches that led no nearer to its goal, an agent stays where it is in a crowd.
constexpr uint8_t most_searches = 5;
/// m; fraction of the distance to the goal: a free place in a crowd is only worth the way if it is this much nearer.
constexpr float least_gain_in_crowd = 1.0f, least_share_in_crowd = 0.4f;

/// m: an agent that waits goes on where its way is free so far, or as far as its place.
constexpr float least_free_way = 0.5f;

/// m: an agent this near to the waypoint of its detour searches again.
constexpr float at_turn = 0.35f;

/// The time between two looks of an agent that rests, in ticks.
constexpr uint32_t look_ticks = rest_look_every * 60 / 1'000'000;
static_assert(look_ticks == 6);

bool Mover::keeps_resting(Row row, const Archetype& archetype, Vec2 here, const Intent& intent) {
    Detour& detour = world_.walk.change(row).detour;
    if (!detour.at_rest()) return false;
    if (world_.walk[row].avoidance.rests_as != intent.priority) {
        detour = {};
        return false;
    }
    if (begins(looks_, row)) {
        constexpr float seconds = static_cast<float>(rest_look_every) * 1e-6f;
        const Vec2 aim = way_to(row, here, intent.goal);
        Walker walker = walker_of(row, archetype, here, intent, aim);
        walker.priority = walker.own_priority; // as if it walked
        walker.acceleration = no_braking;
        walker.rests = true;
        const bool gathered = detour.mode == Detour::Mode::gathered, calm = walker.waits || gathered;
        if (calm) walker.least_way_squared = std::min(least_free_way * least_free_way, distance_squared(here, aim));
        Avoidance unused;
        const Step step = steering_.step(walker, 0, true, unused, seconds);
        const uint32_t ticks = std::max(look_ticks, ticks_ * frames_);
        const bool over = detour.pause != 0 && detour.pause <= ticks;
        detour.pause = static_cast<uint16_t>(detour.pause - std::min(detour.pause + 0u, ticks));
        const float part = calm || walker.arrived ? free_way : least_progress;
        const bool free = gets_on(walker, step, seconds, part) && (!calm || step.has_way(walker.least_way_squared));
        if (over && !free && gathered) {
            if (finds_place(walker, aim, detour)) return false;
            detour.mode = Detour::Mode::gathered;
            rest_in_place(row, here);
            return true;
        }
        if (over || free || (step.is_asked && makes_way(step))) {
            // Where it only makes room, a search would find no more than the last search did.
            detour.mode = over || free || !(calm || walker.arrived) ? Detour::Mode::none : Detour::Mode::makes_room;
            if (free) detour.pause = std::min(detour.pause, pause_after_search);
            world_.walk.change(row).stalled = over ? detour_after : uint8_t{0};
            return false;
        }
    }
    rest_in_place(row, here);
    return true;
}

void Mover::forget_detour(Row row) const {
    Detour& detour = world_.walk.change(row).detour;
    if (detour.mode == Detour::Mode::makes_room) world_.walk.change(row).avoidance.queue_speed = Steering::no_limit;
    detour = {};
}

void Mover::rest_in_place(Row row, Vec2 here) {
    world_.next_position.change(row) = here;
    world_.moved.change(row) = 0;
    world_.velocity.change(row) = {};
    world_.walk.change(row).preferred_velocity = {};
}

void Mover::begin_rest(Row row, const Intent& intent, Detour& detour, uint16_t pause, Detour::Mode mode) const {
    detour.pause = pause;
    detour.mode = mode;
    world_.walk.change(row).avoidance = {.rests_as = intent.priority};
    world_.walk.change(row).stalled = 0;
}

void Mover::rest_if_stuck(Row row, const Walker& walker, const Step& step, const Intent& intent, Vec2 goal,
                          uint32_t ticks) {
    uint8_t& stalled = world_.walk.change(row).stalled;
    Detour& detour = world_.walk.change(row).detour;
    detour.pause = static_cast<uint16_t>(detour.pause - std::min(detour.pause + 0u, ticks));
    // On its way back it would press against the agents that make room.
    if (walker.arrived && step.lent_priority > 0.0f)
        return begin_rest(row, intent, detour, detour.pause, Detour::Mode::makes_room);
    const bool turns = detour.mode == Detour::Mode::round && is_at_turn(walker, detour);
    if (turns || detour.mode == Detour::Mode::joins) detour.mode = Detour::Mode::none;
    if (step.is_asked && makes_way(step) && !walker.waits)
        stalled = std::min(stalled, uint8_t{rest_after / 2});
    else if (gets_on(walker, step, step_seconds(), free_way))
        stalled = static_cast<uint8_t>(stalled - std::min(stalled + 0u, ticks));
    else
        stalled = static_cast<uint8_t>(std::min(stalled + ticks, 255u));
    if (stalled < rest_after) return;
    const bool far = distance_squared(walker.here, goal) > far_from_place * far_from_place;
    const bool seeks = far && detour.pause == 0 && intent.priority == AvoidancePriority::waits;
    if (seeks) {
        // Each search in vain doubles the time to the next.
        const uint8_t level = std::min(detour.level, most_doublings);
        detour = {.pause = static_cast<uint16_t>(pause_of_waiting << level), .level = static_cast<uint8_t>(level + 1)};
    }
    detour.mode = Detour::Mode::none;
    // Others that wait, too, do not make room.
    const LocalDetour::Seeker seeker = seeker_of(walker, goal, resting_share * walker.own_priority);
    if (seeks && local_detour_.find(world_, seeker, 0, &detour.waypoint) == LocalDetour::Answer::round) {
        detour.mode = Detour::Mode::round;
        detour.level = 0;
        stalled = 0;
        return;
    }
    begin_rest(row, intent, detour, detour.pause);
}

void Mover::join_crowd(Row row, const Walker& walker, const Step& step, const Intent& intent, Vec2 goal,
                       uint32_t ticks) {
    uint8_t& stalled = world_.walk.change(row).stalled;
    Detour& detour = world_.walk.change(row).detour;
    detour.pause = static_cast<uint16_t>(detour.pause - std::min(detour.pause + 0u, ticks));
    const uint32_t fewer = stalled - std::min(stalled + 0u, ticks), more = std::min(stalled + ticks, 255u);
    stalled = static_cast<uint8_t>(gets_on(walker, step, step_seconds(), free_way) ? fewer : more);
    const bool turns = detour.mode == Detour::Mode::joins && is_at_turn(walker, detour);
    if (detour.pause != 0 || (!turns && stalled < rest_after)) return;
    if (!finds_place(walker, goal, detour))
        begin_rest(row, intent, detour, detour.pause, Detour::Mode::gathered);
    else if (detour.mode == Detour::Mode::joins)
        stalled = 0;
}

bool Mover::finds_place(const Walker& walker, Vec2 goal, Detour& detour) {
    const float left = std::sqrt(distance_squared(walker.here, goal));
    if (left < detour.nearest - detour_gain) detour = {.nearest = left};
    detour.mode = Detour::Mode::none;
    if (detour.level >= most_searches) return false;
    LocalDetour::Seeker seeker = seeker_of(walker, goal, 0.0f);
    seeker.past_walkers = true;
    seeker.least_gain = std::max(least_gain_in_crowd, least_share_in_crowd * left);
    const auto answer = local_detour_.find(world_, seeker, LocalDetour::level_for(left), &detour.waypoint);
    const bool found = answer == LocalDetour::Answer::round || answer == LocalDetour::Answer::straight;
    detour.pause = static_cast<uint16_t>(found ? pause_in_crowd : pause_in_crowd << detour.level);
    if (answer == LocalDetour::Answer::round) detour.mode = Detour::Mode::joins;
    detour.level = static_cast<uint8_t>(detour.level + (answer != LocalDetour::Answer::straight));
    return found;
}

LocalDetour::Seeker Mover::seeker_of(const Walker& walker, Vec2 goal, float priority) {
    return {.here = walker.here,
            .goal = goal,
            .radius = walker.radius,
            .priority = priority,
            .row = walker.row,
            .target_row = walker.target_row,
            .floor = walker.floor};
}

bool Mover::is_at_turn(const Walker& walker, const Detour& detour) {
    return distance_squared(walker.here, detour.waypoint) < at_turn * at_turn;
}

bool Mover::makes_way(const Step& step) {
    return step.is_pressed || glm::dot(step.displacement, step.displacement) > 0.0f;
}

bool Mover::gets_on(const Walker& walker, const Step& step, float seconds, float part) {
    const float progress = glm::dot(step.displacement, walker.preferred);
    return progress >= part * walker.speed * walker.speed * seconds && walker.speed > 0.0f;
}

uint8_t Mover::stalled_after(Row row, const Walker& walker, const Step& step, const Avoidance& avoidance,
                             uint8_t stalled, uint32_t ticks) const {
    // Waiting behind others before a door is no jam, however long it takes. In the open it becomes a jam slowly.
    const bool waits = avoidance.waits_its_turn != 0;
    if (walker.speed == 0.0f || gets_on(walker, step, step_seconds(), least_progress) || (waits && walker.queues))
        return static_cast<uint8_t>(stalled - std::min(stalled + 0u, 2 * ticks));
    if (waits && !has_begun(row, queue_counts_every)) return stalled;
    return static_cast<uint8_t>(std::min(stalled + (waits ? 1 : ticks), 255u));
}

void Mover::keep_detour(Row row, const Walker& walker, const Step& step, const Intent& intent, Vec2 goal,
                        uint8_t stalled, Detour& detour, uint32_t ticks) {
    const bool holds = world_.role[row] == Role::holder;
    // Only a holder may wait longer. An agent that has lost its slot has to leave, so it searches soon.
    if (!holds) detour.pause = std::min(detour.pause, pause_without_detour);
    if (detour.pause > 0) {
        detour.pause = static_cast<uint16_t>(detour.pause - std::min(detour.pause + 0u, ticks));
        if (detour.pause == 0 && detour.mode == Detour::Mode::presses) detour.mode = Detour::Mode::none;
    }
    const bool turns = detour.mode == Detour::Mode::round && is_at_turn(walker, detour);
    const bool restless = is_restless(intent.priority);
    if (!restless && holds && stalled >= holder_rests_after) return begin_rest(row, intent, detour, detour.pause);
    // After an interruption it goes on resting.
    if (!restless && detour.pause != 0 && detour.level >= LocalDetour::levels && detour.mode == Detour::Mode::none &&
        stalled >= detour_after && step.blocked_by_standing)
        return begin_rest(row, intent, detour, detour.pause);
    if (!turns && (detour.pause != 0 || stalled < detour_after)) return;
    const bool standing = step.blocked_by_standing;
    if (!turns && !standing && !step.blocked_by_walker) {
        // Walls block it: since it was given the waypoint, others have pushed it behind a corner.
        if (detour.mode == Detour::Mode::round) detour.mode = Detour::Mode::none;
        return;
    }
    // A detour that did not lead nearer to the goal was searched in too small a raster.
    const float left = std::sqrt(distance_squared(walker.here, goal));
    if (left < detour.nearest - detour_gain)
        detour.nearest = left;
    else if (turns && ++detour.level >= LocalDetour::levels)
        return give_up(row, intent, detour, standing, holds);
    const bool again = detour.level >= LocalDetour::levels && holds;
    const int width = detour.level % LocalDetour::levels;
    const LocalDetour::Seeker seeker = seeker_of(walker, goal, walker.own_priority);
    switch (local_detour_.find(world_, seeker, width, &detour.waypoint)) {
    case LocalDetour::Answer::straight: detour = {.pause = pause_after_search}; break;
    case LocalDetour::Answer::round:
        detour.mode = Detour::Mode::round;
        detour.pause = pause_after_search;
        break;
    case LocalDetour::Answer::closed:
        if (holds) return give_up(row, intent, detour, standing, again);
        [[fallthrough]];
    case LocalDetour::Answer::none:
        if (++detour.level >= LocalDetour::levels) return give_up(row, intent, detour, standing, again);
        detour.mode = Detour::Mode::none;
        detour.pause = pause_between_levels;
    }
}

void Mover::give_up(Row row, const Intent& intent, Detour& detour, bool standing, bool again) const {
    // An agent that has to leave the approach ring tries again sooner.
    const bool restless = is_restless(intent.priority);
    const bool leaves = intent.priority == AvoidancePriority::presses && world_.role[row] != Role::holder;
    detour.pause = restless || leaves ? pause_of_leaving : again ? pause_without_detour_again : pause_without_detour;
    detour.nearest = Detour{}.nearest;
    detour.level =
        standing ? static_cast<uint8_t>(LocalDetour::levels + detour.level % LocalDetour::levels) : uint8_t{0};
    detour.mode = Detour::Mode::presses;
    if (standing && !restless) begin_rest(row, intent, detour, detour.pause);
}

} // namespace
} // namespace fray
