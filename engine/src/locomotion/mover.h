// Mover updates agents one by one for the system locomotion: it decides whether an agent is updated and whether it
// sleeps, and turns and steers an agent that is awake. The model is described in motion.h.
#pragma once

#include "bodies/bodies.h"
#include "locomotion/approach.h"
#include "locomotion/intent.h"
#include "locomotion/local_detour.h"
#include "locomotion/motion.h"
#include "locomotion/neighbour.h"
#include "locomotion/sleepers.h"
#include "locomotion/steering.h"
#include "locomotion/walker_routes.h"
#include "storage/rules_math.h"
#include "terrain/reach.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace fray {

// The unnamed namespace is deliberate, as in steering.h: locomotion.cpp alone includes this header.
namespace {

/// m/s^2: stands for an unlimited acceleration. A walker does not brake before a waypoint, only before its goal.
constexpr float no_braking = 1e6f;

/// An agent without a target steps aside for another agent that is nearer than this multiple of the sum of their radii.
constexpr float widest_room = 1.05f;

/// m: an agent that has arrived, and is this near to its goal, goes no nearer. Else a rank of agents would tremble.
constexpr float at_place = 0.01f;

/// The time between two plans, in ticks of a 60th of a second.
constexpr uint32_t plan_ticks = plan_every * 60 / 1'000'000;
static_assert(plan_ticks == 4 && static_cast<float>(plan_every) * 1e-6f == plan_every_seconds);

/// Periods of agents by their update interval.
class Periods {
public:
    /// `every`: us, in full detail. `grows`: it is multiplied by the frames of the update interval.
    Periods(const Clock& clock, int64_t every, bool grows)
        : periods_{of(clock, every, grows, 1), of(clock, every, grows, 2), of(clock, every, grows, 4),
                   of(clock, every, grows, 8)} {}
    /// Is the agent updated in this frame, as the first time in one of its periods?
    bool begins(const Clock& clock, Serial serial, UpdateInterval interval) const {
        return clock.frames_since_update(serial, interval) == 0 &&
               periods_[std::bit_width(interval.frames) - 1u].begins(serial);
    }

private:
    static Period of(const Clock& clock, int64_t every, bool grows, uint8_t frames) {
        return clock.period(grows ? every * frames : every, {.frames = frames, .by_host = 0});
    }
    std::array<Period, 4> periods_;
};

/// Moves the agents of a chunk of rows. It writes only columns of the agent at hand.
class Mover {
    /// What is read of an agent: to look whether it is crowded, to move it, and because it is the target of another.
    using PlaceAhead = Views<Read<column::archetype, column::floor>, ReadOwn<column::walk>>;
    using OwnAhead = Views<Read<column::archetype, column::orders, column::slot, column::serial>,
                           ReadOwn<column::target, column::heading, column::velocity, column::goal, column::walk,
                                   column::next_position, column::engagement, column::update_interval>>;
    using TargetAhead = Views<Read<column::position, column::slot, column::archetype, column::mean_velocity>>;

public:
    /// `seconds`: duration of the frame. `intervals_vary`: false if every agent is updated in every frame.
    Mover(const WalkView& world, float seconds, bool intervals_vary)
        : world_(world), updates_(world), paths_(world), seconds_(seconds), ticks_(world.clock.ticks()),
          steady_(seconds > 0.0f && world.clock.frame > 0 && world.clock.dt <= world.clock.previous_dt),
          intervals_vary_(intervals_vary), plan_(world.clock.period(plan_every)),
          looks_(world.clock, rest_look_every, false), checks_(world.clock, room_every, true), intents_(world),
          steering_(world) {}

    /// Of the agents so far.
    Locomotion::Tally tally() const {
        Locomotion::Tally whole = tally_;
        whole.neighbours = steering_.seen;
        whole.neighbours_left_out = steering_.left_out;
        return whole;
    }

