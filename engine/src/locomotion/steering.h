// Local avoidance: computes the step of a walker among its neighbours.
//
// Input is the walker with its preferred velocity, the velocity that it would have without neighbours. Output is a
// displacement in metres for the time until the walker's next update. Steering reads the neighbour grid and the walls
// of the ground; it writes nothing but its own scratch memory. Each thread has its own `Steering`.
//
// As in position-based crowds (Weiss, Litteneker, Jiang, Terzopoulos 2017), a soft layer looks far and an exact layer
// looks near:
//
//  1. The soft layer bends the preferred velocity. It has three terms, two of them sums over neighbours (`avoid`,
//     `draw_back`); `queue` gives the least speed that any neighbour asks for. Before a door three more make the agents
//     take turns (`merge`, `give_way`, `overtake`). Without them each holds the others back in an arch before the door:
//     all touch, and none may close a gap. These terms may contradict each other: they only make the movement look
//     right.
//  2. The exact layer limits the step by one ORCA line for each near neighbour (orca_lines.h, `add_line`).
//
// The exact layer follows van den Berg, Guy, Lin, Manocha 2011, "Reciprocal n-body collision avoidance" (ORCA). As in
// the paper, each agent takes its share of the correction that both velocities together need, starting from its current
// velocity. It differs in these points:
//  - The constraint covers a single step, and its line is perpendicular to the line between the centres. The paper
//    takes the tangent of a velocity obstacle that reaches a time horizon ahead. Here the soft layer looks ahead.
//  - The share follows from the avoidance priorities (`share_of`). In the paper it is always one half.
//  - Agents that stand or rest, or that the host moves, take no share of the correction.
#pragma once

#include "bodies/bodies.h"
#include "locomotion/motion.h"
#include "locomotion/neighbour.h"
#include "locomotion/orca_lines.h"
#include "saturated_cast.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fray {

// The unnamed namespace is deliberate: of all sources locomotion.cpp alone reads this header, and g++ inlines a large
// function that is called once only if no other file can call it.
namespace {

/// A sum of vectors that does not depend on the order of its parts: fixed-point numbers with a unit of 1/65536.
struct ExactSum {
    int64_t x = 0, y = 0;
    void add(Vec2 part) {
        x += saturated_cast<int64_t>(part.x * 65536.0f);
        y += saturated_cast<int64_t>(part.y * 65536.0f);
    }
    Vec2 value() const {
        return {static_cast<float>(x) * (1.0f / 65536.0f), static_cast<float>(y) * (1.0f / 65536.0f)};
    }
};

/// The agent that a step is planned for, in the state of the frame's start.
struct Walker {
    Vec2 here{}, velocity{};                     ///< m, m/s; velocity of its last step
    Vec2 preferred{};                            ///< m/s: its preferred velocity
    float radius = 0.0f, speed = 0.0f;           ///< m; m/s, the length of `preferred`
    float priority = 1.0f;                       ///< avoidance priority (neighbour.h), as its neighbours see it
    float own_priority = 1.0f;                   ///< the same, but of an agent that rests: its priority when it walks
    float mass = 1.0f;                           ///< kg, times its avoidance factor (`yielding_mass`)
    float most_speed = 0.0f;                     ///< m/s: no step is faster
    float headway = 0.0f, personal_space = 0.0f; ///< s, m (BodyDef)
    float to_aim = 0.0f;                         ///< m: how far it is to the point that it heads for
    float acceleration = 0.0f;                   ///< m/s^2: greatest change of velocity, in any direction
    /// `target_row`: the agent that it walks to, which it does not avoid; Row::none(): none.
    Row row{}, target_row = Row::none();
    Serial serial = 0;
    int16_t floor = 0;    ///< agents on other floors are ignored
    bool queues = false;  ///< it heads for a waypoint, for example a door, where agents pass one after the other
    bool in_file = false; ///< it marches in a formation, and keeps its file
    bool brakes = false;  ///< it does not approach its aim as fast as it can
    bool rests = false;   ///< it rests, and only looks whether it should go on
    /// m^2, of an agent that rests: it goes on only if its way is free as far as the root of this; 0: whatever it sees.
    float least_way_squared = 0.0f;
    bool waits = false;      ///< it has no place to keep (`AvoidancePriority::waits`)
    bool arrived = false;    ///< it has reached its goal (`AvoidancePriority::arrived`)
    bool gathers = false;    ///< it is ordered to a point, perhaps one of many
    Vec2 gathering{};        ///< m: that point
    bool makes_room = false; ///< it rests in a crowd, or a heavier agent asks: it goes out of the way to the side

    /// True: it may have to look for a free place in a crowd.
    bool joins() const { return gathers && !arrived && !queues; }
    /// True: it has reached its goal, or may be in a crowd there.
    bool is_settled() const { return arrived || joins(); }
};

/// What steering has decided.
struct Step {
    Vec2 displacement{};              ///< m: displacement until the next update
    Vec2 planned{};                   ///< m/s: the velocity that it accelerates to
    bool blocked_by_walker = false;   ///< another walker blocks it
    bool blocked_by_standing = false; ///< an agent that stands blocks it
    float free_way = 1e9f;      ///< m, of an agent that rests: how far its way is free of the neighbours considered
    bool meets_crowd = false;   ///< next to it, towards its goal, is an agent that is ordered to the same point
    bool is_asked = false;      ///< an agent of higher priority wants to pass it, or an agent overlaps it
    float lent_priority = 0.0f; ///< the greatest priority that an agent which asks lends it (`lent_by`)
    bool is_pressed = false;    ///< it has to make room even where others hold it

    /// True: the way of an agent that rests is free so far that it is worth while to go on.
    bool has_way(float least_squared) const { return free_way > 0.0f && free_way * free_way >= least_squared; }
};

/// us: the time between two plans of a walker.
constexpr int64_t plan_every = 66'667;
constexpr float plan_every_seconds = 0.066667f;

/// What a walker sees around it.
struct SteeringView : Views<BodyView, Read<column::serial, column::orders, column::slot, column::team>, const Settings,
                            const Terrain, const NeighbourGrid> {
    using Views::Views;
};

class Steering {
public:
    explicit Steering(const SteeringView& world) : world_(world) {}

