// ORCA lines: linear constraints on the step of a walker, and the allowed step nearest to a preferred step.
//
// Each neighbour or wall contributes one ORCA line (van den Berg, Guy, Lin, Manocha 2011, "Reciprocal n-body collision
// avoidance"). A line allows all steps s with dot(normal, s) <= most. `normal` is a unit vector towards the neighbour
// or the wall, and `most` says how far, in metres, the step may lead in that direction. `most` is negative where
// the walker has to move away. The constraints are on displacements in metres, not on velocities as in the paper, so
// one solution holds for steps of any duration. How `most` is computed is in steering.h.
//
// The solver is the incremental two-dimensional linear program of the paper. It differs in three ways:
//  - The lines are sorted by `most`, the tightest first, instead of shuffled. The result then does not depend on the
//    order in which neighbours were found. When there are too many lines, only the loosest are lost.
//  - The limit on the step's length is not a constraint of the program. It is checked at the end.
//  - Where no step satisfies all lines, the paper minimises the greatest violation by a third dimension. Here the
//    walker moves out of the overlap, and standing still is allowed (see `nearest_step`).
//
// All memory is inside `OrcaLines`: nothing is allocated. Each thread uses its own.
#pragma once

#include "storage/rules_math.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace fray {
namespace {

/// `v`, shortened to the length `longest` if it is longer.
[[maybe_unused]] Vec2 limited(Vec2 v, float longest) {
    const float squared = glm::dot(v, v);
    return squared > longest * longest ? v * (longest / std::sqrt(squared)) : v;
}

/// One ORCA line: it allows the steps with dot(normal, step) <= most.
struct OrcaLine {
    /// What the line keeps the walker from: an agent that yields, an agent that does not, or a wall of the ground.
    enum class Of : uint8_t { walker, standing, wall };
    Vec2 normal{};     ///< a unit vector, towards the neighbour or the wall
    float most = 0.0f; ///< m: greatest displacement along `normal`; negative: the walker has to move away
    Serial serial = 0; ///< of the neighbour, `no_serial` for a wall; breaks ties, the lower serial first
    Of of = Of::walker;
    bool deep = false; ///< the walker overlaps a standing agent by more than a tenth of the sum of their radii
};

/// The ORCA lines of a walker, sorted by `most`, then by serial. It keeps the 24 tightest lines and drops the others.
class OrcaLines {
public:
    static constexpr uint32_t capacity = 24;

    void clear() { count_ = 0; }
    uint32_t size() const { return count_; }
    const OrcaLine& operator[](uint32_t i) const { return planes_[i]; }

    /// Inserts a line at its place in the order. A full list drops its loosest line.
    void add(const OrcaLine& plane) {
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

    /// The step nearest to `preferred` that all lines allow and that is no longer than `longest` metres. Where no step
    /// is allowed, because agents overlap, the result leads out of the overlap, or is zero.
    Vec2 nearest_step(Vec2 preferred, float longest) const {
        Vec2 step{};
        if (solve(preferred, longest, step)) return step;
        // A neighbour overlaps the walker, or does not leave the room that the lines assumed. The second attempt
        // clamps every `most` to at least 0, so that standing still is allowed. Standing agents that the walker
        // overlaps deeply are left out: it was put into them, and must be able to leave.
        const Vec2 out = limited(way_out(longest) + preferred * 0.25f, 0.5f * longest);
        OrcaLines safe;
        for (uint32_t i = 0; i < count_; ++i) {
            if (planes_[i].deep) continue;
            safe.planes_[safe.count_] = planes_[i];
            safe.planes_[safe.count_++].most = std::max(planes_[i].most, 0.0f);
        }
        return safe.solve(out, longest, step) ? step : Vec2{};
    }

private:
    /// Nearest point to `preferred` within all lines: where a line is violated, the optimum lies on that line. False:
    /// no step is allowed, or the nearest is longer than `longest`.
    bool solve(Vec2 preferred, float longest, Vec2& step) const {
        step = preferred;
        for (uint32_t i = 0; i < count_; ++i)
            if (glm::dot(planes_[i].normal, step) > planes_[i].most && !on_line(i, preferred, step)) return false;
        return glm::dot(step, step) <= longest * longest;
    }

    static bool before(const OrcaLine& a, const OrcaLine& b) {
        return a.most < b.most || (a.most == b.most && a.serial < b.serial);
    }

    /// The point of line i nearest to `preferred` that lines 0 to i - 1 allow: the linear program in one dimension.
    /// False: they allow no point of it.
    bool on_line(uint32_t i, Vec2 preferred, Vec2& step) const {
        const Vec2 normal = planes_[i].normal, along = {-normal.y, normal.x};
        const Vec2 base = normal * planes_[i].most; // the point of the line nearest to the zero step
        float low = -1e9f, high = 1e9f;             // the allowed part of the line, in metres from `base`
        for (uint32_t j = 0; j < i; ++j) {
            const float slope = glm::dot(planes_[j].normal, along);
            const float room = planes_[j].most - glm::dot(planes_[j].normal, base);
            if (std::abs(slope) < 1e-4f) { // the lines are parallel
                if (room < -1e-6f) return false;
                continue;
            }
            if (slope > 0.0f)
                high = std::min(high, room / slope);
            else
                low = std::max(low, room / slope);
        }
        if (low > high) return false;
        step = base + along * std::clamp(glm::dot(along, preferred), low, high);
        return true;
    }

    /// Away from all neighbours and walls that are too near, each by what it lacks; at most `most_out` metres.
    Vec2 way_out(float most_out) const {
        Vec2 out{};
        for (uint32_t i = 0; i < count_; ++i)
            if (planes_[i].most < 0.0f) out = out + planes_[i].normal * planes_[i].most;
        return limited(out, most_out);
    }

    std::array<OrcaLine, capacity> planes_;
    uint32_t count_ = 0;
};

} // namespace
} // namespace fray