    /// Adds updates that needed no work.
    void count_updates(uint32_t count) { tally_.updates += count; }
    /// What is to be done with an agent in this frame.
    enum class Turn : uint8_t {
        none,   ///< it is dead, or it stands until its next update, and its columns of position agree (see `rest`)
        coasts, ///< it walks on as planned, without a look at anything: it was alone when it planned, it faces its way,
                ///< and its goal is far
        moves,
        sleeps,
        checks_place, ///< it sleeps, and looks in this frame whether another agent stands in its place
    };
    /// The systems classify_distances and evaluate_fsm wake agents by clearing `sleep`. This function checks the causes
    /// that they leave out: a pending `wake` bit, death, and a target that has lost its slot.
    Turn turn_of(Row row) const {
        const Sleep sleep = world_.sleep[row];
        const bool untouched = world_.wake[row] == 0;
        if (const Life life = world_.life[row]; life != Life::living) {
            const bool lies = life == Life::dead && sleep == Sleep::asleep && untouched;
            return lies && world_.moved[row] == 0 ? Turn::none : Turn::moves;
        }
        const UpdateInterval interval = world_.update_interval[row];
        if (interval.frames != 1 && world_.moved[row] == 0 && waits_for_update(updates_, row)) return Turn::none;
        if (!untouched || sleep == Sleep::awake) return Turn::moves;
        const Serial serial = world_.serial[row];
        if (sleep == Sleep::coasts)
            return steady_ && interval.frames == 1 && !(intervals_vary_ && may_change_interval(row)) &&
                           !plan_.begins(serial)
                       ? Turn::coasts
                       : Turn::moves;
        if (sleep == Sleep::rests) return looks_.begins(world_.clock, serial, interval) ? Turn::moves : Turn::sleeps;
        if (sleep == Sleep::while_target_holds && world_.slot[world_.ids.row[world_.target[row].index]] < 0)
            return Turn::moves;
        return checks_.begins(world_.clock, serial, interval) ? Turn::checks_place : Turn::sleeps;
    }
    /// That look. True: the agent has to step aside, so it wakes.
    bool is_crowded(Row row) const {
        const Archetype& archetype = world_.kinds.archetypes[world_.archetype[row]];
        return archetype.motion == MotionType::simulated && makes_room(row, archetype, world_.position[row]);
    }
    // ## Steps

    bool marches(Row row) const { return world_.march && world_.march[row].kind == MarchPlace::Kind::marches; }
    /// Rule: A walker that is alone on its way goes on as planned until its next plan, whatever its target does
    /// meanwhile. An evaluation of its state machine ends that.
    void coast(Row row) {
        ++tally_.updates;
        ++tally_.awake;
        const Archetype& archetype = world_.kinds.archetypes[world_.archetype[row]];
        const Vec2 here = world_.position[row], before = world_.velocity[row];
        const Vec2 planned = world_.walk[row].avoidance.bend;
        const Vec2 velocity = before + limited(planned - before, archetype.acceleration * seconds_);
        const Vec2 next = within_world(here + velocity * seconds_);
        world_.next_position.change(row) = next;
        note_step(row, here, next, 1);
    }
    /// The whole update of a sleeping agent.
    void rest(Row row) {
        const bool each = every_frame(row);
        if (!each) set_update_interval(row, world_.kinds.archetypes[world_.archetype[row]], world_.position[row]);
        tally_.updates += each || is_due(updates_, row);
        // The system publish swaps the columns of the current and the next position. Both columns already agree for an
        // agent that did not move in the last frame.
        if (world_.moved[row] != 0) world_.next_position.change(row) = world_.position[row];
    }

    // Prefetches for `turn_of`.
    void prefetch_target(Row row) const {
        if (world_.sleep[row] == Sleep::while_target_holds) prefetch(&world_.ids.row[world_.target[row].index]);
    }
    void prefetch_targets_slot(Row row) const {
        if (world_.sleep[row] == Sleep::while_target_holds)
            world_.slot.prefetch(world_.ids.row[world_.target[row].index]);
    }
    void prefetch_position(Row row) const { world_.position.prefetch(row); }
    // Prefetches for `is_crowded`: first the agent's own columns and grid cells, then the items in these cells. The
    // position was prefetched before.
    void prefetch_place(Row row) const {
        PlaceAhead(world_).prefetch(row);
        world_.grid.prefetch_cells(world_.position[row]);
    }
    void prefetch_neighbours(Row row) const { world_.grid.prefetch_items(world_.position[row]); }

    // Prefetches for `move`: first the agent's own columns and grid cells, then its target and its neighbours.
    void prefetch_own(Row row) const {
        OwnAhead(world_).prefetch(row);
        world_.grid.prefetch_cells(world_.position[row]);
    }
    void prefetch_others(Row row) const {
        if (const AgentId target = world_.target[row]) TargetAhead(world_).prefetch(world_.ids.row[target.index]);
        prefetch_neighbours(row);
    }