    static constexpr float no_limit = 1e9f; ///< m/s, for Avoidance::queue_speed; m, for gaps

    uint32_t seen = 0;     ///< agents that all searches so far came across
    uint32_t left_out = 0; ///< neighbours that the soft layer has left out so far, because others were nearer

    /// Computes a step of so many seconds. `plans`: the soft layer looks around and sets `avoidance` anew; else its
    /// last answer holds. `stalled`: 60ths of a second without progress, 0 to 255. All but the displacement is computed
    /// only if the walker plans.
    Step step(const Walker& walker, uint8_t stalled, bool plans, Avoidance& avoidance, float seconds) {
        seconds_ = seconds;
        until_plan_ = plan_every_seconds + seconds;
        jam_ = static_cast<float>(std::min(stalled, full_jam)) * (1.0f / static_cast<float>(full_jam));
        removed_ = std::min(overlap_removed * seconds, most_removed);
        lines_.clear();
        own_step_ = walker.most_speed * seconds;
        Step step;
        if (plans) {
            if (!plan(walker, avoidance, step)) return step;
        } else if (avoidance.plan != Avoidance::Plan::alone)
            touch(walker);
        if (world_.terrain.ground) look_for_walls(walker);
        Vec2 velocity = way_among_others(walker, avoidance);
        if (plans) {
            step.blocked_by_walker = blocked(walker, OrcaLine::Of::walker);
            step.blocked_by_standing = blocked(walker, OrcaLine::Of::standing);
            if (stalled > turn_after && step.blocked_by_walker) turn_another_way(walker, avoidance, velocity);
        }
        step.planned = velocity;
        velocity = walker.velocity + limited(velocity - walker.velocity, walker.acceleration * seconds);
        step.displacement = lines_.nearest_step(velocity * seconds_, own_step_ * 1.001f);
        return step;
    }

private:
    // Tuned by experiment in the scenes of tests/motion and in the scenario `clash`. "Gap" is the distance between the
    // edges of two agents, and "touching" is the sum of their radii. "The jam" is `jam_`, which grows from 0 to 1.

    /// s: closest approaches later than this are ignored. Earlier approaches count for less the later they are.
    ///
    /// Neighbours are collected within a shorter time (`look_ahead`). A walker sees an agent that stands in its way
    /// about 0.6 s before they touch, and an agent that comes at the walker's own speed 0.3 s before. The horizon
    /// matters where two agents close in slowly for the gap between them: where the walker overtakes, has just started,
    /// or is slower than 1 m/s, so that `least_look` counts.
    static constexpr float horizon = 2.0f;
    /// Neighbours are collected up to the gap that the walker covers in `look_ahead` seconds at its current speed, but
    /// at least `least_look` and at most `most_look` metres. More would cost time in a melee, where all are near.
    static constexpr float look_ahead = 0.6f;
    static constexpr float least_look = 0.35f, most_look = 4.0f;
    /// m: the gap at which a walker tries to pass other agents.
    static constexpr float clear_gap = 0.1f;
    /// Fraction of touching: walkers with a headway that would pass nearer than this pass on the right.
    static constexpr float keeps_right = 0.65f;
    /// m: below this gap a walker draws back from a neighbour. In a jam up to `soft_jam` is added.
    static constexpr float soft_gap = 0.12f, soft_jam = 0.15f;
    /// m: replaces `soft_gap` for a walker with a preferred velocity of zero.
    static constexpr float least_gap = 0.02f;
    /// m/s: how fast a walker draws back. In a jam up to `soft_jam_speed` is added.
    static constexpr float soft_speed = 0.5f, soft_jam_speed = 1.0f;

    /// How a walker follows slower agents.
    struct Queue {
        float same_way; ///< cosine of the angle up to which two preferred velocities count as the same direction
        float gap;      ///< m: the gap to keep
        float time;     ///< s: the time in which a larger gap is closed
    };
    static constexpr Queue in_the_open = {0.95f, 0.1f, 0.1f}, through_doors = {0.8f, 0.25f, 0.2f};
    static constexpr Queue crossing = {0.0f, 0.05f, 0.1f}; ///< behind agents with another direction
    /// For a headway: the least part for which an agent counts that is aside of the walker's line.
    static constexpr float least_before = 0.05f;
    /// How a walker merges before a door.
    struct Merge {
        float lead;      ///< an agent with more `lead_of` than this goes first
        float gap, time; ///< as for Queue
        float horizon;   ///< s: agents that would meet later do not matter
        float parallel;  ///< minus the cosine of the direction of an agent that walks beside the walker
    };
    static constexpr Merge merging = {0.02f, 0.2f, 0.2f, 3.0f, -0.9f};
    /// How a walker in contact draws back from an agent that goes first and wants to pass it.
    struct GivingWay {
        float lead;  ///< as for Merge
        float wish;  ///< cosine of the angle between the other's wish and the way to the walker, at least
        float gap;   ///< m: nearer than this the walker draws back
        float speed; ///< m/s
    };
    static constexpr GivingWay giving_way = {0.05f, 0.1f, 0.05f, 2.5f};
    /// Before a door agents with about the same direction merge instead of avoiding each other: least cosine.
    static constexpr float about_same_way = -0.5f;
    /// A walker that others keep below this fraction of its speed looks for a way past them. The way must be clear to
    /// the point that the walker heads for, or so many metres, and a little farther.
    static constexpr float slow_enough = 0.8f, clear_way = 2.5f, and_farther = 0.6f;
    /// It keeps its place where an agent slows it that wants to go another way: less than this cosine.
    static constexpr float side_by_side = 0.95f;
    /// Fraction of touching: an agent this far off the walker's line, or nearer to it, is ahead and not beside.
    static constexpr float queue_width = 0.6f;

