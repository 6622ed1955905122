// How one walker gets on among others: round those who will be in its way, and never into anybody.
//
// Two layers, as in position-based crowds (Weiss, Litteneker, Jiang, Terzopoulos 2017). The far one bends the wanted
// velocity round whom it would come too near to within `horizon`. The near one is exact: a step may close at most the
// walker's share of each gap, a half plane for each neighbour (as ORCA's, van den Berg et al. 2011); the shares of two
// add up to one, so nobody comes to overlap, whatever everybody does at once.
#pragma once

#include "locomotion/half_planes.h"
#include "locomotion/locomotion_layer.h"
#include "locomotion/neighbour.h"
#include "saturated_cast.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fray {
namespace {

/// A sum that does not depend on the order of its parts: of whole 1/65536.
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

/// Whom a step is planned for.
struct Walker {
    Vec2 here, velocity;               ///< m, m/s
    Vec2 wanted;                       ///< m/s: as if it were alone
    float radius = 0.0f, speed = 0.0f; ///< m; m/s, of the wanted velocity
    float weight = 1.0f;
    float most_speed = 0.0f;   ///< m/s
    float acceleration = 0.0f; ///< m/s^2
    uint32_t row = 0, target_row = no_index;
    Serial serial = 0;
    int16_t layer = 0;
    bool queues = false;  ///< goes where many have to pass, one after the other
    bool arrived = false; ///< is where it was sent
};

/// What steering has decided.
struct Step {
    Vec2 way;                         ///< m
    bool waits_its_turn = false;      ///< behind others that go the same way: no jam
    bool blocked_by_walker = false;   ///< a walker keeps it from going on
    bool blocked_by_standing = false; ///< and so does an agent that stands
};

class Steering {
public:
    /// `fastest`: m/s, of all who walk.
    Steering(const LocomotionLayer& core, float fastest)
        : core_(core), serial_(core.agents.serial.any()), fastest_(fastest) {}

    /// For `ahead` seconds; `since`: s from its last step. `stalled`: for how many frames it has not got on. What
    /// blocks it is looked for where `asks`, as it must be of one that is stalled for longer than `patience`.
    Step step(const Walker& walker, uint8_t stalled, bool asks, float since, float ahead) {
        seconds_ = ahead;
        fastest_step_ = fastest_ * ahead;
        jam_ = static_cast<float>(std::min(stalled, jam_frames)) * (1.0f / static_cast<float>(jam_frames));
        look_around(walker);
        const bool blocked_by_walker = asks && blocked(walker, HalfPlane::Of::walker);
        Vec2 velocity = way_among_others(walker);
        if (stalled > patience && blocked_by_walker) velocity = another_way(walker, velocity);
        velocity = walker.velocity + limited(velocity - walker.velocity, walker.acceleration * since);
        return {.way = planes_.nearest_step(velocity * seconds_, walker.most_speed * seconds_ * 1.001f),
                .waits_its_turn = waits_its_turn_,
                .blocked_by_walker = blocked_by_walker,
                .blocked_by_standing = asks && blocked(walker, HalfPlane::Of::standing)};
    }

private:
    // Found by trying, in the scenes of tests/motion and in `clash`.
    static constexpr float horizon = 2.0f;                      ///< s: it minds whom it would come too near to within
    static constexpr float look_ahead = 0.6f;                   ///< s of its way: so far it looks, but
    static constexpr float least_look = 0.6f, most_look = 4.0f; ///< m beyond touching
    static constexpr float clear_gap = 0.1f;                    ///< m: it wants to pass others at that distance
    static constexpr float soft_gap = 0.12f, soft_jam = 0.15f;  ///< m: nearer it draws back; the more in a jam
    static constexpr float least_gap = 0.02f;                   ///< m: the same, for who has no way of its own
    static constexpr float soft_speed = 0.5f, soft_jam_speed = 1.0f; ///< m/s: how quickly
    struct Queue {
        float same_way; ///< the cosine between two ways that are one
        float gap;      ///< m that it keeps
        float time;     ///< s
    };
    static constexpr Queue in_the_open = {0.95f, 0.1f, 0.1f}, through_doors = {0.8f, 0.25f, 0.2f};
    static constexpr Queue crossing = {0.0f, 0.05f, 0.1f};
    static constexpr float queue_width = 0.6f;                        ///< of touching: who is ahead, and not beside
    static constexpr float stepping_aside = 0.6f, coming_back = 0.2f; ///< of its run speed, without a way of its own
    static constexpr float recovery = 0.25f;                          ///< of an overlap, a frame
    static constexpr float trust = 0.02f;                             ///< of touching: see most_closing
    static constexpr float pushed = 0.7f;                             ///< of its run speed: sideways it gets on, too
    static constexpr float squeeze = 0.07f;                           ///< of touching: in a jam, shoulders turn
    static constexpr float most_turn = 3.0f;                          ///< rad: of another way, in a jam
    static constexpr uint8_t patience = 15, jam_frames = 60;
    static constexpr uint32_t most_neighbours = 512;