    /// The update of an agent that is awake, or dead.
    void move(Row row) {
        const Vec2 here = world_.position[row];
        const Archetype& archetype = world_.kinds.archetypes[world_.archetype[row]];
        if (world_.life[row] != Life::living) {
            if (world_.kinds.guides_host) world_.preferred_speed.change(row) = 0.0f;
            world_.sleep.change(row) = Sleep::asleep;
            return stay(row, here);
        }
        know_update(row, archetype, here);
        ++tally_.awake;
        if (!due_) return wait_for_update(row, here);
        const Intent intent = intents_.intend(row, archetype, here);
        // An agent in a crowd that gets another order leaves its place.
        const Orders& orders = world_.orders[row];
        const bool ordered = gathers(orders.kind) && world_.goal[row] != intent.goal && !marches(row);
        if (ordered) forget_detour(row);
        world_.goal.change(row) = intent.goal;
        if (world_.kinds.guides_host) guide(row, here, intent);
        if (archetype.motion == MotionType::host) {
            const Vec2 velocity = world_.velocity[row];
            stay(row, here);
            world_.velocity.change(row) = velocity; // until it has not moved for a frame (`average_velocities`)
            world_.sleep.change(row) = intent.priority == AvoidancePriority::stands ? sleep_at(row) : Sleep::awake;
            return;
        }
        const bool faces = turn(row, archetype, here, intent.facing);
        coasts_ = false;
        rested_ = world_.walk[row].detour.at_rest();
        const bool stands = intent.priority == AvoidancePriority::stands && !makes_room(row, archetype, here);
        if (stands)
            stay(row, here);
        else if (is_stunned(world_, row) || intent.straight)
            move_straight(row, archetype, here, intent);
        else if (!keeps_resting(row, archetype, here, intent))
            walk(row, archetype, here, intent);
        world_.walk.change(row).priority = next_priority(row, intent, stands);
        world_.sleep.change(row) = faces ? sleep_after(row, stands, intent.seeks) : Sleep::awake;
    }

    // This may shorten the steps of the agents of rows [begin, end), so note_step runs again for them.
    /// Rule: Walls limit a step as neighbours do, and `Ground::slide` keeps every agent on the ground.
    void keep_on_ground(uint32_t begin, uint32_t end) {
        const Vec2* const from = world_.position.data() + begin;
        Vec2* const to = world_.next_position.unnoted() + begin; // only agents that have moved are changed
        world_.terrain.ground->slide({from, end - begin}, {to, end - begin});
        for (Row row{begin}; row < end; ++row)
            if (const uint8_t frames = world_.moved[row]; frames != 0)
                note_step(row, world_.position[row], world_.next_position[row], frames);
    }

private:
    bool begins(const Periods& periods, Row row) const {
        return periods.begins(world_.clock, world_.serial[row], world_.update_interval[row]);
    }
    bool every_frame(Row row) const { return !intervals_vary_ && world_.update_interval[row].frames == 1; }

    /// Rule: For a step of several frames (level of detail) the duration of the frame of the update counts for all of
    /// them.
    void know_update(Row row, const Archetype& archetype, Vec2 here) {
        set_update_interval(row, archetype, here);
        const bool regular = is_due(updates_, row), at_once = is_moved_at_once(updates_, row);
        tally_.updates += regular;
        due_ = regular || at_once || archetype.motion == MotionType::host;
        frames_ = at_once ? uint8_t{1} : world_.update_interval[row].frames;
    }

    /// The update interval may change only every 8 frames (`max_update_interval`), at a frame that depends on the
    /// serial.
    bool may_change_interval(Row row) const { return world_.clock.due_every(world_.serial[row], max_update_interval); }
    void set_update_interval(Row row, const Archetype& archetype, Vec2 here) {
        if (!may_change_interval(row)) return;
        UpdateInterval interval = world_.update_interval[row];
        const uint8_t frames = interval.by_host != 0 ? interval.by_host : due_update_interval(here, archetype);
        if (frames == interval.frames) return; // a write has its price: the row is hashed again
        interval.frames = frames;
        world_.update_interval.change(row) = interval;
    }

    /// Frames: the interval by archetype and distance, doubled by the update budget; at most 8.
    uint8_t due_update_interval(Vec2 here, const Archetype& archetype) const {
        const uint32_t frames = uint32_t{update_interval_at(here, archetype)} << world_.lod.budget.doublings;
        return static_cast<uint8_t>(std::min<uint32_t>(max_update_interval, frames));
    }

    /// Frames: 1, doubled for each threshold of distance to the nearest point of interest; at least the archetype's
    /// interval.
    uint8_t update_interval_at(Vec2 here, const Archetype& archetype) const {
        const DetailDef& detail = world_.lod.def;
        if (detail.points.empty()) return archetype.update_interval;
        float nearest = std::numeric_limits<float>::infinity();
        for (const Vec2 point : detail.points) nearest = std::min(nearest, distance_squared(here, point));
        int far = 1;
        for (const float beyond : detail.distances) far <<= nearest > beyond * beyond;
        return std::max(archetype.update_interval, static_cast<uint8_t>(far));
    }

