// How one walker gets on among others: round those who will be in its way, and never into anybody.
//
// Two layers, as in position-based crowds (Weiss, Litteneker, Jiang, Terzopoulos 2017). The far one bends the wanted
// velocity round whom it would come too near to within `horizon`. The near one is exact: a step may close at most the
// walker's share of each gap, a half plane for each neighbour (as ORCA's, van den Berg et al. 2011); the shares of two
// add up to one, so nobody comes to overlap, whatever everybody does at once.
#pragma once

#include "core.h"
#include "rules_math.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace fray {
namespace {

/// A sum that does not depend on the order of its parts: of whole 1/65536.
struct ExactSum {
    int64_t x = 0, y = 0;
    void add(Vec2 part) {
        x += static_cast<int64_t>(part.x * 65536.0f);
        y += static_cast<int64_t>(part.y * 65536.0f);
    }
    Vec2 value() const {
        return {static_cast<float>(x) * (1.0f / 65536.0f), static_cast<float>(y) * (1.0f / 65536.0f)};
    }
};

[[maybe_unused]] Vec2 limited(Vec2 v, float longest) {
    const float squared = dot(v, v);
    return squared > longest * longest ? v * (longest / std::sqrt(squared)) : v;
}

/// Steps with dot(normal, step) <= most, in metres.
struct HalfPlane {
    Vec2 normal;
    float most = 0.0f;
    Serial serial = 0; ///< of whom it is about: of equals the older goes first
    bool stands = false;
};

/// The tightest half planes round a walker, the tightest first.
class HalfPlanes {
public:
    static constexpr uint32_t capacity = 24;

    void clear() { count_ = 0; }
    uint32_t size() const { return count_; }
    const HalfPlane& operator[](uint32_t i) const { return planes_[i]; }

    void add(const HalfPlane& plane) {
        uint32_t at = count_;
        if (count_ == capacity) {
            if (!before(plane, planes_[capacity - 1])) return;
            at = capacity - 1;
        } else {
            ++count_;
        }
        for (; at > 0 && before(plane, planes_[at - 1]); --at) planes_[at] = planes_[at - 1];
        planes_[at] = plane;
    }

    /// The step nearest to `wanted`, no longer than `longest` metres, that all allow. Where there is none, because
    /// somebody overlaps: out of it.
    Vec2 nearest_step(Vec2 wanted, float longest) const {
        Vec2 step;
        if (solve(wanted, longest, step)) return step;
        // Somebody does not make the room that was counted on, or overlaps: from now on to stay is allowed.
        const Vec2 out = way_out(0.5f * longest);
        HalfPlanes safe;
        for (uint32_t i = 0; i < count_; ++i) {
            safe.planes_[i] = planes_[i];
            safe.planes_[i].most = std::max(planes_[i].most, 0.0f);
        }
        safe.count_ = count_;
        return safe.solve(out, longest, step) ? step : Vec2{};
    }

private:
    /// False: no step of `longest` metres is allowed.
    bool solve(Vec2 wanted, float longest, Vec2& step) const {
        step = wanted;
        for (uint32_t i = 0; i < count_; ++i)
            if (dot(planes_[i].normal, step) > planes_[i].most && !on_line(i, wanted, step)) return false;
        return dot(step, step) <= longest * longest;
    }

    static bool before(const HalfPlane& a, const HalfPlane& b) {
        return a.most < b.most || (a.most == b.most && a.serial < b.serial);
    }

    /// The point of plane i's border nearest to `wanted` that those before it allow (van den Berg et al. 2011).
    bool on_line(uint32_t i, Vec2 wanted, Vec2& step) const {
        const Vec2 normal = planes_[i].normal, along = {-normal.y, normal.x};
        const Vec2 base = normal * planes_[i].most;
        float low = -1e9f, high = 1e9f;
        for (uint32_t j = 0; j < i; ++j) {
            const float slope = dot(planes_[j].normal, along);
            const float room = planes_[j].most - dot(planes_[j].normal, base);
            if (std::abs(slope) < 1e-4f) {
                if (room < -1e-6f) return false;
                continue;
            }
            if (slope > 0.0f)
                high = std::min(high, room / slope);
            else
                low = std::max(low, room / slope);
        }
        if (low > high) return false;
        step = base + along * std::clamp(dot(along, wanted), low, high);
        return true;
    }

    Vec2 way_out(float most_out) const {
        Vec2 out{};
        for (uint32_t i = 0; i < count_; ++i)
            if (planes_[i].most < 0.0f) out = out + planes_[i].normal * planes_[i].most;
        return limited(out, most_out);
    }