    /// Visits those whose rim is within reach of the walker's own.
    template <typename Visit> auto if_near(const Walker& walker, float reach, Visit&& visit) const {
        return [&, reach](const GridItem& other) {
            const float limit = walker.radius + radius_of(core_, other) + reach;
            const float squared = distance_squared(walker.here, other.position);
            if (squared < limit * limit && other.row != walker.row && other.layer == walker.layer)
                visit(other, squared);
        };
    }

    void look_around(const Walker& walker) {
        planes_.clear();
        bend_ = {};
        queue_speed_ = walker.speed;
        pressed_ = false;
        waits_its_turn_ = false;
        const float pace = std::sqrt(dot(walker.velocity, walker.velocity));
        const float reach = std::max(std::clamp(pace * look_ahead, least_look, most_look), 2.0f * fastest_step_);
        const bool few = core_.grid.within_if_few(
            walker.here, reach + walker.radius, most_neighbours,
            if_near(walker, reach, [&](const GridItem& other, float squared) { meet(walker, other, squared); }));
        if (!few) look_at_nearest(walker, reach);
        if (core_.terrain.ground) look_for_walls(walker);
    }

    template <typename Visit> void neighbours(const Walker& walker, float reach, Visit&& visit) const {
        core_.grid.within(walker.here, reach + walker.radius, if_near(walker, reach, visit));
    }

    /// Where more are than can stand there it minds the nearest, ring by ring, and of the last ring a part; the same
    /// pairs from both sides.
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

    void look_for_walls(const Walker& walker) {
        Wall walls[Ground::most_walls];
        const uint32_t count = core_.terrain.ground->walls(walker.here, 2.0f * fastest_step_, walls);
        for (uint32_t i = 0; i < count; ++i)
            planes_.add({walls[i].normal, walls[i].distance, no_serial, HalfPlane::Of::wall, false});
    }

    void meet(const Walker& walker, const GridItem& item, float squared) {
        const Neighbour other = neighbour_of(core_, item);
        const Vec2 apart = other.position - walker.here;
        const float distance = std::sqrt(squared), touching = walker.radius + other.radius;
        const bool stands = std::isinf(other.weight);
        const float share = share_of(walker.weight, other.weight);
        // Two on one spot part along a line that their serials choose.
        const float sign = distance > 1e-4f || walker.serial < serial_[other.row] ? 1.0f : -1.0f;
        const Vec2 towards = distance > 1e-4f ? apart * (1.0f / distance) : Vec2{sign, 0.0f};
        const float gap = distance - touching;
        const float room = stands ? gap : gap + squeeze * jam_ * touching;
        if (room < 2.0f * fastest_step_)
            planes_.add({towards, most_closing(walker, other, towards, room, share), serial_[other.row],
                         stands ? HalfPlane::Of::standing : HalfPlane::Of::walker, stands && gap < -0.1f * touching});
        if (other.row == walker.target_row) return; // it wants to get there
        const float near = walker.speed == 0.0f ? least_gap : soft_gap + soft_jam * jam_;
        if (gap < near) draw_back(walker, other, towards, (near - gap) / near, share);
        if (walker.speed > 0.0f && !stands) queue(walker, other, towards * distance, gap, touching);
        avoid(walker, other, apart, touching, share);
    }

    /// Of the room between two, and of the trouble to avoid each other. The shares of two add up to one.
    static float share_of(float own, float others) {
        if (std::isinf(others)) return std::isinf(own) ? 0.5f : 1.0f;
        return std::isinf(own) ? 0.0f : others / (others + own);
    }

    /// `near`: from 0 to 1, when they touch, and more.
    void draw_back(const Walker& walker, const Neighbour& other, Vec2 towards, float near, float share) {
        // Who has arrived makes room for those who have no other way; everybody for those who may go first in a jam.
        const bool presses = other.weight > walker.weight && !std::isinf(other.weight);
        pressed_ |= walker.arrived && presses;
        const bool yields = presses && (walker.arrived || other.weight > 2.0f * walker.weight);
        const float speed = yields ? walker.most_speed : soft_speed + soft_jam_speed * jam_;
        bend_.add(towards * (-speed * share * std::min(near, 1.0f)));
    }

    /// Behind those who are slower it keeps a little room, for those who cross; the more behind those who go its way.
    void queue(const Walker& walker, const Neighbour& other, Vec2 apart, float gap, float touching) {
        const Vec2 ahead = walker.wanted * (1.0f / walker.speed);
        if (dot(ahead, apart) <= 0.0f || std::abs(cross(ahead, apart)) > queue_width * touching) return;
        const Vec2 wish = other.wish;
        const Queue& queue = walker.queues ? through_doors : in_the_open;
        const float along = dot(wish, ahead);
        const bool same_way = along > 0.0f && along * along > queue.same_way * queue.same_way * dot(wish, wish);
        const float theirs = std::max(dot(ahead, other.velocity), 0.0f);
        const float pace = same_way ? theirs + (gap - queue.gap) * (1.0f / queue.time)
                                    : theirs + (gap - crossing.gap) * (1.0f / crossing.time);
        queue_speed_ = std::min(queue_speed_, std::max(pace, 0.0f));
        waits_its_turn_ |= same_way && pace < 0.5f * walker.speed;
    }