    /// Between two updates the agent stands. It keeps the velocity of a step that leads to its next update, so that
    /// others see where it goes.
    void wait_for_update(Row row, Vec2 here) {
        const uint8_t frames = world_.moved[row];
        if (frames == 0) return; // nothing is to be written
        if (frames == 1) world_.velocity.change(row) = {};
        world_.next_position.change(row) = here;
        world_.moved.change(row) = 0;
    }

    /// Has the agent nothing to do where it stands? (Under another order it goes somewhere as soon as it can.)
    bool idles(Row row) const {
        using enum StoredOrder;
        const StoredOrder order = world_.orders[row].kind;
        return world_.state[row] == AgentState::idle && !world_.target[row] &&
               (order == free || order == stand || order == hold) && !is_stunned(world_, row);
    }

    /// Whether an agent that faces its way falls asleep, rests or coasts.
    Sleep sleep_after(Row row, bool stands, bool seeks) const {
        if (world_.walk[row].detour.at_rest()) return world_.moved[row] == 0 ? Sleep::rests : Sleep::awake;
        if (stands && seeks) return Sleep::rests;
        if (stands) return rested_ ? Sleep::awake : sleep_at(row); // the grid has to see the change
        return coasts_ ? Sleep::coasts : Sleep::awake;
    }

    /// Is the agent in a windup in which it no longer turns, or will step? (After it, it may face elsewhere.)
    bool swings(Row row) const {
        if (world_.attack_phase[row] != AttackPhase::begun) return false;
        const Archetype& kind = world_.kinds.archetypes[world_.archetype[row]];
        const Attack& attack = kind.attacks[static_cast<size_t>(world_.attack[row])];
        const AttackTimes& times = world_.engagement[row].times;
        return attack.lunge != 0.0f || attack.keeps_speed ||
               times.hit_due - world_.clock.now <= aimed_for(world_, row, attack, times);
    }

    /// Whether an agent that stands and faces its target falls asleep. Only agents in combat or attack do, and agents
    /// that have nothing to do.
    Sleep sleep_at(Row row) const {
        // Without an update in this frame, classify_distances has not classified the agent.
        if (!is_due(updates_, row)) return Sleep::awake;
        if (idles(row)) return Sleep::asleep;
        const AgentState state = world_.state[row];
        if (state != AgentState::combat && state != AgentState::attack) return Sleep::awake;
        if (swings(row)) return Sleep::awake;
        const AgentId target = world_.target[row];
        if (!target) return Sleep::awake;
        const Row target_row = world_.ids.row[target.index];
        return world_.slot[target_row] >= 0 ? Sleep::while_target_holds : Sleep::asleep;
    }

    /// Tells the host how a host-moved agent is to go to its goal: the preferred speed in m/s and a unit vector to
    /// face.
    void guide(Row row, Vec2 here, const Intent& intent) const {
        const Vec2 way = intent.facing - here;
        const float distance = std::sqrt(glm::dot(way, way));
        world_.preferred_speed.change(row) = intent.speed;
        world_.facing.change(row) = distance < 1e-3f ? world_.heading.change(row) : way * (1.0f / distance);
    }

    /// The agent keeps its position. When it begins to stand, its detour, its jam counter and its preferred velocity
    /// are cleared.
    void stay(Row row, Vec2 here) {
        world_.next_position.change(row) = here;
        world_.moved.change(row) = 0;
        world_.velocity.change(row) = {};
        // If it stood before, the columns below are clear already.
        const bool stood = !world_.walk[row].detour.at_rest();
        if (world_.walk[row].priority == AvoidancePriority::stands && stood) return;
        world_.walk.change(row).stalled = 0;
        world_.walk.change(row).detour = {};
        world_.walk.change(row).avoidance = {};
        world_.walk.change(row).preferred_velocity = {};
    }

    /// Rule: No walker pushes a standing agent. But of two that stand in the same place (they overlap by more than 5 %
    /// of the sum of the radii), the younger steps aside until they only touch; an agent without a target makes room
    /// for it. An agent looks every 267 ms times the frames of its update interval.
    bool makes_room(Row row, const Archetype& archetype, Vec2 here) const {
        const Serial serial = world_.serial[row];
        const bool on_its_way = world_.walk[row].priority == AvoidancePriority::waits;
        const bool idle = !world_.target[row];
        if (!on_its_way && !begins(checks_, row)) return false;
        bool crowded = false;
        const int16_t floor = world_.floor[row];
        const float radius = radius_of(world_, row, archetype);
        const auto reach = [&](const GridLevel& level) { return widest_room * (radius + level.widest) - level.widest; };
        world_.grid.within(here, reach, [&](const GridItem& item) {
            if (crowded || item.row == row.number() || item.floor != floor) return;
            const bool stands = !yields(item);
            if (!stands && !idle) return;
            const float near = (radius + item.radius) * (!stands ? widest_room : on_its_way ? 1.0f : 0.95f);
            if (distance_squared(here, item.position) >= near * near) return;
            crowded = stands ? on_its_way || serial > world_.serial[Row(item.row)] : steps_aside(item);
        });
        return crowded;
    }

