// Steps that are allowed: one half plane for each neighbour, and the allowed step nearest to a wanted one.
#pragma once

#include "storage/rules_math.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace fray {
namespace {

[[maybe_unused]] Vec2 limited(Vec2 v, float longest) {
    const float squared = dot(v, v);
    return squared > longest * longest ? v * (longest / std::sqrt(squared)) : v;
}

/// Steps with dot(normal, step) <= most, in metres.
struct HalfPlane {
    enum class Of : uint8_t { walker, standing, wall };
    Vec2 normal;
    float most = 0.0f;
    Serial serial = 0; ///< of whom it is about: of equals the older goes first
    Of of = Of::walker;
    bool deep = false; ///< one who stands is overlapped by a tenth and more
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
        // Somebody does not make the room that was counted on, or overlaps: from now on to stay is allowed. Those who
        // stand, and into whom it was put, do not hold it.
        const Vec2 out = limited(way_out(longest) + wanted * 0.25f, 0.5f * longest);
        HalfPlanes safe;
        for (uint32_t i = 0; i < count_; ++i) {
            if (planes_[i].deep) continue;
            safe.planes_[safe.count_] = planes_[i];
            safe.planes_[safe.count_++].most = std::max(planes_[i].most, 0.0f);
        }
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

} // namespace
} // namespace fray