    /// By how much its step may bring it nearer. Both go on as in the last frame, less their shares of what would be
    /// too much. One counts on a little of the room that the other, going away, will leave; and the other has to leave
    /// it.
    float most_closing(const Walker& walker, const Neighbour& other, Vec2 towards, float gap, float share) const {
        const float room = gap >= 0.0f ? gap : std::max(gap * recovery, -fastest_step_);
        const float ahead = dot(walker.velocity, towards) * seconds_;
        const float leaving = dot(other.velocity, towards) * seconds_;
        const float most_trusted = trust * (walker.radius + other.radius);
        // Who gives no way and comes all the same is the host's: one is to be gone when it is there.
        const float most_pushed = pushed * walker.most_speed * seconds_;
        const float coming = std::isinf(other.weight) ? std::clamp(-leaving, 0.0f, most_pushed) : 0.0f;
        return std::clamp(ahead - (ahead - leaving - room) * share,
                          std::min(room, 0.0f) - std::max(std::clamp(-ahead, 0.0f, most_trusted), coming),
                          std::max(room, 0.0f) + std::clamp(leaving, 0.0f, most_trusted));
    }

    /// Sideways, so that at the moment when they are nearest they pass each other.
    void avoid(const Walker& walker, const Neighbour& other, Vec2 apart, float touching, float share) {
        // Who has no way of its own makes room before somebody runs into it.
        const bool makes_room = walker.speed == 0.0f && other.weight > 8.0f * walker.weight;
        const Vec2 closing = walker.wanted - (makes_room ? other.wish : other.velocity);
        const float along = dot(closing, apart), quick = dot(closing, closing);
        if (along <= 0.0f || quick < 1e-4f || along >= horizon * quick) return;
        const float time = along / quick;
        const Vec2 miss = apart - closing * time;
        const float squared = dot(miss, miss), clear = touching + clear_gap;
        if (squared >= clear * clear) return;
        const float passing = std::sqrt(squared);
        // Who would run right into each other both keep to their right.
        const Vec2 aside = passing > 0.05f * touching ? miss * (-1.0f / passing)
                                                      : Vec2{closing.y, -closing.x} * (1.0f / std::sqrt(quick));
        const float need = (clear - passing) / std::max(time, 0.2f) * share;
        bend_.add(aside * (std::min(need, walker.most_speed) * (1.0f - time * (1.0f / horizon))));
    }

    Vec2 way_among_others(const Walker& walker) const {
        const float slowed = walker.speed > 0.0f && !pressed_ ? queue_speed_ / walker.speed : 0.0f;
        const float aside = walker.arrived && !pressed_ ? coming_back : stepping_aside;
        return limited(walker.wanted * slowed + bend_.value(), std::max(walker.speed, aside * walker.most_speed));
    }

    /// Beside counts as well: those who stand in an arch hold each other.
    bool blocked(const Walker& walker, HalfPlane::Of by) const {
        if (walker.speed == 0.0f) return false;
        for (uint32_t i = 0; i < planes_.size(); ++i)
            if (planes_[i].of == by && planes_[i].most < 0.25f * fastest_step_ &&
                dot(planes_[i].normal, walker.wanted) > -0.1f * walker.speed)
                return true;
        return false;
    }

    /// Who does not get on for others who want to get on as well tries another way for a while; each its own, and
    /// rather to the right, so that a knot begins to turn.
    Vec2 another_way(const Walker& walker, Vec2 velocity) const {
        constexpr int64_t while_us = 400'000;
        const uint64_t offset = mix_bits(static_cast<uint64_t>(walker.serial)) % while_us;
        const uint64_t turn = (static_cast<uint64_t>(core_.clock.now) + offset) / while_us;
        const uint64_t bits = random_bits(core_.settings.seed, walker.serial, turn, RandomPurpose::another_way, 0);
        const float widest = most_turn * jam_;
        const Vec2 turned = unit_vector((static_cast<float>(random_below(bits, 1001)) * 0.0012f - 1.0f) * widest);
        const Vec2 way = walker.wanted;
        return velocity * 0.25f + Vec2{way.x * turned.x - way.y * turned.y, way.x * turned.y + way.y * turned.x};
    }

    const LocomotionLayer& core_;
    const Serial* serial_;
    float fastest_;                              ///< m/s
    float seconds_ = 0.0f, fastest_step_ = 0.0f; ///< of the step at hand: s, m
    // Of the walker at hand.
    HalfPlanes planes_;
    ExactSum bend_;
    float jam_ = 0.0f; ///< 0 to 1: how long it has not got on
    float queue_speed_ = 0.0f;
    bool pressed_ = false;
    bool waits_its_turn_ = false;
};

} // namespace
} // namespace fray