    /// True: the neighbour has no goal of its own and is stepping aside (`AvoidancePriority::waits`).
    bool steps_aside(const GridItem& other) const {
        const Row row(other.row);
        const float mass = yielding_mass(world_, row, world_.kinds.archetypes[world_.archetype[row]]);
        return other.priority == priority_of(world_, mass, AvoidancePriority::waits, 0, 0);
    }

    /// Writes `moved` and the velocity of a step that covers so many frames, and keeps the longest step for the search
    /// trees.
    void note_step(Row row, Vec2 here, Vec2 next, uint8_t frames) {
        world_.moved.change(row) = next.x != here.x || next.y != here.y ? frames : uint8_t{0};
        const float seconds = seconds_ * static_cast<float>(frames);
        if (seconds > 0.0f) world_.velocity.change(row) = (next - here) * (1.0f / seconds);
        tally_.steps.add(distance_squared(here, next), frames);
    }

    /// The avoidance priority after this frame. A walker that has found no detour among other walkers gets a higher
    /// priority: it pushes through.
    AvoidancePriority next_priority(Row row, const Intent& intent, bool stands) const {
        if (intent.priority == AvoidancePriority::stands && !stands) return AvoidancePriority::waits;
        const Detour& detour = world_.walk[row].detour;
        if (detour.at_rest()) return AvoidancePriority::stands;
        // Agents that rest make room for it as for the agent that has asked it.
        if (detour.mode == Detour::Mode::makes_room) return AvoidancePriority::walks;
        const bool presses = intent.priority == AvoidancePriority::walks && detour.mode == Detour::Mode::presses;
        return presses ? AvoidancePriority::presses : intent.priority;
    }

    /// m: the goal or, on a ground, the next waypoint of the path to it.
    Vec2 way_to(Row row, Vec2 here, Vec2 goal) {
        return world_.terrain.ground ? heading_for(paths_, row, here, goal) : goal;
    }

    /// Steers a walker and keeps its detour: path, preferred velocity, local avoidance, then the next detour.
    void walk(Row row, const Archetype& archetype, Vec2 here, const Intent& intent) {
        Detour& detour = world_.walk.change(row).detour;
        uint8_t& stalled = world_.walk.change(row).stalled;
        Avoidance& avoidance = world_.walk.change(row).avoidance;
        const Vec2 heading_to = way_to(row, here, intent.goal);
        // What it is to do may have changed while it made room.
        if (detour.mode == Detour::Mode::makes_room && avoidance.rests_as != intent.priority) forget_detour(row);
        const bool makes_room = detour.mode == Detour::Mode::makes_room;
        const bool detours = detour.mode == Detour::Mode::round || detour.mode == Detour::Mode::joins;
        const Vec2 aim = makes_room ? here : detours ? detour.waypoint : heading_to;
        Walker walker = walker_of(row, archetype, here, intent, aim);
        walker.makes_room = makes_room && (walker.is_settled() || avoidance.lent_priority > 0.0f);
        // An agent that begins to walk plans at once, and so does an agent that coasted.
        const bool due = has_begun(row, plan_every);
        const bool plans =
            due || intent.leaps || avoidance.plan == Avoidance::Plan::none || avoidance.plan == Avoidance::Plan::coasts;
        const bool waits = intent.priority == AvoidancePriority::waits;
        const Step step = steering_.step(walker, waits ? uint8_t{0} : stalled, plans, avoidance, step_seconds());
        const Vec2 next = within_world(here + step.displacement);
        world_.walk.change(row).preferred_velocity = quantised(makes_room ? step.planned : walker.preferred);
        if (plans && makes_room) {
            avoidance.lent_priority = step.lent_priority;
            const auto mode = walker.joins() ? Detour::Mode::gathered : Detour::Mode::rests;
            if (!step.is_asked || !makes_way(step)) begin_rest(row, intent, detour, detour.pause, mode);
        } else if (plans) {
            const uint32_t passed = ticks_ * frames_, ticks = due ? std::max(plan_ticks, passed) : passed;
            if (walker.joins() && (step.meets_crowd || detour.mode == Detour::Mode::joins))
                join_crowd(row, walker, step, intent, heading_to, ticks);
            else if (waits || intent.priority == AvoidancePriority::arrived)
                rest_if_stuck(row, walker, step, intent, heading_to, ticks);
            else {
                if (detour.mode == Detour::Mode::joins) detour.mode = Detour::Mode::none;
                stalled = stalled_after(row, walker, step, avoidance, stalled, ticks);
                keep_detour(row, walker, step, intent, heading_to, stalled, detour, ticks);
            }
        }
        world_.next_position.change(row) = next;
        note_step(row, here, next, frames_);
        coasts_ = avoidance.plan == Avoidance::Plan::alone && stalled == 0 && detour.pause == 0 && frames_ == 1 &&
                  is_far(walker, intent, aim);
        // Now `bend` is the whole planned velocity.
        if (coasts_) avoidance = {.bend = step.planned, .plan = Avoidance::Plan::coasts};
    }