    std::array<HalfPlane, capacity> planes_;
    uint32_t count_ = 0;
};

/// Whom a step is planned for.
struct Walker {
    Vec2 here, velocity;               ///< m, m/s
    Vec2 wanted;                       ///< m/s: as if it were alone
    float radius = 0.0f, speed = 0.0f; ///< m; m/s, of the wanted velocity
    float weight = 1.0f;
    float most_speed = 0.0f;   ///< m/s
    float acceleration = 0.0f; ///< m/s^2
    uint32_t row = 0;
    Serial serial = 0;
    int16_t layer = 0;
    bool arrived = false;
};

class Steering {
public:
    /// So far ahead, in seconds, and so far away, in metres beyond touching, it minds others.
    static constexpr float horizon = 1.2f, farthest = 2.6f, nearest = 0.6f;

    Steering(const Core& core, float seconds, float fastest)
        : core_(core), serial_(core.agents.serial.any()), seconds_(seconds), fastest_step_(fastest * seconds) {}

    /// In metres, for this frame. `stalled`: for how many frames it has not got on.
    Vec2 step(const Walker& walker, uint8_t stalled) {
        const float jam = jam_ = static_cast<float>(std::min<int>(stalled, 60)) * (1.0f / 60.0f);
        soft_ = soft_gap + JG * jam;
        push_ = soft_speed + JP * jam + (walker.arrived ? AP : 0.0f);
        look_around(walker);
        const float slowed = walker.speed > 0.0f ? queue_speed_ / walker.speed * (1.0f - JW * jam) : 0.0f;
        Vec2 velocity = limited(walker.wanted * slowed + bend_.value(), std::max(walker.speed, yielding * walker.most_speed));
        if (stalled > patience && blocked_by_walker(walker)) velocity = another_way(walker, velocity, stalled);
        velocity = walker.velocity + limited(velocity - walker.velocity, walker.acceleration * seconds_);
        return planes_.nearest_step(velocity * seconds_, walker.most_speed * seconds_ * 1.001f);
    }
    bool blocked_by_walker(const Walker& walker) const { return walker.speed > 0.0f && blocked(walker, false); }
    bool blocked_by_standing(const Walker& walker) const { return walker.speed > 0.0f && blocked(walker, true); }

private:
    static constexpr float clear_gap = 0.1f;  ///< m: it wants to pass others at that distance
    static constexpr float soft_gap = 0.12f;  ///< m: nearer than that it draws back
    static constexpr float soft_speed = 0.5f; ///< m/s
    static constexpr float yielding = 0.6f;   ///< of its run speed: how quickly one who waits steps aside
    static constexpr float recovery = 0.25f;  ///< of an overlap, a frame
    static constexpr float trust = 0.02f;     ///< of the radii: how far one counts on another's making room
    static constexpr uint8_t patience = 15;   ///< frames

    void look_around(const Walker& walker) {
        planes_.clear();
        bend_ = {};
        queue_speed_ = walker.speed;
        const float pace = std::sqrt(dot(walker.velocity, walker.velocity));
        const float look = std::clamp(pace * 0.6f, nearest, farthest);
        const float reach = std::max(look, 2.0f * fastest_step_);
        core_.grid.within(walker.here, reach + walker.radius, [&](const GridItem& other) {
            const Vec2 apart = other.position - walker.here;
            const float touching = walker.radius + other.radius, limit = touching + reach;
            const float squared = dot(apart, apart);
            if (squared >= limit * limit || other.row == walker.row || other.layer != walker.layer) return;
            const float distance = std::sqrt(squared);
            meet(walker, other, apart, distance, touching);
        });
    }

    void meet(const Walker& walker, const GridItem& other, Vec2 apart, float distance, float touching) {
        const bool stands = std::isinf(other.weight);
        const float share = stands                      ? std::isinf(walker.weight) ? 0.5f : 1.0f
                            : std::isinf(walker.weight) ? 0.0f
                                                        : other.weight / (other.weight + walker.weight);
        // Two on one spot part along a line that their serials choose.
        const float sign = distance > 1e-4f || walker.serial < serial_[other.row] ? 1.0f : -1.0f;
        const Vec2 towards = distance > 1e-4f ? apart * (1.0f / distance) : Vec2{sign, 0.0f};
        const float gap = distance - touching;
        const float hard_gap = stands ? gap : gap + SQ * jam_ * touching;
        if (hard_gap < 2.0f * fastest_step_)
            planes_.add({towards, most_closing(walker, other, towards, hard_gap, share), serial_[other.row], stands});
        if (gap < soft_)
            bend_.add(towards * (-push_ * share * std::min((soft_ - gap) * (1.0f / soft_), 1.0f)));
        if (walker.speed > 0.0f && !stands) queue(walker, other, towards, gap, distance, touching);
        avoid(walker, other, apart, touching, share);
    }