    /// Fractions of `most_speed` that a walker may move at to let others pass, beyond its preferred speed:
    /// `coming_back` once it has arrived and is not pressed, else `stepping_aside`.
    static constexpr float stepping_aside = 0.6f, coming_back = 0.2f;
    /// 1/s: the part of an overlap that two agents together remove in a second; in an update at most `most_removed`.
    static constexpr float overlap_removed = 15.0f, most_removed = 0.25f;
    /// Fraction of touching: how far a step relies on what the other agent does (see most_closing).
    static constexpr float trust = 0.02f;
    /// Fraction of `most_speed` at which a walker backs away from a host-moved agent. The rest is left for moving
    /// sideways.
    static constexpr float pushed = 0.7f;
    /// Fraction of touching by which walkers count as narrower to each other in a jam, as people turn their shoulders.
    static constexpr float squeeze = 0.07f;
    /// Fraction of touching: no crowd squeezes two agents into each other by more. Where they overlap by more, an agent
    /// has grown, or was put there.
    static constexpr float most_squeezed = 0.1f;
    /// rad: the greatest change of direction that `turn_another_way` tries in a jam.
    static constexpr float most_turn = 3.0f;
    /// Ticks without progress: after more than `turn_after` a blocked walker tries other directions, and at `full_jam`
    /// the jam has its full effect. See "Jams" in motion.h.
    static constexpr uint8_t turn_after = 15, full_jam = 60;
    /// The soft layer considers this many neighbours, the nearest, and those with the same gap as the last of them.
    static constexpr uint32_t most_neighbours = 8;
    /// m: an agent that rests makes room for an agent of higher priority that comes this near.
    static constexpr float asking_gap = 0.3f;
    /// The part of a priority that is lent. From agent to agent it becomes less, so that no two lend to each other.
    static constexpr float lent_share = 0.95f;
    /// What a host-moved agent lends, as a multiple of the borrower's mass.
    static constexpr float lent_by_host = 8.0f;
    /// m: it makes room for an agent of about its own priority that comes this near.
    static constexpr float pushing_gap = 0.05f;
    /// Fraction of touching: an agent nearer than this to the line of an agent that rests stands in its way.
    static constexpr float way_width = 0.9f;
    /// s: it makes room for an agent of higher priority that will come as near in this time.
    static constexpr float asking_time = 0.2f;
    /// m: nearer than this an agent that is ordered to the same point keeps the walker from it.
    static constexpr float crowd_gap = 0.15f;
    /// Sums of two radii: so near to its point a crowd counts as a crowd even where it walks.
    static constexpr float near_gathering = 10.0f;
    /// m: an agent that rests looks this far for others that ask.
    static constexpr float most_asking = 1.0f;

    /// Collects the neighbours with a gap below `reach(level)` metres, on the walker's floor, in any order. If they
    /// exceed `capacity`, it keeps the nearest half as many.
    template <typename Reach> void look_around(const Walker& walker, const Reach& reach) {
        count_ = 0;
        bool too_many = false;
        float most = 0.0f, contact = 0.0f, farthest = no_limit;
        world_.grid.within(
            walker.here,
            [&](const GridLevel& level) {
                contact = contact_gap(level.fastest);
                most = std::max(walker.radius + std::min(reach(level), farthest), 0.0f);
                return most;
            },
            [&](const GridItem& other) {
                // Without a branch, because many of the items that the grid visits are too far.
                const float limit = other.radius + most;
                const float squared = distance_squared(walker.here, other.position);
                squared_[count_] = squared;
                touching_[count_] = walker.radius + other.radius;
                contact_[count_] = contact;
                near_[count_] = &other;
                ++seen;
                count_ += static_cast<uint32_t>((squared < limit * limit) & (other.row != walker.row.number()) &
                                                (other.floor == walker.floor));
                if (count_ < capacity) return;
                // Of those that are still to come, only agents as near as the farthest that is kept can matter.
                farthest = keep_nearest(walker) + 1e-3f;
                most = std::min(most, walker.radius + farthest);
                too_many = true;
            });
        if (too_many) keep_nearest(walker);
        for (uint32_t i = 0; i < count_; ++i) gap_[i] = std::sqrt(squared_[i]) - touching_[i];
    }

    /// Of the neighbours that were found so far, keeps the nearest, half of `capacity`. Of those at the same distance
    /// it draws some, so that agents at one point do not all draw the same. Returns the greatest gap kept, in m.
    [[gnu::noinline]] float keep_nearest(const Walker& walker) {
        struct Key {
            float gap;
            uint32_t draw, at;
        };
        std::array<Key, capacity> keys;
        for (uint32_t i = 0; i < count_; ++i)
            keys[i] = {std::sqrt(squared_[i]) - touching_[i], draw_of(walker, *near_[i]), i};
        const uint32_t kept = std::min(count_, capacity / 2);
        std::nth_element(keys.begin(), keys.begin() + kept, keys.begin() + count_, [](const Key& a, const Key& b) {
            return a.gap < b.gap || (a.gap == b.gap && a.draw < b.draw);
        });
        const auto squared = squared_, touching = touching_, contact = contact_;
        const auto near = near_;
        count_ = kept;
        float farthest = -no_limit;
        for (uint32_t i = 0; i < count_; ++i) {
            squared_[i] = squared[keys[i].at];
            touching_[i] = touching[keys[i].at];
            contact_[i] = contact[keys[i].at];
            near_[i] = near[keys[i].at];
            farthest = std::max(farthest, keys[i].gap);
        }
        return farthest;
    }

    /// A random number for a pair of agents: both agents draw the same.
    uint32_t draw_of(const Walker& walker, const GridItem& other) const {
        return static_cast<uint32_t>(
            mix_bits(static_cast<uint64_t>(walker.serial) + static_cast<uint64_t>(world_.serial[Row(other.row)])));
    }

    /// m: two agents with this gap or more cannot touch before the next update.
    float contact_gap(float fastest) const { return own_step_ + fastest * seconds_; }