    /// Moves an agent that is pushed or lunges, or steps aside while it is stunned: it looks for contacts only.
    void move_straight(Row row, const Archetype& archetype, Vec2 here, const Intent& intent) {
        world_.walk.change(row).stalled = 0;
        world_.walk.change(row).detour = {};
        world_.walk.change(row).avoidance = {};
        const Walker walker = walker_of(row, archetype, here, intent, intent.goal);
        Avoidance straight_on{.queue_speed = Steering::no_limit, .plan = Avoidance::Plan::holds};
        const Step step = steering_.step(walker, 0, false, straight_on, step_seconds());
        const Vec2 next = within_world(here + step.displacement);
        world_.walk.change(row).preferred_velocity = quantised(walker.preferred);
        world_.next_position.change(row) = next;
        note_step(row, here, next, frames_);
    }

    /// True: the walker is alone on its way at least until its next plan, and need not brake before.
    bool is_far(const Walker& walker, const Intent& intent, Vec2 aim) const {
        if (intent.leaps || walker.brakes || walker.speed == 0.0f) return false;
        const Vec2 moves = intent.goal_velocity;
        const float closing = walker.speed + std::sqrt(glm::dot(moves, moves));
        const float left = closing * (2.0f * plan_every_seconds + seconds_ + closing / walker.acceleration);
        return distance_squared(walker.here, aim) > left * left;
    }

    /// The row of its target if the goal is the target itself and not a point near it; else Row::none(). A walker does
    /// not avoid the agent that it walks to.
    Row run_at(Row row, Vec2 goal) const {
        const AgentId target = world_.target[row];
        if (!target) return Row::none();
        const Row target_row = world_.ids.row[target.index];
        return distance_squared(world_.position[target_row], goal) == 0.0f ? target_row : Row::none();
    }

    /// True: its goal is out of sight, and it heads for a waypoint of its path, for example a door.
    bool goes_round(Row row) const {
        return world_.terrain.ground && world_.path[row].kind == Path::Kind::via_waypoint;
    }

    /// The input of steering. `aim`: m, the point to head for now.
    Walker walker_of(Row row, const Archetype& archetype, Vec2 here, const Intent& intent, Vec2 aim) const {
        const Vec2 way = aim - here;
        const float distance = std::sqrt(glm::dot(way, way));
        Walker walker;
        walker.serial = world_.serial[row];
        walker.here = here;
        walker.velocity = world_.velocity[row];
        const bool ends = aim.x == intent.goal.x && aim.y == intent.goal.y;
        const bool in_place = intent.priority == AvoidancePriority::arrived && distance < at_place;
        const Vec2 ahead = distance > 1e-6f ? way * (1.0f / distance) : Vec2{};
        const Approach approach(intent.speed, ahead, ends ? intent.goal_velocity : Vec2{});
        const float acceleration = ends && !intent.leaps ? archetype.acceleration : no_braking;
        const float closing = in_place ? 0.0f : arriving(approach.fastest(), distance, acceleration);
        const float towards = approach.towards(closing);
        const Vec2 aside = approach.aside();
        walker.preferred = distance > 1e-6f ? aside + way * (towards / distance) : aside;
        walker.speed = std::sqrt(glm::dot(aside, aside) + towards * towards);
        walker.brakes = closing < approach.fastest();
        walker.to_aim = distance;
        walker.radius = radius_of(world_, row, archetype);
        if (intent.priority == AvoidancePriority::slips) walker.radius *= slipping_width;
        walker.headway = archetype.headway;
        walker.personal_space = archetype.personal_space;
        const AvoidancePriority kind = world_.walk[row].priority;
        const uint8_t stalled = world_.walk[row].stalled;
        const float mass = yielding_mass(world_, row, archetype);
        walker.priority = priority_of(world_, mass, kind, walker.serial, stalled);
        walker.mass = mass;
        walker.own_priority = kind != AvoidancePriority::stands
                                  ? walker.priority
                                  : priority_of(world_, mass, intent.priority, walker.serial, stalled);
        if (world_.walk[row].detour.mode == Detour::Mode::makes_room)
            walker.priority = std::max(walker.priority, world_.walk[row].avoidance.lent_priority);
        walker.most_speed = std::max(archetype.run_speed * speed_factor_of(world_, row), intent.speed);
        walker.acceleration = intent.leaps ? no_braking : archetype.acceleration;
        walker.row = row;
        walker.target_row = run_at(row, intent.goal);
        walker.queues = goes_round(row);
        walker.in_file = marches(row);
        walker.waits = intent.priority == AvoidancePriority::waits;
        walker.arrived = intent.priority == AvoidancePriority::arrived;
        const Orders& orders = world_.orders[row];
        walker.gathers = gathers(orders.kind) && intent.goal == orders.place;
        walker.gathering = orders.place;
        walker.floor = world_.floor[row];
        return walker;
    }

