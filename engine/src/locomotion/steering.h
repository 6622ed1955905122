// Local avoidance: computes the step of a walker among its neighbours.
//
// Input is the walker with its preferred velocity, the velocity that it would have without neighbours. Output is a
// displacement in metres for the time until the walker's next update. Steering reads the neighbour grid and the walls
// of the ground; it writes nothing but its own scratch memory. Each thread has its own `Steering`.
//
// As in position-based crowds (Weiss, Litteneker, Jiang, Terzopoulos 2017), a soft layer looks far and an exact layer
// looks near:
//
//  1. The soft layer bends the preferred velocity. It has three terms, two of them sums over all neighbours:
//      - `avoid` (summed) predicts the closest approach within `horizon` seconds, and moves sideways so that the two
//        agents pass with a gap of `clear_gap`. In a head-on encounter both agents pass on the right.
//      - `draw_back` (summed) keeps a small distance from neighbours that nearly touch the walker.
//      - `queue` reduces the speed behind slower agents, to the least speed that any of them asks for.
//     These terms may contradict each other. They only make the movement look right.
//  2. The exact layer limits the step by one ORCA line for each near neighbour (orca_lines.h). A step may close at
//     most the walker's share of the gap between the two agents. The shares of two agents add up to 1, so no two agents
//     come to overlap, whatever the soft layer of each has chosen; the exceptions are listed below.
//
// The exact layer follows van den Berg, Guy, Lin, Manocha 2011, "Reciprocal n-body collision avoidance" (ORCA). As in
// the paper, each agent takes its share of the correction that both velocities together need, starting from its current
// velocity. It differs in these points:
//  - The constraint covers a single step, and its line is perpendicular to the line between the centres. The paper
//    takes the tangent of a velocity obstacle that reaches a time horizon ahead. Here the soft layer looks ahead.
//  - The share follows from the avoidance priorities (`share_of`). In the paper it is always one half.
//  - Agents that stand, or that the host moves, have infinite priority. They take no share of the correction.
//
// No overlap. Both agents of a pair compute their shares from the same data of the frame's start. Two agents do not
// come to overlap, by more than `trust`, if all of this holds:
//  - fray moves both, and both are updated in every frame;
//  - they did not overlap before;
//  - neither drops the line of the other (24 lines, orca_lines.h; 512 neighbours, look_at_nearest);
//  - neither is in a jam.
//
// Otherwise:
//  - In a jam walkers count as narrower by `squeeze`. With `trust`, an overlap may be 9 % of the sum of the radii.
//  - Agents that are not both updated in every frame plan at different times. This includes two agents with the same
//    update interval, since the serial staggers them. No bound was derived. Trials with radius 0.4 m, 60 frames a
//    second and intervals up to 8 found 1 % for single pairs that meet head-on at 3 m/s, and 21 % at 12 m/s. In crowds
//    that cross, the jam included, they found 15 % and 38 %. tests/motion (Walking.AgentsThatSteerEveryEighthFrame...)
//    asserts less than 20 % for its scenes.
//  - Agents that overlap, because they were spawned or teleported so or because a line was dropped, come apart by
//    `overlap_removed` of the overlap in an update.
//  - A host-moved agent goes where the host says. Walkers leave its path at up to `pushed` of their greatest speed.
//    A faster body may run into them.
#pragma once

#include "locomotion/locomotion_layer.h"
#include "locomotion/neighbour.h"
#include "locomotion/orca_lines.h"
#include "saturated_cast.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fray {

// The unnamed namespace is deliberate: locomotion.cpp alone includes this header, and g++ inlines a large function that
// is called once only if no other file can call it.
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
    Vec2 here{}, velocity{};           ///< m, m/s; velocity of its last step
    Vec2 preferred{};                  ///< m/s: its preferred velocity
    float radius = 0.0f, speed = 0.0f; ///< m; m/s, the length of `preferred`
    float priority = 1.0f;             ///< avoidance priority (neighbour.h)
    float most_speed = 0.0f;           ///< m/s: no step is faster
    float acceleration = 0.0f;         ///< m/s^2: greatest change of velocity, in any direction
    /// `target_row`: the agent that it walks to, which it does not avoid; no_index: none.
    uint32_t row = 0, target_row = no_index;
    Serial serial = 0;
    int16_t storey = 0;   ///< agents on other storeys are ignored
    bool queues = false;  ///< it heads for a waypoint, for example a door, where agents pass one after the other
    bool arrived = false; ///< it has reached its goal (`AvoidancePriority::arrived`)
};