    /// Collects the ORCA lines of the neighbours that the walker could touch before its next update.
    void touch(const Walker& walker) {
        look_around(walker, [&](const GridLevel& level) { return contact_gap(level.fastest); });
        for (uint32_t i = 0; i < count_; ++i) add_line(walker, i);
    }

    /// Collects the ORCA lines, and sums up the terms of the soft layer over the nearest neighbours. False: the walker
    /// rests and has to go on resting, so it needs neither.
    bool plan(const Walker& walker, Avoidance& avoidance, Step& step) {
        const float pace = std::sqrt(glm::dot(walker.velocity, walker.velocity));
        const float look =
            walker.rests
                ? most_asking
                : std::clamp(std::max(pace * look_ahead, walker.personal_space + walker.headway * walker.speed),
                             least_look, most_look);
        // Whether the walker is alone must not depend on how quick some other agent far away is. So it looks farther
        // for agents that are much quicker than itself.
        const float ahead = until_plan_ / seconds_;
        bool alone = true;
        look_around(walker, [&](const GridLevel& level) {
            const float soon = contact_gap(level.fastest) * ahead;
            const float far = level.fastest > 2.0f * walker.most_speed ? soon : 0.0f;
            const float least = std::max(std::max(look, far), contact_gap(level.fastest));
            alone = alone && least >= soon;
            return least;
        });
        const float farthest = farthest_considered();
        if (walker.least_way_squared > 0.0f && has_to_rest(walker, farthest, step)) return false;
        avoidance = {.rests_as = avoidance.rests_as};
        for (uint32_t i = 0; i < count_; ++i) {
            alone = alone && gap_[i] >= contact_[i] * ahead;
            if (gap_[i] < contact_[i]) add_line(walker, i);
        }
        avoidance.plan = alone ? Avoidance::Plan::alone : Avoidance::Plan::holds;
        ExactSum bend;
        Paces paces;
        for (uint32_t i = 0; i < count_; ++i)
            if (gap_[i] <= farthest)
                consider(walker, i, avoidance, paces, bend, step);
            else
                ++left_out;
        avoidance.bend = bend.value();
        avoidance.queue_speed = paces.least();
        if (walker.queues && !walker.in_file && paces.least() < slow_enough * walker.speed &&
            paces.least() < paces.turn)
            overtake(walker, farthest, paces.least(), avoidance);
        return true;
    }

    /// True: no neighbour asks the walker, which rests, to make room, and its way is not free far enough.
    bool has_to_rest(const Walker& walker, float farthest, Step& step) {
        uint32_t more = 0;
        for (uint32_t i = 0; i < count_; ++i)
            if (gap_[i] <= farthest)
                notice(walker, i, step);
            else
                ++more;
        if (step.is_asked || step.has_way(walker.least_way_squared)) return false;
        left_out += more;
        return true;
    }

    /// m/s: the greatest speeds that neighbours allow: behind agents in front, where ways converge, and of the latter
    /// where they do so at an angle.
    struct Paces {
        float lane = no_limit, merge = no_limit, turn = no_limit;
        void merge_at(float pace, bool at_angle) {
            merge = std::min(merge, pace);
            if (at_angle) turn = std::min(turn, pace);
        }
        float least() const { return std::min(lane, merge); }
    };

    /// m: the gap to the last of the nearest neighbours that the soft layer considers.
    float farthest_considered() const {
        if (count_ <= most_neighbours) return no_limit;
        // The eight least gaps so far, sorted.
        std::array<float, most_neighbours> least;
        least.fill(no_limit);
        for (uint32_t i = 0; i < count_; ++i) {
            float gap = gap_[i];
            if (gap >= least.back()) continue;
            for (float& known : least) {
                const float lower = std::min(known, gap);
                gap = std::max(known, gap);
                known = lower;
            }
        }
        return least.back();
    }

    /// Adds the walls of the ground as ORCA lines. A wall takes no share: the walker may close the whole gap.
    void look_for_walls(const Walker& walker) {
        Wall walls[Ground::max_walls];
        const uint32_t count = world_.terrain.ground->walls(walker.here, 2.0f * own_step_, walls);
        for (uint32_t i = 0; i < count; ++i)
            lines_.add({walls[i].normal, walls[i].distance, no_serial, OrcaLine::Of::wall, false});
    }

    /// A unit vector to a neighbour. Two agents on the same point draw a direction in which they separate.
    Vec2 direction_to(const Walker& walker, const GridItem& other, float distance) const {
        if (distance > 1e-4f) return (other.position - walker.here) * (1.0f / distance);
        const Vec2 drawn = unit_vector(static_cast<float>(draw_of(walker, other) >> 8) * (pi / (1 << 24)));
        return walker.serial < world_.serial[Row(other.row)] ? drawn : drawn * -1.0f;
    }

    // ## No overlap
    // Two agents that fray moves, with the same update interval, do not come to overlap by more than 2 % of the sum of
    // their radii, whatever all of them do at once.

    /// Rule: Of each gap an agent's step closes its share at most: the other's part of the sum of both priorities.
    /// Agents overlap all the same
    ///
    /// - in a jam: by 9 % of the sum of the radii at most;
    /// - with different update intervals: crowds that cross, meet and jam before a door overlapped by 11 % at most;
    /// - where more than 32 neighbours are within reach of a step, or more than 24 limit it;
    /// - when they no longer slip, have grown, or were spawned, teleported or moved so by the host.
    ///
    /// They come apart: they lose 15 times the overlap in a second, but at most a quarter of it in a step.
    void add_line(const Walker& walker, uint32_t i) {
        const GridItem& other = *near_[i];
        const float touching = touching_[i], gap = gap_[i], distance = gap + touching;
        const bool stays = !yields(other), waits = other.waits_for_update != 0;
        // No step reaches an agent that stands farther away.
        const float out_of_reach = 1.002f * own_step_;
        const bool stands = waits || (stays && other.velocity == Vec2{});
        if (stands && gap > out_of_reach && walker.priority != never_yields) return;
        // An agent that rests makes room if it is pressed.
        const bool blocks = other.priority == never_yields;
        const Vec2 towards = direction_to(walker, other, distance);
        const float room = stays ? gap : gap + squeeze * jam_ * touching;
        // An agent that stands until its next update leaves the whole gap to the walker, and keeps its priority.
        const float share = waits && !stays ? 1.0f : share_of(walker.priority, stays ? never_yields : other.priority);
        const float most = most_closing(walker, other, towards, room, share);
        if (most > out_of_reach) return;
        lines_.add({towards, most, world_.serial[Row(other.row)],
                    blocks ? OrcaLine::Of::standing : OrcaLine::Of::walker, stays && gap < -0.1f * touching});
    }