    // Returns the greatest closing speed up to `speed`, in m/s, at which it can stop at a point in `distance` metres.
    /// Rule: An agent's velocity changes by its `acceleration` at most, and it slows down so as to stop at its goal,
    /// but not at a waypoint.
    float arriving(float speed, float distance, float acceleration) const {
        // The distance left after the next step must suffice for braking: v * dt + v^2 / (2 a) <= distance.
        const float step = acceleration * step_seconds();
        speed = std::min(speed, std::sqrt(step * step + 2.0f * acceleration * distance) - step);
        return speed * step_seconds() > distance ? distance / step_seconds() : speed;
    }

    // `facing`: m. True: it faces that point now.
    /// Rule: Agents turn at their `turn_rate`.
    bool turn(Row row, const Archetype& archetype, Vec2 here, Vec2 facing) {
        const Vec2 way = facing - here;
        const float distance = std::sqrt(glm::dot(way, way));
        if (distance < 1e-3f) return true;
        const Vec2 wanted = way * (1.0f / distance);
        Vec2& heading = world_.heading.change(row);
        const float most = std::min(archetype.turn_rate * step_seconds(), pi);
        if (most != most_turn_) {
            most_turn_ = most;
            rotation_ = unit_vector(most);
        }
        const Vec2 rotation = rotation_;
        if (glm::dot(heading, wanted) >= rotation.x) {
            heading = wanted;
            return true;
        }
        const float side = cross(heading, wanted) >= 0.0f ? rotation.y : -rotation.y;
        const Vec2 turned = {heading.x * rotation.x - heading.y * side, heading.y * rotation.x + heading.x * side};
        heading = turned * (1.0f / std::sqrt(glm::dot(turned, turned)));
        return false;
    }

    /// True: a period of `every` us of the agent at hand has begun since its last update (`Clock::period_begins`).
    bool has_begun(Row row, int64_t every) const {
        const UpdateInterval interval = frames_ == 1 ? UpdateInterval{} : world_.update_interval[row];
        return world_.clock.period_begins(world_.serial[row], every, interval);
    }
    /// s: the time that the step of the agent at hand covers.
    float step_seconds() const { return seconds_ * static_cast<float>(frames_); }

    // ---- Walkers that do not get on (blocked_walkers.h) -------------------------------------------------------------
    // `goal`: m, the goal or the next waypoint of the path over the ground.

    // ## Walkers that do not get on
    // An agent that *waits* or has *arrived*, and cannot go on, rests. Others search a way around agents that stand.

    /// Rule: A resting agent stands: no agent moves it. Ten times a second it looks around. It walks again when that
    /// leads it on (for an agent that *waits*, or rests in a crowd, by 0.5 m or to its place), when it is asked
    /// (`asks`), when its time to rest is over, and when it has another priority. An agent that *waits*, has *arrived*
    /// or rests in a crowd and is asked only makes room, at 0.6 of its run speed, and rests again as soon as no agent
    /// asks it.
    ///
    /// *Example.* An agent waits behind a crowd, with the priority 0.25. It makes no progress, and rests after a fifth
    /// of a second. A holder with the priority 3 comes from behind at 3 m/s. At its next look after the holder is
    /// within 1 m the agent steps aside. As soon as the holder is past, it rests again.
    bool keeps_resting(Row row, const Archetype& archetype, Vec2 here, const Intent& intent);

