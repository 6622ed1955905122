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
//    order in which neighbours were found. When there are too many lines, only the loosest are lost. (The paper
//    shuffles them for an expected time linear in their number. With 24 lines at most, the worst case is no concern.)
//  - The limit on the step's length is not a constraint of the program. It is checked at the end. While standing still
//    is allowed (every `most` is at least 0), it needs no constraint: the allowed steps are a convex set with the zero
//    step in it, and the nearest point of such a set is no longer than the preferred step. A longer result therefore
//    means that the walker would have to leave an overlap faster than it can, or that the preferred step itself is too
//    long. The second attempt (see `nearest_step`) is for both.
//  - Where no step satisfies all lines, the paper minimises the greatest violation by a third dimension. Here the
//    walker moves out of the overlap, and standing still is allowed (see `nearest_step`).
//
// What a dropped line costs. A list keeps 24 lines. More neighbours and walls lie within two steps of the fastest agent
// only in a heap of agents, among agents much smaller than the rest, or in a dense crowd with long update intervals.
// Every line that is dropped has a greater `most` than all that are kept. The step may then close more than the
// walker's share of that gap, so these two agents may come to overlap. In the next update the gap is smaller, and its
// line is among the tightest.
//
// All memory is inside `OrcaLines`: nothing is allocated. Each thread uses its own.
#pragma once

#include "storage/rules_math.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace fray {

/// `v`, shortened to the length `longest` if it is longer.
inline Vec2 limited(Vec2 v, float longest) {
    const float squared = glm::dot(v, v);
    return squared > longest * longest ? v * (longest / std::sqrt(squared)) : v;
}

// The unnamed namespace is deliberate: of all sources locomotion.cpp alone reads this header, and g++ inlines a large
// function that is called once only if no other file can call it.
namespace {

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
    const OrcaLine& operator[](uint32_t i) const { return lines_[i]; }

    /// Inserts a line at its place in the order. A full list drops its loosest line.
    void add(const OrcaLine& line) {
        uint32_t at = count_;
        if (count_ == capacity) {
            if (!before(line, lines_[capacity - 1])) return;
            at = capacity - 1;
        } else {
            ++count_;
        }
        for (; at > 0 && before(line, lines_[at - 1]); --at) lines_[at] = lines_[at - 1];
        lines_[at] = line;
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
            if (lines_[i].deep) continue;
            safe.lines_[safe.count_] = lines_[i];
            safe.lines_[safe.count_++].most = std::max(lines_[i].most, 0.0f);
        }
        return safe.solve(out, longest, step) ? step : Vec2{};
    }

private:
    /// Nearest point to `preferred` within all lines. Lines are added one by one. Where the optimum so far violates
    /// line i, the new optimum lies on line i, and only lines 0 to i - 1 limit it there. False: no step is allowed, or
    /// the nearest is longer than `longest`.
    bool solve(Vec2 preferred, float longest, Vec2& step) const {
        step = preferred;
        for (uint32_t i = 0; i < count_; ++i)
            if (glm::dot(lines_[i].normal, step) > lines_[i].most && !on_line(i, preferred, step)) return false;
        return glm::dot(step, step) <= longest * longest;
    }

    static bool before(const OrcaLine& a, const OrcaLine& b) {
        return a.most < b.most || (a.most == b.most && a.serial < b.serial);
    }

    /// The point of line i nearest to `preferred` that lines 0 to i - 1 allow: the linear program in one dimension.
    /// False: they allow no point of it.
    bool on_line(uint32_t i, Vec2 preferred, Vec2& step) const {
        const Vec2 normal = lines_[i].normal, along = {-normal.y, normal.x};
        const Vec2 base = normal * lines_[i].most; // the point of the line nearest to the zero step
        float low = -1e9f, high = 1e9f;            // the allowed part of the line, in metres from `base`
        for (uint32_t j = 0; j < i; ++j) {
            const float slope = glm::dot(lines_[j].normal, along);
            const float room = lines_[j].most - glm::dot(lines_[j].normal, base);
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

    /// A step away from all neighbours and walls that are too near: the sum of the missing distances, at most
    /// `most_out` metres.
    Vec2 way_out(float most_out) const {
        Vec2 out{};
        for (uint32_t i = 0; i < count_; ++i)
            if (lines_[i].most < 0.0f) out = out + lines_[i].normal * lines_[i].most;
        return limited(out, most_out);
    }

    std::array<OrcaLine, capacity> lines_; ///< [0, count_): valid, in the order of `before`
    uint32_t count_ = 0;
};

} // namespace
} // namespace fray