    // ## Making room

    /// What a walker notices of a neighbour.
    struct Noticed {
        Vec2 towards;  ///< unit vector to the neighbour
        bool asked;    ///< it asks the walker to make room
        bool overlaps; ///< they overlap by more than `most_squeezed`
    };
    /// Notes in `step` whether a neighbour asks the walker to make room, belongs to its crowd, or is in its way.
    Noticed notice(const Walker& walker, uint32_t i, Step& step) const {
        const GridItem& other = *near_[i];
        const float touching = touching_[i], gap = gap_[i], distance = gap + touching;
        const Vec2 towards = direction_to(walker, other, distance);
        const bool same_goal = walker.gathers && gathers_with(walker, other);
        const bool content = same_goal || (walker.arrived && has_arrived(other));
        const bool asked = asks(walker, other, towards, gap) && (!content || other.makes_room != 0);
        const bool overlaps = gap < -most_squeezed * touching;
        step.is_pressed |= overlaps || (asked && content);
        step.is_asked |= gap < -0.05f * touching || asked;
        const float lent = asked ? lent_by(walker, other) : 0.0f;
        step.lent_priority = std::max(step.lent_priority, lent);
        step.is_pressed |= lent > 0.0f;
        step.meets_crowd |= same_goal && gap < crowd_gap && glm::dot(towards, walker.preferred) > 0.0f &&
                            in_crowd(walker, other, touching);
        if (walker.rests && walker.speed > 0.0f)
            step.free_way = std::min(step.free_way, free_way_to(walker, towards, distance, touching));
        return {towards, asked, overlaps};
    }

    /// Soft layer: adds the terms of a neighbour.
    void consider(const Walker& walker, uint32_t i, Avoidance& avoidance, Paces& paces, ExactSum& bend,
                  Step& step) const {
        const auto [towards, asked, overlaps] = notice(walker, i, step);
        const GridItem& other = *near_[i];
        const float touching = touching_[i], gap = gap_[i], distance = gap + touching;
        // It presses against the agents behind it, which make room in turn.
        if (overlaps && walker.makes_room) bend.add(towards * (-stepping_aside * walker.most_speed));
        if (asked && walker.makes_room) let_pass(walker, other, towards, bend);
        if (other.row == walker.target_row.number()) return; // an agent does not avoid the agent that it walks to
        const float share = share_of(walker.priority, yields(other) ? other.priority : never_yields);
        const float soft =
            walker.speed == 0.0f ? least_gap : std::max(soft_gap + soft_jam * jam_, walker.personal_space);
        if (gap < soft) draw_back(walker, other, towards, (soft - gap) / soft, share, avoidance, bend);
        if (walker.speed > 0.0f && yields(other)) {
            queue(walker, other, towards * distance, gap, touching, avoidance, paces);
            if (walker.queues && !walker.arrived && gap < giving_way.gap) give_way(walker, other, towards, paces, bend);
            if (walker.queues && glm::dot(wish_of(other), walker.preferred) > about_same_way * walker.speed) return;
        }
        avoid(walker, other, towards * distance, touching, share, bend);
    }

    /// True: the neighbour gathers with the walker.
    bool gathers_with(const Walker& walker, const GridItem& other) const {
        const Orders& orders = world_.orders[Row(other.row)];
        const float near = walker.radius + other.radius;
        return gathers(orders.kind) && distance_squared(orders.place, walker.gathering) < near * near;
    }
    /// True: the neighbour is a part of the crowd at their common point. Far from the point, agents that want to walk
    /// are a queue, perhaps before a door.
    static bool in_crowd(const Walker& walker, const GridItem& other, float touching) {
        const bool walks = other.preferred_x != 0 || other.preferred_y != 0;
        const float near = near_gathering * touching;
        return !walks || distance_squared(walker.here, walker.gathering) < near * near;
    }
    /// True: the neighbour has reached its goal.
    bool has_arrived(const GridItem& other) const {
        const Row row(other.row);
        const Archetype& kind = world_.kinds.archetypes[world_.archetype[row]];
        const float mass = yielding_mass(world_, row, kind);
        return other.priority == priority_of(world_, mass, AvoidancePriority::arrived, 0, 0);
    }
    /// Rule: A crowd parts for a heavier agent, and agents that wait part for friends that go to their slots or come
    /// back. An agent that asks *lends* 0.95 of its priority if it has more than 1.5 times the other's mass (each times
    /// its avoidance factor), if it has a higher priority than an agent that has *arrived* or gathers, if it *presses*
    /// or *strikes* and a friend *waits*, or if it was lent its priority itself. A host-moved agent lends 8 times the
    /// other's mass, but nothing to an agent that *waits*. Only agents that have *arrived*, gather or *wait* are lent
    /// priority: they make room with it even where others hold them.
    ///
    /// *Example.* A rider of five times the mass (priority 5) rides through ranks that have *arrived* (priority 2, and
    /// 1 at rest). It asks the two in its way. They make room with priority 4.75, and ask their neighbours, and these
    /// theirs with 4.5. None of them goes back while it is asked.
    float lent_by(const Walker& walker, const GridItem& other) const {
        if (!walker.waits && !walker.is_settled()) return 0.0f;
        const Row row(other.row);
        const Archetype& kind = world_.kinds.archetypes[world_.archetype[row]];
        if (kind.motion == MotionType::host) return walker.waits ? 0.0f : lent_by_host * walker.mass;
        if (!yields(other)) return 0.0f; // it begins to rest
        const float mass = yielding_mass(world_, row, kind);
        const bool presses =
            walker.waits && other.priority > 2.0f * mass && world_.team[row] == world_.team[walker.row];
        const bool goes_first = (presses || walker.is_settled()) && other.priority > walker.own_priority;
        const bool lends = other.makes_room != 0 ? other.priority > mass : goes_first || outweighs(mass, walker.mass);
        return lends ? std::min(lent_share * other.priority, no_limit) : 0.0f;
    }
    /// Soft layer: out of the way of an agent that has asked, to the side and a little ahead of it. If that agent makes
    /// room itself, the walker goes where it goes.
    static void let_pass(const Walker& walker, const GridItem& other, Vec2 towards, ExactSum& bend) {
        const Vec2 ahead = wish_of(other);
        const float side = cross(ahead, towards) <= 0.0f ? 1.0f : -1.0f;
        const Vec2 to_side = Vec2{-ahead.y, ahead.x} * side - ahead * (0.3f * glm::dot(ahead, towards));
        const Vec2 aside = other.makes_room != 0 ? ahead - towards * 0.3f : to_side;
        const float length = std::sqrt(glm::dot(aside, aside));
        if (length > 0.0f) bend.add(aside * (stepping_aside * walker.most_speed / length));
    }