/// What steering has decided.
struct Step {
    Vec2 displacement{};              ///< m: displacement until the next update
    bool waits_its_turn = false;      ///< it waits behind agents that go the same way: this is not a jam
    bool blocked_by_walker = false;   ///< another walker blocks it
    bool blocked_by_standing = false; ///< an agent that stands blocks it
};

class Steering {
public:
    /// `fastest`: m/s, the greatest speed of any agent that fray moves. It bounds how near a neighbour has to be to get
    /// an ORCA line: two agents close a gap by two such steps at most. A host-moved agent may be faster. A walker then
    /// leaves its path only once the gap is less than 2 * `fastest` * `ahead`; the soft layer looks farther.
    Steering(const LocomotionLayer& layer, float fastest)
        : layer_(layer), serial_(layer.agents.serial.any()), fastest_(fastest) {}

    /// Plans the displacement of the next `ahead` seconds. `since`: seconds since its last update, which limit the
    /// change of velocity. `stalled`: frames without progress, 0 to 255. The `blocked` fields of the answer are
    /// computed only if `asks` is true. It must be true when `stalled` exceeds `turn_after`.
    Step step(const Walker& walker, uint8_t stalled, bool asks, float since, float ahead) {
        seconds_ = ahead;
        fastest_step_ = fastest_ * ahead;
        jam_ = static_cast<float>(std::min(stalled, full_jam)) * (1.0f / static_cast<float>(full_jam));
        look_around(walker); // sets the members below "the walker at hand"
        const bool blocked_by_walker = asks && blocked(walker, OrcaLine::Of::walker);
        Vec2 velocity = way_among_others(walker);
        if (stalled > turn_after && blocked_by_walker) velocity = another_way(walker, velocity);
        velocity = walker.velocity + limited(velocity - walker.velocity, walker.acceleration * since);
        return {.displacement = lines_.nearest_step(velocity * seconds_, walker.most_speed * seconds_ * 1.001f),
                .waits_its_turn = waits_its_turn_,
                .blocked_by_walker = blocked_by_walker,
                .blocked_by_standing = asks && blocked(walker, OrcaLine::Of::standing)};
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
    static constexpr float least_look = 0.6f, most_look = 4.0f;
    /// m: the gap at which a walker tries to pass other agents.
    static constexpr float clear_gap = 0.1f;
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
    /// Fraction of touching: an agent this far off the walker's line, or nearer to it, is ahead and not beside.
    static constexpr float queue_width = 0.6f;

    /// Fractions of `most_speed` that a walker may move at to let others pass, beyond its preferred speed:
    /// `coming_back` once it has arrived and is not pressed, else `stepping_aside`.
    static constexpr float stepping_aside = 0.6f, coming_back = 0.2f;
    /// Fraction of an overlap that two agents together remove in an update.
    static constexpr float overlap_removed = 0.25f;
    /// Fraction of touching: how far a step relies on what the other agent does (see most_closing).
    static constexpr float trust = 0.02f;
    /// Fraction of `most_speed` at which a walker backs away from a host-moved agent. The rest is left for moving
    /// sideways.
    static constexpr float pushed = 0.7f;
    /// Fraction of touching by which walkers count as narrower to each other in a jam, as people turn their shoulders.
    static constexpr float squeeze = 0.07f;
    /// rad: the greatest change of direction that `another_way` tries in a jam.
    static constexpr float most_turn = 3.0f;
    /// Frames without progress: after more than `turn_after` a blocked walker tries other directions, and at `full_jam`
    /// the jam has its full effect. See "Jams" in locomotion_layer.h.
    static constexpr uint8_t turn_after = 15, full_jam = 60;
    /// About the greatest number of neighbours that are considered (see look_at_nearest).
    static constexpr uint32_t most_neighbours = 512;

    /// Wraps `visit` for the grid, which visits too many items: `visit` gets the items on the walker's storey with a
    /// gap below `reach` metres, and the squared distance of the centres. The walker itself is left out.
    template <typename Visit> auto if_near(const Walker& walker, float reach, Visit&& visit) const {
        return [&, reach](const GridItem& other) {
            const float limit = walker.radius + radius_of(layer_, other) + reach;
            const float squared = distance_squared(walker.here, other.position);
            if (squared < limit * limit && other.row != walker.row && other.storey == walker.storey)
                visit(other, squared);
        };
    }

    /// Collects the ORCA lines and the terms of the soft layer.
    void look_around(const Walker& walker) {
        lines_.clear();
        bend_ = {};
        queue_speed_ = walker.speed;
        pressed_ = false;
        waits_its_turn_ = false;
        const float pace = std::sqrt(glm::dot(walker.velocity, walker.velocity));
        // Both agents of a pair may close the gap at full speed: within twice the fastest step no neighbour is missed.
        const float reach = std::max(std::clamp(pace * look_ahead, least_look, most_look), 2.0f * fastest_step_);
        const bool few = layer_.grid.within_if_few(
            walker.here, reach + walker.radius, most_neighbours,
            if_near(walker, reach, [&](const GridItem& other, float squared) { meet(walker, other, squared); }));
        if (!few) look_at_nearest(walker, reach);
        if (layer_.terrain.ground) look_for_walls(walker);
    }

    template <typename Visit> void neighbours(const Walker& walker, float reach, Visit&& visit) const {
        layer_.grid.within(walker.here, reach + walker.radius, if_near(walker, reach, visit));
    }

    /// Considers only the nearest neighbours, about `most_neighbours` of them. This bounds the time of a walker in a
    /// heap of agents that were put into the same place. The area within reach is divided into 64 rings of equal area.
    /// Whole rings are taken from the inside outwards. A hash of both serials draws a part of the first ring that does
    /// not fit, so that both agents of a pair get the same answer.
    void look_at_nearest(const Walker& walker, float reach) {
        constexpr uint32_t rings = 64;
        const float width = reach + 2.0f * walker.radius, per_ring = static_cast<float>(rings) / (width * width);
        const auto ring_of = [&](float squared) {
            return std::min(saturated_cast<uint32_t>(squared * per_ring), rings - 1);
        };
        std::array<uint32_t, rings> count{};
        neighbours(walker, reach, [&](const GridItem&, float squared) { ++count[ring_of(squared)]; });
        uint32_t whole = 0, sum = 0;
        while (whole < rings && sum + count[whole] <= most_neighbours) sum += count[whole++];
        const uint64_t part = whole == rings ? 0 : (uint64_t{most_neighbours - sum} << 32) / count[whole];
        neighbours(walker, reach, [&](const GridItem& other, float squared) {
            const uint32_t ring = ring_of(squared);
            const auto both = static_cast<uint32_t>(walker.serial) + static_cast<uint32_t>(serial_[other.row]);
            if (ring < whole || (ring == whole && both * 0x9e3779b9u < part)) meet(walker, other, squared);
        });
    }

    /// Adds the walls of the ground as ORCA lines. A wall takes no share: the walker may close the whole gap.
    void look_for_walls(const Walker& walker) {
        Wall walls[Ground::most_walls];
        const uint32_t count = layer_.terrain.ground->walls(walker.here, 2.0f * fastest_step_, walls);
        for (uint32_t i = 0; i < count; ++i)
            lines_.add({walls[i].normal, walls[i].distance, no_serial, OrcaLine::Of::wall, false});
    }

    /// Adds what one neighbour contributes: its ORCA line if the two could touch before the next update, and its terms
    /// of the soft layer. `squared`: m^2, the squared distance of the centres.
    void meet(const Walker& walker, const GridItem& item, float squared) {
        const Neighbour other = neighbour_of(layer_, item);
        const Vec2 apart = other.position - walker.here;
        const float distance = std::sqrt(squared), touching = walker.radius + other.radius;
        const bool stands = std::isinf(other.priority);
        const float share = share_of(walker.priority, other.priority);
        // Two agents on the same point separate along the x axis; their serials decide in which directions.
        const float sign = distance > 1e-4f || walker.serial < serial_[other.row] ? 1.0f : -1.0f;
        const Vec2 towards = distance > 1e-4f ? apart * (1.0f / distance) : Vec2{sign, 0.0f};
        const float gap = distance - touching;
        const float room = stands ? gap : gap + squeeze * jam_ * touching;
        if (room < 2.0f * fastest_step_)
            lines_.add({towards, most_closing(walker, other, towards, room, share), serial_[other.row],
                        stands ? OrcaLine::Of::standing : OrcaLine::Of::walker, stands && gap < -0.1f * touching});
        if (other.row == walker.target_row) return; // an agent does not avoid the agent that it walks to
        const float near = walker.speed == 0.0f ? least_gap : soft_gap + soft_jam * jam_;
        if (gap < near) draw_back(walker, other, towards, (near - gap) / near, share);
        if (walker.speed > 0.0f && !stands) queue(walker, other, towards * distance, gap, touching);
        avoid(walker, other, apart, touching, share);
    }

    /// The walker's share, 0 to 1, of the gap and of the effort to avoid each other, from both avoidance priorities.
    /// The shares of the two agents of a pair add up to 1. Each share is the other agent's part of the sum of both
    /// priorities.
    static float share_of(float own, float others) {
        if (std::isinf(others)) return std::isinf(own) ? 0.5f : 1.0f;
        return std::isinf(own) ? 0.0f : others / (others + own);
    }

    /// Soft layer: away from a neighbour that nearly touches. `near` grows from 0 at the edge of the soft gap to 1
    /// where they touch, and is greater than 1 where they overlap.
    void draw_back(const Walker& walker, const Neighbour& other, Vec2 towards, float near, float share) {
        // An agent that has arrived makes room for any agent of higher priority, at full speed. Every other walker does
        // so for an agent of more than twice its priority, such as an agent that goes first in a jam.
        const bool presses = other.priority > walker.priority && !std::isinf(other.priority);
        pressed_ |= walker.arrived && presses;
        const bool yields = presses && (walker.arrived || other.priority > 2.0f * walker.priority);
        const float speed = yields ? walker.most_speed : soft_speed + soft_jam_speed * jam_;
        bend_.add(towards * (-speed * share * std::min(near, 1.0f)));
    }

    /// Soft layer: limits the speed behind a slower agent, so that a small gap stays for agents that cross. The gap is
    /// larger behind agents that go the same way. `apart`: m, from the walker to the other.
    void queue(const Walker& walker, const Neighbour& other, Vec2 apart, float gap, float touching) {
        const Vec2 ahead = walker.preferred * (1.0f / walker.speed);
        if (glm::dot(ahead, apart) <= 0.0f || std::abs(cross(ahead, apart)) > queue_width * touching) return;
        const Vec2 preferred = other.preferred;
        const Queue& queue = walker.queues ? through_doors : in_the_open;
        const float along = glm::dot(preferred, ahead);
        const bool same_way =
            along > 0.0f && along * along > queue.same_way * queue.same_way * glm::dot(preferred, preferred);
        const float theirs = std::max(glm::dot(ahead, other.velocity), 0.0f);
        const float pace = same_way ? theirs + (gap - queue.gap) * (1.0f / queue.time)
                                    : theirs + (gap - crossing.gap) * (1.0f / crossing.time);
        queue_speed_ = std::min(queue_speed_, std::max(pace, 0.0f));
        waits_its_turn_ |= same_way && pace < 0.5f * walker.speed;
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
    float most_closing(const Walker& walker, const Neighbour& other, Vec2 towards, float gap, float share) const {
        const float room = gap >= 0.0f ? gap : std::max(gap * overlap_removed, -fastest_step_);
        const float ahead = glm::dot(walker.velocity, towards) * seconds_;
        const float leaving = glm::dot(other.velocity, towards) * seconds_;
        const float most_trusted = trust * (walker.radius + other.radius);
        // A host-moved agent never yields, so the walker leaves its path. (Of all agents that do not yield, only these
        // have a velocity.)
        const float most_pushed = pushed * walker.most_speed * seconds_;
        const float coming = std::isinf(other.priority) ? std::clamp(-leaving, 0.0f, most_pushed) : 0.0f;
        return std::clamp(ahead - (ahead - leaving - room) * share,
                          std::min(room, 0.0f) - std::max(std::clamp(-ahead, 0.0f, most_trusted), coming),
                          std::max(room, 0.0f) + std::clamp(leaving, 0.0f, most_trusted));
    }

    /// Soft layer: a sideways velocity, so that the two agents pass each other with `clear_gap` at their closest
    /// approach. It assumes that the walker moves at its preferred velocity and the other at its current velocity.
    void avoid(const Walker& walker, const Neighbour& other, Vec2 apart, float touching, float share) {
        // A walker that has no goal makes room early, for where the other wants to go: a blocked agent may stand still.
        const bool makes_room = walker.speed == 0.0f && other.priority > 8.0f * walker.priority;
        const Vec2 closing = walker.preferred - (makes_room ? other.preferred : other.velocity);
        const float along = glm::dot(closing, apart), quick = glm::dot(closing, closing);
        if (along <= 0.0f || quick < 1e-4f || along >= horizon * quick) return;
        const float time = along / quick;
        const Vec2 miss = apart - closing * time;
        const float squared = glm::dot(miss, miss), clear = touching + clear_gap;
        if (squared >= clear * clear) return;
        const float passing = std::sqrt(squared);
        // In a head-on encounter both agents pass on the right.
        const Vec2 aside = passing > 0.05f * touching ? miss * (-1.0f / passing)
                                                      : Vec2{closing.y, -closing.x} * (1.0f / std::sqrt(quick));
        const float need = (clear - passing) / std::max(time, 0.2f) * share;
        // The effect fades out towards the horizon, so that no neighbour starts to matter suddenly.
        bend_.add(aside * (std::min(need, walker.most_speed) * (1.0f - time * (1.0f / horizon))));
    }

    /// The velocity that the soft layer asks for, in m/s. An arrived walker under pressure drops its preferred
    /// velocity: it moves out of the way first and comes back afterwards.
    Vec2 way_among_others(const Walker& walker) const {
        const float slowed = walker.speed > 0.0f && !pressed_ ? queue_speed_ / walker.speed : 0.0f;
        const float aside = walker.arrived && !pressed_ ? coming_back : stepping_aside;
        return limited(walker.preferred * slowed + bend_.value(), std::max(walker.speed, aside * walker.most_speed));
    }

    /// True: a neighbour of kind `by` leaves hardly any room in the preferred direction. Neighbours beside the walker
    /// count as well: agents that are wedged in an arch before a door hold each other from the side.
    bool blocked(const Walker& walker, OrcaLine::Of by) const {
        if (walker.speed == 0.0f) return false;
        for (uint32_t i = 0; i < lines_.size(); ++i)
            if (lines_[i].of == by && lines_[i].most < 0.25f * fastest_step_ &&
                glm::dot(lines_[i].normal, walker.preferred) > -0.1f * walker.speed)
                return true;
        return false;
    }

    /// A walker that other walkers block tries a random direction for 0.4 s, then another. Each agent draws its own,
    /// from `most_turn` to the right up to a fifth of that to the left, so that a knot of agents begins to rotate. The
    /// angle grows with the jam.
    Vec2 another_way(const Walker& walker, Vec2 velocity) const {
        constexpr int64_t while_us = 400'000;
        const uint64_t offset = mix_bits(static_cast<uint64_t>(walker.serial)) % while_us;
        const uint64_t turn = (static_cast<uint64_t>(layer_.clock.now) + offset) / while_us;
        const uint64_t bits = random_bits(layer_.settings.seed, walker.serial, turn, RandomPurpose::another_way, 0);
        const float widest = most_turn * jam_;
        const Vec2 turned = unit_vector((static_cast<float>(random_below(bits, 1001)) * 0.0012f - 1.0f) * widest);
        const Vec2 way = walker.preferred;
        return velocity * 0.25f + Vec2{way.x * turned.x - way.y * turned.y, way.x * turned.y + way.y * turned.x};
    }

    const LocomotionLayer& layer_;
    const Serial* serial_;                       ///< serials of all agents, by row
    float fastest_;                              ///< m/s: the greatest speed of any agent that fray moves
    float seconds_ = 0.0f, fastest_step_ = 0.0f; ///< s: duration of the step at hand; m: `fastest_` times that
    // Of the walker at hand.
    OrcaLines lines_;
    ExactSum bend_;               ///< m/s: what `avoid` and `draw_back` add to the preferred velocity
    float jam_ = 0.0f;            ///< 0 to 1: frames without progress, as a part of `full_jam`
    float queue_speed_ = 0.0f;    ///< m/s: what `queue` reduces the preferred speed to
    bool pressed_ = false;        ///< it has arrived, and an agent of higher priority nearly touches it
    bool waits_its_turn_ = false; ///< see Step
};

} // namespace
} // namespace fray