    /// Behind those who go its way more slowly it keeps room to pass through for those who cross.
    void queue(const Walker& walker, const GridItem& other, Vec2 towards, float gap, float distance, float touching) {
        const Vec2 ahead = walker.wanted * (1.0f / walker.speed);
        const float off = cross(ahead, towards) * distance;
        if (dot(ahead, towards) <= 0.0f || std::abs(off) > QW * touching) return;
        const float theirs = std::max(dot(ahead, other.velocity), 0.0f);
        queue_speed_ = std::min(queue_speed_, std::max(theirs + (gap - G0) * (1.0f / TQ), 0.0f));
    }

    /// By how much its step may bring it nearer. Both go on as in the last frame, less their shares of what would be
    /// too much. One counts on a little of the room that the other, going away, will leave; and the other has to leave
    /// it.
    float most_closing(const Walker& walker, const GridItem& other, Vec2 towards, float gap, float share) const {
        const float room = gap >= 0.0f ? gap : std::max(gap * recovery, -fastest_step_);
        const float ahead = dot(walker.velocity, towards) * seconds_;
        const float leaving = dot(other.velocity, towards) * seconds_;
        const float most_trusted = trust * (walker.radius + other.radius);
        return std::clamp(ahead - (ahead - leaving - room) * share,
                          std::min(room, 0.0f) - std::clamp(-ahead, 0.0f, most_trusted),
                          std::max(room, 0.0f) + std::clamp(leaving, 0.0f, most_trusted));
    }

    /// Sideways, so that at the moment when they are nearest they pass each other.
    void avoid(const Walker& walker, const GridItem& other, Vec2 apart, float touching, float share) {
        const Vec2 closing = walker.wanted - other.velocity;
        const float along = dot(closing, apart), quick = dot(closing, closing);
        if (along <= 0.0f || quick < 1e-4f) return;
        const float time = along / quick;
        if (time >= horizon) return;
        const Vec2 miss = apart - closing * time;
        const float squared = dot(miss, miss), clear = touching + clear_gap;
        if (squared >= clear * clear) return;
        const float passing = std::sqrt(squared);
        // Who would run right into each other both keep to their right.
        const float pace = 1.0f / std::sqrt(quick);
        const Vec2 aside =
            passing > 0.05f * touching ? miss * (-1.0f / passing) : Vec2{closing.y * pace, -closing.x * pace};
        const float need = (clear - passing) / std::max(time, 0.2f) * share;
        bend_.add(aside * (std::min(need, walker.most_speed) * (1.0f - time * (1.0f / horizon))));
    }

    /// Beside counts as well: those who stand in an arch hold each other.
    bool blocked(const Walker& walker, bool stands) const {
        for (uint32_t i = 0; i < planes_.size(); ++i)
            if (planes_[i].stands == stands && planes_[i].most < 0.25f * fastest_step_ &&
                dot(planes_[i].normal, walker.wanted) > -0.1f * walker.speed)
                return true;
        return false;
    }

    /// Who does not get on for others who want to get on as well tries another way for a while; each its own.
    Vec2 another_way(const Walker& walker, Vec2 velocity, uint8_t stalled) const {
        constexpr int64_t while_us = 400'000;
        const uint64_t offset = mix_bits(static_cast<uint64_t>(walker.serial)) % while_us;
        const auto turn = (static_cast<uint64_t>(core_.now) + offset) / while_us;
        const uint64_t bits = random_bits(core_.settings.seed, walker.serial, turn, RandomPurpose::another_way, 0);
        const float widest = 1.8f * static_cast<float>(std::min<uint8_t>(stalled, 60)) * (1.0f / 60.0f);
        const float angle = (static_cast<float>(random_below(bits, 1001)) * 0.001f * (1.0f + RB) - 1.0f) * widest;
        const Vec2 turned = unit_vector(angle);
        const Vec2 way = walker.wanted;
        return velocity * 0.25f + Vec2{way.x * turned.x - way.y * turned.y, way.x * turned.y + way.y * turned.x};
    }

    const Core& core_;
    const Serial* serial_;
    float seconds_, fastest_step_;
    HalfPlanes planes_;
    ExactSum bend_;
    float SQ = getenv("SQ") ? atof(getenv("SQ")) : 0.07f;
    float AP = getenv("AP") ? atof(getenv("AP")) : 1.0f;
    float jam_=0, queue_speed_ = 0.0f, soft_ = 0.0f, push_ = 0.0f;
    float JG = getenv("JG") ? atof(getenv("JG")) : 0.5f, JP = getenv("JP") ? atof(getenv("JP")) : 1.0f, JW = getenv("JW") ? atof(getenv("JW")) : 0.5f;
    float G0 = getenv("G0") ? atof(getenv("G0")) : 0.25f, TQ = getenv("TQ") ? atof(getenv("TQ")) : 0.3f, QW = getenv("QW") ? atof(getenv("QW")) : 0.6f, RB = getenv("RB") ? atof(getenv("RB")) : 0.2f;
};

} // namespace
} // namespace fray