    /// Rule: An agent asks another to make room if it walks towards it: with a higher priority from 0.3 m and more, as
    /// it is fast (an agent at rest from 1 m at most), with at least half of its priority in contact. Agents that
    /// *wait* are asked only by agents of higher priority. Agents that gather, and agents that have *arrived*, do not
    /// ask each other, unless the asking agent makes room itself. Agents that overlap (one has grown) always do.
    static bool asks(const Walker& walker, const GridItem& other, Vec2 towards, float gap) {
        if (other.asleep != 0) return false;
        // An agent that makes room itself is on its way wherever it is pushed.
        const Vec2 way = preferred_velocity(other) + other.velocity;
        const float along = -glm::dot(way, towards);
        if (along <= 0.0f) return false;
        const bool comes = along * along >= 0.1f * glm::dot(way, way);
        if (other.priority <= walker.own_priority)
            return comes && gap < pushing_gap && !walker.waits && 2.0f * other.priority >= walker.own_priority;
        // An agent that has nearly passed may be wedged between two agents.
        if (!comes) return gap < pushing_gap;
        return gap < (other.makes_room != 0 && walker.is_settled() ? clear_gap : asking_gap + along * asking_time);
    }

    /// m: from the walker's edge to that of a neighbour that stands in its way; infinity for others.
    static float free_way_to(const Walker& walker, Vec2 towards, float distance, float touching) {
        const Vec2 way = walker.preferred * (1.0f / walker.speed);
        const float along = glm::dot(way, towards) * distance;
        if (along <= 0.0f || std::abs(cross(way, towards)) * distance > way_width * touching) return no_limit;
        return along - touching;
    }

    /// The walker's share, 0 to 1, of the gap and of the effort to avoid each other, from both avoidance priorities.
    static float share_of(float own, float others) {
        if (others == never_yields) return own == never_yields ? 0.5f : 1.0f;
        return own == never_yields ? 0.0f : others / (others + own);
    }

    // ## Passing and following
    // A walker considers its eight nearest neighbours, and plans 15 times a second: every 66.7 ms, or in every frame if
    // frames are longer. Between two plans it keeps the turn that it has planned, and only avoids contact.

    /// Soft layer: away from a neighbour that nearly touches. `near` grows from 0 at the edge of the soft gap to 1
    /// where they touch, and is greater than 1 where they overlap.
    void draw_back(const Walker& walker, const GridItem& other, Vec2 towards, float near, float share,
                   Avoidance& avoidance, ExactSum& bend) const {
        // An agent that has arrived makes room for any agent of higher priority, at full speed. Every other walker does
        // so for an agent of more than twice its priority, such as an agent that goes first in a jam.
        const bool presses = other.priority > walker.own_priority && yields(other);
        if (walker.arrived && presses) avoidance.pressed = 1;
        const bool yields = presses && (walker.arrived || other.priority > 2.0f * walker.own_priority);
        const float speed = yields ? walker.most_speed : soft_speed + soft_jam_speed * jam_;
        bend.add(towards * (-speed * share * std::min(near, 1.0f)));
    }

    // `apart`: m, from the walker to the other.
    /// Rule: A walker keeps a small gap behind slower agents, and its `personal_space` to all. With a `headway_time` it
    /// goes no faster than (gap - `personal_space`) / `headway_time` behind an agent in front of it, unless that comes
    /// towards it. The farther aside of its line that agent is, the less it counts: nothing at 0.6 of the sum of the
    /// radii.
    static void queue(const Walker& walker, const GridItem& other, Vec2 apart, float gap, float touching,
                      Avoidance& avoidance, Paces& paces) {
        const Vec2 ahead = walker.preferred * (1.0f / walker.speed);
        if (glm::dot(ahead, apart) <= 0.0f) return;
        if (std::abs(cross(ahead, apart)) > queue_width * touching) {
            if (walker.queues) merge(walker, other, ahead, apart, gap, touching, paces);
            return;
        }
        if (walker.headway > 0.0f && !is_oncoming(walker, other)) {
            // An agent aside of the line counts for less, so that files can zip together.
            const float before = 1.0f - std::abs(cross(ahead, apart)) / (queue_width * touching);
            const float pace = (gap - walker.personal_space) / (walker.headway * std::max(before, least_before));
            paces.lane = std::min(paces.lane, std::max(pace, 0.0f));
        }
        const Vec2 preferred = preferred_velocity(other);
        const Queue& queue = walker.queues ? through_doors : in_the_open;
        const float along = glm::dot(preferred, ahead);
        const bool same_way =
            along > 0.0f && along * along > queue.same_way * queue.same_way * glm::dot(preferred, preferred);
        const float theirs = std::max(glm::dot(ahead, other.velocity), 0.0f);
        const float pace = same_way ? theirs + (gap - queue.gap) * (1.0f / queue.time)
                                    : theirs + (gap - crossing.gap) * (1.0f / crossing.time);
        paces.lane = std::min(paces.lane, std::max(pace, 0.0f));
        if (same_way && pace < 0.5f * walker.speed) avoidance.waits_its_turn = 1;
    }