    /// Rule: A walker that others in its way have blocked for 8 ticks searches a way around agents that stand or hardly
    /// move: 5 m to each side, then 10, then 20. Agents at rest of lower priority do not count, because they will make
    /// room. A holder that hardly gets on for 60 ticks on the way to its slot rests.
    void keep_detour(Row row, const Walker& walker, const Step& step, const Intent& intent, Vec2 goal, uint8_t stalled,
                     Detour& detour, uint32_t ticks);

    // After a rest `level` counts on from `LocalDetour::levels`, so that each later attempt searches in a single
    // raster, the next in turn.
    /// Rule: If there is no way because of standing agents, the walker rests, and searches again after 90 ticks: inside
    /// the approach ring without a slot after 30, a holder after 240. If only agents that walk or rest keep it, it
    /// *presses* on meanwhile. An agent that *strikes* or *slips* never rests.
    void give_up(Row row, const Intent& intent, Detour& detour, bool standing, bool again) const;

    /// Rule: An agent that *waits* or has *arrived*, and is not asked, rests when it has not got on for 12 ticks. If it
    /// *waits* more than 2 m from its place, it searches a way around others before: again after 120 ticks, and after
    /// twice the time with each search in vain, up to 960.
    void rest_if_stuck(Row row, const Walker& walker, const Step& step, const Intent& intent, Vec2 goal,
                       uint32_t ticks);

    /// Rule: It concerns an agent whose goal is the point of its order, and that meets in front of it an agent with
    /// which it gathers. When it has not got on for 12 ticks, it goes to the nearest free place to the point, if that
    /// is nearer by 0.4 of its distance to the point, and by 1 m at least. There, and where it gets no farther, it
    /// searches again after 30 ticks; each search in vain doubles this time. It rests where there is no such place,
    /// after five searches in vain for good.
    void join_crowd(Row row, const Walker& walker, const Step& step, const Intent& intent, Vec2 goal, uint32_t ticks);

    /// True: there is a way to a free place much nearer to the goal, or to the goal itself. Sets the detour to there,
    /// and when to search again.
    bool finds_place(const Walker& walker, Vec2 goal, Detour& detour);

    /// Ticks without progress, after this step. Progress is 0.25 of the preferred step; it counts down twice as fast as
    /// the jam counts up. On the way to a waypoint of the path, waiting behind agents that go the same way counts as
    /// progress (a queue before a door is no jam), else as one of eight ticks.
    uint8_t stalled_after(Row row, const Walker& walker, const Step& step, const Avoidance& avoidance, uint8_t stalled,
                          uint32_t ticks) const;

    /// Begins to rest. `pause`: ticks until it walks again whatever it sees; 0: never.
    void begin_rest(Row row, const Intent& intent, Detour& detour, uint16_t pause,
                    Detour::Mode mode = Detour::Mode::rests) const;

    void rest_in_place(Row row, Vec2 here);

    /// The agent heads for its goal. If it made room, its lent priority stands in the place of a speed.
    void forget_detour(Row row) const;

    static LocalDetour::Seeker seeker_of(const Walker& walker, Vec2 goal, float priority);

    static bool is_at_turn(const Walker& walker, const Detour& detour);

    /// True: an agent that is asked to make room can do so, or has to try even where others hold it: these make room
    /// for it in turn.
    static bool makes_way(const Step& step);

    /// True: the step makes progress: it is `part` of the preferred step or more.
    static bool gets_on(const Walker& walker, const Step& step, float seconds, float part);

    WalkView world_;
    UpdateView updates_; // apart, because `world_` changes update intervals
    HeadingView paths_;
    float seconds_;
    uint32_t ticks_; ///< 60ths of a second in this frame
    bool steady_;    ///< this frame is no longer than the last
    bool intervals_vary_;
    Period plan_;            ///< a walker plans in each
    Periods looks_, checks_; ///< an agent that rests looks around in each; a sleeping agent checks its place in each
    float most_turn_ = 0.0f; ///< rad: the greatest turn allowed to the agent that turned last
    Vec2 rotation_ = {1.0f, 0.0f}; ///< rotation by `most_turn_`, as cosine and sine; most agents have the same limit
    // Of the agent at hand.
    bool due_ = true;         ///< it is updated in this frame
    bool rested_ = false;     ///< it rested before this frame
    bool coasts_ = false;     ///< it needs no look until its next plan
    uint8_t frames_ = 1;      ///< the frames that its step covers
    Locomotion::Tally tally_; ///< without what `steering_` counts
    IntentFinder intents_;
    Steering steering_;
    LocalDetour local_detour_;
};

} // namespace
} // namespace fray