    /// `way`, turned by the angle of the unit vector `by`.
    static Vec2 rotated(Vec2 way, Vec2 by) { return {way.x * by.x - way.y * by.y, way.x * by.y + way.y * by.x}; }

    /// The direction in which an agent wants to go, a unit vector; 0: it wants to stay.
    static Vec2 wish_of(const GridItem& item) {
        const Vec2 wish = {static_cast<float>(item.preferred_x), static_cast<float>(item.preferred_y)};
        const float squared = glm::dot(wish, wish);
        return squared > 0.0f ? wish * (1.0f / std::sqrt(squared)) : Vec2{};
    }
    /// How far the other is ahead of the walker, along both their wishes: -2 to 2. The agent that is ahead goes first.
    /// For the two agents of a pair the values are opposite, so each knows which of them that is.
    static float lead_of(Vec2 ahead, Vec2 theirs, Vec2 towards) {
        return glm::dot(ahead, towards) + glm::dot(theirs, towards);
    }

    // `ahead`: the walker's wish, a unit vector.
    /// Rule: A walker that cannot see its goal (round a corner, through a door) queues behind others. Where the ways of
    /// two beside each other converge, the agent that is farther ahead along both ways goes first; the other keeps a
    /// gap. It walks past others that slow it, where it gets on faster and the way is clear: a crowd goes round a
    /// corner side by side.
    static void merge(const Walker& walker, const GridItem& other, Vec2 ahead, Vec2 apart, float gap, float touching,
                      Paces& paces) {
        const Vec2 theirs = wish_of(other), towards = apart * (1.0f / (gap + touching));
        const float at_walker = -glm::dot(theirs, towards);
        if (at_walker <= merging.parallel || lead_of(ahead, theirs, towards) <= merging.lead) return;
        const Vec2 closing = walker.preferred - preferred_velocity(other);
        const float along = glm::dot(closing, apart), quick = glm::dot(closing, closing);
        if (along <= 0.0f || quick < 0.05f || along >= merging.horizon * quick) return;
        const Vec2 miss = apart - closing * (along / quick);
        if (glm::dot(miss, miss) >= touching * touching) return;
        const float leaving = at_walker <= 0.0f ? std::max(glm::dot(ahead, other.velocity), 0.0f) : 0.0f;
        const float pace = leaving + (gap - merging.gap) * (1.0f / merging.time);
        paces.merge_at(std::max(pace, 0.0f), glm::dot(theirs, ahead) < side_by_side);
    }

    /// Before a door: draws back from an agent in contact that goes first and wants to pass the walker (`merge`).
    static void give_way(const Walker& walker, const GridItem& other, Vec2 towards, Paces& paces, ExactSum& bend) {
        const Vec2 theirs = wish_of(other), ahead = walker.preferred * (1.0f / walker.speed);
        if (-glm::dot(theirs, towards) <= giving_way.wish || lead_of(ahead, theirs, towards) <= giving_way.lead) return;
        bend.add(towards * -giving_way.speed);
        paces.merge_at(0.0f, glm::dot(theirs, ahead) < side_by_side);
    }

    /// Soft layer, before a door or a corner: looks for a direction in which the walker gets on faster than behind
    /// others (at `pace`, m/s), past the point that it heads for.
    void overtake(const Walker& walker, float farthest, float pace, Avoidance& avoidance) const {
        constexpr float angles[] = {0.5f, -0.5f, 1.0f, -1.0f}; // rad
        const Vec2 bend = avoidance.bend;
        float best = pace + 0.1f;
        for (const float angle : angles) {
            const Vec2 turn = unit_vector(angle);
            Walker turned = walker;
            turned.preferred = rotated(walker.preferred, turn);
            Paces paces;
            Avoidance unused;
            for (uint32_t i = 0; i < count_; ++i) {
                const GridItem& other = *near_[i];
                if (gap_[i] > farthest || !yields(other) || other.row == walker.target_row.number()) continue;
                const float distance = gap_[i] + touching_[i];
                queue(turned, other, direction_to(walker, other, distance) * distance, gap_[i], touching_[i], unused,
                      paces);
            }
            const float speed = std::min(paces.least(), walker.speed);
            if (speed * turn.x <= best) continue;
            const Vec2 way = turned.preferred * (1.0f / walker.speed);
            const float far = std::min(walker.to_aim, clear_way) + and_farther;
            if (!world_.terrain.ground->clear(walker.here, walker.here + way * far)) continue;
            best = speed * turn.x;
            avoidance.queue_speed = 0.0f;
            avoidance.bend = bend + way * speed;
        }
    }

    /// Exact layer: `most` of the neighbour's ORCA line, the distance in metres by which the walker's step may bring it
    /// nearer. `towards`: unit vector to the neighbour.
    ///
    /// If both agents kept the velocities of the last frame, they would come nearer by `ahead - leaving`. What exceeds
    /// the room between them has to be given up, and each agent gives up its share of that. This is the rule of ORCA.
    ///
    /// The result is clamped, so that a wrong assumption about the other agent causes little harm. A step may use the
    /// room itself, plus a little of the room that an agent that moves away will leave (`trust`). In return an agent
    /// that moves away has to leave that much. An overlap is removed slowly, by `overlap_removed`.
    float most_closing(const Walker& walker, const GridItem& other, Vec2 towards, float gap, float share) const {
        const float room = gap >= 0.0f ? gap : std::max(gap * removed_, -own_step_);
        const float ahead = glm::dot(walker.velocity, towards) * seconds_;
        const float leaving = glm::dot(other.velocity, towards) * seconds_;
        const float most_trusted = trust * (walker.radius + other.radius);
        // A host-moved agent never yields, so the walker leaves its path. (Of all agents that do not yield, only these
        // have a velocity.)
        const float most_pushed = pushed * walker.most_speed * seconds_;
        const float coming = !yields(other) ? std::clamp(-leaving, 0.0f, most_pushed) : 0.0f;
        return std::clamp(ahead - (ahead - leaving - room) * share,
                          std::min(room, 0.0f) - std::max(std::clamp(-ahead, 0.0f, most_trusted), coming),
                          std::max(room, 0.0f) + std::clamp(leaving, 0.0f, most_trusted));
    }

    /// True: the neighbour wants to go the other way.
    static bool is_oncoming(const Walker& walker, const GridItem& other) {
        return glm::dot(wish_of(other), walker.preferred) < -0.8f * walker.speed;
    }

    // It assumes that the walker moves at its preferred velocity and the other at its current velocity.
    /// Rule: A walker bends around agents that it would come too near to within 2 s, so that it passes at 0.1 m, or at
    /// its `personal_space`. In a head-on encounter both pass on the right; with a `headway_time` also where they would
    /// pass nearer than 0.65 of the sum of the radii.
    static void avoid(const Walker& walker, const GridItem& other, Vec2 apart, float touching, float share,
                      ExactSum& bend) {
        // A walker that has no goal makes room early, for where the other wants to go: a blocked agent may stand still.
        const bool makes_room = walker.speed == 0.0f && other.priority > 8.0f * walker.own_priority;
        const Vec2 closing = walker.preferred - (makes_room ? preferred_velocity(other) : other.velocity);
        const float along = glm::dot(closing, apart), quick = glm::dot(closing, closing);
        if (along <= 0.0f || quick < 1e-4f || along >= horizon * quick) return;
        const float time = along / quick;
        const Vec2 miss = apart - closing * time;
        const float squared = glm::dot(miss, miss), clear = touching + std::max(clear_gap, walker.personal_space);
        if (squared >= clear * clear) return;
        const float passing = std::sqrt(squared);
        const float head_on = walker.headway > 0.0f && is_oncoming(walker, other) ? keeps_right : 0.05f;
        const Vec2 aside = passing > head_on * touching ? miss * (-1.0f / passing)
                                                        : Vec2{closing.y, -closing.x} * (1.0f / std::sqrt(quick));
        const float need = (clear - passing) / std::max(time, 0.2f) * share;
        // The effect fades out towards the horizon, so that no neighbour starts to matter suddenly.
        bend.add(aside * (std::min(need, walker.most_speed) * (1.0f - time * (1.0f / horizon))));
    }

    /// The velocity that the soft layer asks for, in m/s. An arrived walker under pressure drops its preferred
    /// velocity: it moves out of the way first and comes back afterwards.
    static Vec2 way_among_others(const Walker& walker, const Avoidance& avoidance) {
        const bool pressed = avoidance.pressed != 0;
        const float slowed =
            walker.speed > 0.0f && !pressed ? std::min(avoidance.queue_speed / walker.speed, 1.0f) : 0.0f;
        const float aside = walker.arrived && !pressed ? coming_back : stepping_aside;
        return limited(walker.preferred * slowed + avoidance.bend, std::max(walker.speed, aside * walker.most_speed));
    }

    /// True: a neighbour of kind `by` leaves hardly any room in the preferred direction. Neighbours beside the walker
    /// count as well: agents that are wedged in an arch before a door hold each other from the side.
    bool blocked(const Walker& walker, OrcaLine::Of by) const {
        if (walker.speed == 0.0f) return false;
        for (uint32_t i = 0; i < lines_.size(); ++i)
            if (lines_[i].of == by && lines_[i].most < 0.25f * own_step_ &&
                glm::dot(lines_[i].normal, walker.preferred) > -0.1f * walker.speed)
                return true;
        return false;
    }

    /// A walker that other walkers block tries a random direction for 0.4 s, then another. Each agent draws its own,
    /// from `most_turn` to the right up to a fifth of that to the left, so that a knot of agents begins to rotate. The
    /// angle grows with the jam. `velocity`: what the soft layer asks for; becomes what it asks for now.
    void turn_another_way(const Walker& walker, Avoidance& avoidance, Vec2& velocity) const {
        constexpr int64_t while_us = 400'000;
        const uint64_t offset = mix_bits(static_cast<uint64_t>(walker.serial)) % while_us;
        const uint64_t turn = (static_cast<uint64_t>(world_.clock.now) + offset) / while_us;
        const uint64_t bits = random_bits(world_.settings.seed, walker.serial, turn, RandomPurpose::another_way, 0);
        const float widest = most_turn * jam_;
        const Vec2 turned = unit_vector((static_cast<float>(random_below(bits, 1001)) * 0.0012f - 1.0f) * widest);
        velocity = velocity * 0.25f + rotated(walker.preferred, turned);
        // Until the next plan, way_among_others gives about this velocity.
        avoidance.queue_speed = 0.0f;
        avoidance.bend = velocity;
    }

    SteeringView world_;
    // Of the walker at hand.
    OrcaLines lines_;
    float seconds_ = 0.0f;    ///< s: duration of the step
    float until_plan_ = 0.0f; ///< s: the walker's next plan is no later
    float own_step_ = 0.0f;   ///< m: its longest step
    float removed_ = 0.0f;    ///< fraction of an overlap that the two agents remove in this step
    float jam_ = 0.0f;        ///< 0 to 1: time without progress, as a part of `full_jam`
    // Its neighbours.
    static constexpr uint32_t capacity = 64;
    uint32_t count_ = 0;
    std::array<float, capacity> squared_, touching_; ///< m^2, between the centres; m, the sum of the radii
    std::array<float, capacity> contact_;            ///< m: with this gap or more the two cannot touch in this step
    std::array<float, capacity> gap_;                ///< m, between the edges
    std::array<const GridItem*, capacity> near_;     ///< in the grid
};

} // namespace
} // namespace fray
