// The arithmetic that decisions depend on: distances, slot positions, bearings, random numbers.
//
// Results have the same bits on every machine, because this file uses only operations that IEEE 754 rounds correctly.
// std::sin is not such an operation. Of glm, it uses only the operators and glm::dot, which are plain sums and
// products.
//
// Everything has internal linkage. Otherwise the linker could replace a function by a copy that was compiled with the
// host's flags. Functions of glm are inlined even without optimisation (GLM_FORCE_INLINE), so no copy of them exists.
// The reference model in tests/oracle shares this file with the engine, and nothing else.
#pragma once

#include "fray/defs.h"
#include "saturated_cast.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace fray {
namespace {

inline constexpr float pi = 3.14159265f;

[[maybe_unused]] float cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }

/// Rule: The square of the distance, in m^2 (float).
[[maybe_unused]] float distance_squared(Vec2 a, Vec2 b) {
    const Vec2 d = b - a;
    return glm::dot(d, d);
}

/// Rule: The point, each coordinate clamped to the extent of the world.
[[maybe_unused]] Vec2 within_world(Vec2 p) {
    const auto within = [](float v) { return v < -world_extent ? -world_extent : v > world_extent ? world_extent : v; };
    return {within(p.x), within(p.y)};
}

inline constexpr float farthest_place = 4.0f * world_extent; ///< m: no kept point has a greater coordinate

/// The point, each coordinate clamped to `farthest_place`. Points that an agent has no use for, or that are computed,
/// may lie outside the world, but not as far as that.
[[maybe_unused]] Vec2 within_places(Vec2 p) {
    return {std::clamp(p.x, -farthest_place, farthest_place), std::clamp(p.y, -farthest_place, farthest_place)};
}

/// Rule: A distance in whole millimetres, rounded to nearest. `squared` is its square in m^2.
[[maybe_unused]] int32_t millimetres(float squared) {
    return saturated_cast<int32_t>(std::sqrt(static_cast<double>(squared)) * 1000.0 + 0.5);
}

/// Rule: A length of an archetype in whole millimetres, rounded to nearest, once; at most 2000 km.
[[maybe_unused]] int32_t millimetres_of(float metres) {
    const double mm = static_cast<double>(metres) * 1000.0 + 0.5;
    return mm < 2.0e9 ? saturated_cast<int32_t>(mm) : 2'000'000'000;
}

/// Rule: A unit vector in the direction of `v`, which is finite and not zero. It is computed in double.
[[maybe_unused]] Vec2 normalised(Vec2 v) {
    // The square of a coordinate of 1e-30 or 1e30 does not fit into a float.
    const double x = static_cast<double>(v.x), y = static_cast<double>(v.y);
    const double length = std::sqrt(x * x + y * y);
    return {static_cast<float>(x / length), static_cast<float>(y / length)};
}

/// Whole microseconds to seconds, for the host.
[[maybe_unused]] double seconds_of(int64_t microseconds) { return static_cast<double>(microseconds) / 1e6; }

/// Rule: Seconds, >= 0, in whole microseconds, rounded to nearest. Each duration of an archetype is rounded once, on
/// load.
[[maybe_unused]] int64_t microseconds_of(double seconds) { return saturated_cast<int64_t>(seconds * 1.0e6 + 0.5); }

/// Rule: dt, the duration of a step in seconds, is as the host gives it, in double. But if it is 1 / n for a whole n in
/// the precision of a float (to 1e-7 of it), it is exactly 1 / n.
[[maybe_unused]] double step_of(double given) {
    if (!(given > 0.0)) return 0.0;
    const double rate = std::floor(1.0 / given + 0.5);
    return std::abs(given * rate - 1.0) <= 1e-7 ? 1.0 / rate : given;
}

/// Rule: `now`, the time at the frame's start, is the sum of the dt of all frames before, rounded to whole
/// microseconds. What rounding leaves (`rest`, in us) is kept for the next frames, so `now` does not drift.
[[maybe_unused]] void add_time(int64_t& us, double& rest, double seconds) {
    const double sum = rest + seconds * 1.0e6;
    const double whole = std::floor(sum + 0.5);
    us += saturated_cast<int64_t>(whole);
    rest = sum - whole;
}

/// Rule: A timer with the due time `t` is due in the first frame with `now + slack >= t`. slack is 2 us and a
/// ten-thousandth of the frame's dt, rounded down to microseconds: the times compared are rounded, and what a host
/// computes may be. So a timer of k * dt is due k frames after the frame in which it began, at any rate, if that is
/// right to a ten-thousandth of dt. If dt varies, it is due in the first frame that begins at its due time or later, or
/// earlier by the slack at most.
[[maybe_unused]] int64_t due_slack(double dt) { return 2 + saturated_cast<int64_t>(dt * 100.0); }

/// The vector (cosine, sine) of `angle`, which lies in [-2 pi, 2 pi]; absolute error below 1e-6.
[[maybe_unused]] Vec2 unit_vector(float angle) {
    // Reduce to [-pi/4, pi/4] with a quadrant, in double so that the reduction itself is exact enough.
    const double quarters = static_cast<double>(angle) * 0.63661977236758134;
    const int quadrant = saturated_cast<int>(quarters + (quarters >= 0.0 ? 0.5 : -0.5));
    const double r = static_cast<double>(angle) - quadrant * 1.5707963267948966;
    const double r2 = r * r;
    const double s = r * (1.0 + r2 * (-1.0 / 6 + r2 * (1.0 / 120 + r2 * (-1.0 / 5040 + r2 * (1.0 / 362880)))));
    const double c = 1.0 + r2 * (-0.5 + r2 * (1.0 / 24 + r2 * (-1.0 / 720 + r2 * (1.0 / 40320))));
    const float sine = static_cast<float>(s);
    const float cosine = static_cast<float>(c);
    switch (quadrant & 3) {
    case 0: return {cosine, sine};
    case 1: return {-sine, cosine};
    case 2: return {-cosine, -sine};
    default: return {sine, -cosine};
    }
}

/// The angle of (x, y) in (-pi, pi]; absolute error below 2e-6. 0 for the zero vector.
[[maybe_unused]] float angle_of(Vec2 v) {
    const float ax = v.x < 0.0f ? -v.x : v.x;
    const float ay = v.y < 0.0f ? -v.y : v.y;
    const float greater = ax > ay ? ax : ay;
    if (!(greater > 0.0f)) return 0.0f;
    const double q = static_cast<double>(ax > ay ? ay : ax) / static_cast<double>(greater); // 0 to 1
    // atan(q) = 2 atan(q / (1 + sqrt(1 + q * q))): halving brings q below 0.4143, where the series is short.
    const double h = q / (1.0 + std::sqrt(1.0 + q * q));
    const double h2 = h * h;
    const double series =
        h * (1.0 + h2 * (-1.0 / 3 + h2 * (1.0 / 5 + h2 * (-1.0 / 7 + h2 * (1.0 / 9 + h2 * (-1.0 / 11 + h2 / 13))))));
    double angle = 2.0 * series;
    if (ay > ax) angle = 1.5707963267948966 - angle;
    if (v.x < 0.0f) angle = 3.1415926535897932 - angle;
    return static_cast<float>(v.y < 0.0f ? -angle : angle);
}

/// Rule: The direction from `from` to `to`, relative to the unit vector `heading`: radians in (-pi, pi], positive to
/// the left.
[[maybe_unused]] float bearing(Vec2 from, Vec2 heading, Vec2 to) {
    const Vec2 d = to - from;
    return angle_of({glm::dot(heading, d), cross(heading, d)});
}

/// The position of a slot relative to the centre of its ring of `radius` metres, at angle 2 pi slot / slots.
[[maybe_unused]] Vec2 slot_offset(float radius, int slot, int slots) {
    return unit_vector(static_cast<float>(6.2831853071795865 * slot / slots)) * radius;
}

/// Rule: The slot whose direction is nearest to that of `way`, a vector from the target: its angle divided by 2 pi /
/// slots, rounded to nearest.
[[maybe_unused]] uint32_t slot_towards(Vec2 way, int slots) {
    const double turns = static_cast<double>(angle_of(way)) / 6.2831853071795865;
    const int slot = saturated_cast<int>(std::floor((turns + 1.0) * slots + 0.5));
    return static_cast<uint32_t>(slot % slots);
}

/// Rule: The position of a slot on the ring of `radius` metres around `centre`, at the angle 2 pi slot / slots.
[[maybe_unused]] Vec2 slot_position(Vec2 centre, float radius, int slot, int slots) {
    return centre + slot_offset(radius, slot, slots);
}

/// Rule: The bonus in mm for a free slot that is `steps` slots away from the nearest taken slot, in the shorter
/// direction. The slot counts as nearer by the bonus. It is `even_spacing` times the length of the arc between the two
/// slots, rounded to nearest.
[[maybe_unused]] int32_t arc_bonus(float surround, float radius, int steps, int slots) {
    const double arc = 6.2831853071795865 * static_cast<double>(radius) * steps / slots;
    return saturated_cast<int32_t>(static_cast<double>(surround) * arc * 1000.0 + 0.5);
}

/// Rule: Whether p is nearer than `width` metres to the straight line from a to b, and not behind a: `dot(p - a, b - a)
/// > 0` (all float).
[[maybe_unused]] bool in_way(Vec2 a, Vec2 b, Vec2 p, float width) {
    const Vec2 u = b - a;
    const float s = glm::dot(p - a, u);
    if (!(s > 0.0f)) return false;
    const float whole = glm::dot(u, u);
    const float t = s < whole ? s / whole : 1.0f;
    return distance_squared(p, a + u * t) < width * width;
}

/// Rule: The place i quarters of a metre to the left of a, for one who looks from a to b (all float): `a +
/// left * (i * 0.25)` with left = (-u.y, u.x), u = normalised(b - a); a itself if a = b.
[[maybe_unused]] Vec2 place_beside(Vec2 a, Vec2 b, int i) {
    if (a == b) return a;
    const Vec2 u = normalised(b - a);
    return a + Vec2{-u.y, u.x} * (static_cast<float>(i) * 0.25f);
}

/// Rule: The time in us to run to the ring of `radius` metres around a target, and to go round on the ring at half the
/// walking speed, as agents do that wait. `way`: from the target to the agent; `slot`: from the target to the slot.
/// Lengths are whole mm, speeds at least 1 mm/s; each time is rounded down.
[[maybe_unused]] int64_t time_round_ring(Vec2 way, Vec2 slot, float radius, float run, float walk) {
    const auto time = [](float metres, float speed) {
        return int64_t{millimetres_of(metres)} * 1'000'000 / std::max(millimetres_of(speed), 1);
    };
    const float turn = std::abs(bearing({}, normalised(slot), way));
    return time(std::abs(std::sqrt(glm::dot(way, way)) - radius), run) + time(radius * turn, 0.5f * walk);
}

/// Rule: b, or the point at the distance `most` from a on the straight line to b if b is farther away (float).
[[maybe_unused]] Vec2 point_on_way(Vec2 a, Vec2 b, float most) {
    const float squared = distance_squared(a, b);
    return squared <= most * most ? b : a + (b - a) * (most / std::sqrt(squared));
}

/// Rule: Where a projectile of a speed in mm/s from `from` meets a target at `at` that keeps its velocity (m/s): at +
/// velocity * t, within the world, with the time t = (b + sqrt(b^2 + a * d^2)) / a. d is the way from `from` to `at`, a
/// = speed^2 - velocity^2, b = dot(d, velocity), all double and in m. It is `at` if a <= 0.
[[maybe_unused]] Vec2 meeting_point(Vec2 from, int32_t mm_per_s, Vec2 at, Vec2 velocity) {
    const Vec2 way = at - from;
    const double x = static_cast<double>(way.x), y = static_cast<double>(way.y);
    const double vx = static_cast<double>(velocity.x), vy = static_cast<double>(velocity.y);
    const double speed = mm_per_s / 1000.0, a = speed * speed - (vx * vx + vy * vy);
    if (!(a > 0.0)) return at;
    const double b = x * vx + y * vy;
    const double t = (b + std::sqrt(b * b + a * (x * x + y * y))) / a;
    return within_world(at + Vec2{static_cast<float>(vx * t), static_cast<float>(vy * t)});
}

/// Rule: A point within `spread` metres of a point, all as likely as each other, and within the world. The angle is 2
/// pi
/// * n / 65536, with the highest 16 of the random bits as n; the distance is spread * sqrt(m / 65536), with the next 16
/// as m (float).
[[maybe_unused]] Vec2 scattered(Vec2 point, float spread, uint64_t bits) {
    if (spread == 0.0f) return point;
    const float angle = 6.2831853f * (static_cast<float>(bits >> 48) / 65536.0f);
    const float distance = spread * std::sqrt(static_cast<float>(bits >> 32 & 0xffff) / 65536.0f);
    return within_world(point + unit_vector(angle) * distance);
}

/// Rule: The share of the straight way from a to b, 0 to 1, at which a body on it is nearest to (0, 0), if it is within
/// `radius` of it there; less than 0 if it is not. With d = b - a it is -dot(a, d) / dot(d, d), clamped (float).
[[maybe_unused]] float nearest_share(Vec2 a, Vec2 b, float radius) {
    const Vec2 d = b - a;
    const float whole = glm::dot(d, d), part = -glm::dot(a, d);
    const float share = !(part > 0.0f) ? 0.0f : part < whole ? part / whole : 1.0f;
    const Vec2 at = a + d * share;
    return glm::dot(at, at) <= radius * radius ? share : -1.0f;
}

/// Rule: A time of an attack (us) at an attack speed: the time / the speed (double), rounded to nearest; itself at 1.
[[maybe_unused]] int64_t at_speed(int64_t us, float speed) {
    if (speed == 1.0f) return us;
    return saturated_cast<int64_t>(static_cast<double>(us) / static_cast<double>(speed) + 0.5);
}

/// Rule: Damage times a factor, at most 1e9 (float).
[[maybe_unused]] float multiplied(float damage, float factor) { return std::min(damage * factor, 1e9f); }

/// Rule: Health or damage in whole thousandths, rounded to nearest.
[[maybe_unused]] int64_t thousandths(float amount) {
    return saturated_cast<int64_t>(static_cast<double>(amount) * 1000.0 + 0.5);
}

/// A point seen from the middle of an obstacle: x along its length, y across.
[[maybe_unused]] Vec2 seen_from(const Obstacle& obstacle, Vec2 point) {
    const Vec2 along = normalised(obstacle.axis), way = point - obstacle.at;
    return {glm::dot(way, along), cross(along, way)};
}

/// Rule: Whether the point is in the rectangle of the obstacle, its edge included.
[[maybe_unused]] bool is_in(const Obstacle& obstacle, Vec2 point) {
    const Vec2 p = seen_from(obstacle, point);
    return std::abs(p.x) <= obstacle.half_extents.x && std::abs(p.y) <= obstacle.half_extents.y;
}

/// Rule: Whether the straight line from a to b crosses the rectangle of the obstacle. To touch its edge is not enough.
[[maybe_unused]] bool crosses(const Obstacle& obstacle, Vec2 a, Vec2 b) {
    const Vec2 p = seen_from(obstacle, a), way = seen_from(obstacle, b) - p;
    float from = 0.0f, to = 1.0f; // the part of the line that lies between the long sides, and between the short sides
    const auto cut = [&](float at, float step, float half) {
        if (step == 0.0f) return std::abs(at) < half;
        const float one = (-half - at) / step, other = (half - at) / step;
        from = std::max(from, std::min(one, other));
        to = std::min(to, std::max(one, other));
        return from < to;
    };
    return cut(p.x, way.x, obstacle.half_extents.x) && cut(p.y, way.y, obstacle.half_extents.y);
}

/// Rule: The point `mm` millimetres from `there`, in the direction of `here`; in the direction (1, 0) if the two are
/// within 1 mm.
[[maybe_unused]] Vec2 point_before(Vec2 there, Vec2 here, int32_t mm) {
    const float distance = std::sqrt(distance_squared(here, there));
    const Vec2 outward = distance > 1e-3f ? (here - there) * (1.0f / distance) : Vec2{1.0f, 0.0f};
    return there + outward * (static_cast<float>(mm) / 1000.0f);
}

/// Rule: The share of threat that is left after `age` us, if it halves every `half_life` us. Between two halvings it
/// falls evenly: with h = half_life, k = age / h (rounded down) and f = age - k * h it is `2^-k * (1 - 0.5 * (f / h))`.
/// f / h is a quotient of doubles, the rest is float. It is 0 for k >= 64, and 1 if h is 0.
[[maybe_unused]] float faded(int64_t age, int64_t half_life) {
    if (half_life == 0) return 1.0f;
    const int64_t halvings = age / half_life;
    if (halvings >= 64) return 0.0f;
    const double part = static_cast<double>(age - halvings * half_life) / static_cast<double>(half_life);
    float left = 1.0f - 0.5f * static_cast<float>(part);
    for (int64_t i = 0; i < halvings; ++i) left *= 0.5f;
    return left;
}

/// Each kind of decision has a number of its own, so that its random numbers are independent of the others. The values
/// are part of the rules (random_bits).
enum class RandomPurpose : uint32_t {
    attack_choice = 1,
    roam_jitter = 2,
    token_order = 3,
    reaction = 4,
    run_clock = 5,
    close_clock = 6,
    chance = 7,
    another_way = 8,
    right_of_way = 9,
    spread = 10,
};

[[maybe_unused]] uint64_t mix_bits(uint64_t x) { // the finaliser of SplitMix64 (Steele, Lea, Flood 2014)
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

/// Rule: 64 random bits that depend on the arguments only. `serial` is that of the deciding agent, or of the target for
/// purpose 3. `frame` is the present frame, or 0 for purpose 2. `count` is 0, except for purpose 7 (`by_chance`). The
/// purposes of decisions are:
///
/// | purpose | decides |
/// |---|---|
/// | 1 | the choice of an attack (`choose_attack`) |
/// | 2 | the jitter of the roam ring |
/// | 3 | the order of the circles (`commit_tokens`) |
/// | 4 | reactions |
/// | 5 | the run clock |
/// | 6 | the close clock |
/// | 7 | the chance of a condition |
/// | 10 | where a projectile lands (`scattered`) |
[[maybe_unused]] uint64_t random_bits(uint64_t seed, Serial serial, uint64_t frame, RandomPurpose purpose,
                                      uint32_t count) {
    uint64_t x = mix_bits(seed + 0x9e3779b97f4a7c15ull * (static_cast<uint64_t>(static_cast<uint32_t>(serial)) + 1));
    x = mix_bits(x ^ (frame * 0xd1342543de82ef95ull + 1));
    return mix_bits(x ^ (static_cast<uint64_t>(purpose) << 32 | count));
}

/// Rule: A number from 0 to n - 1 from random bits, by multiplication; n >= 1. A time between `least` and `most` (in
/// microseconds) is `least + random_below(bits, most - least + 1)`.
[[maybe_unused]] uint32_t random_below(uint64_t bits, uint32_t n) {
    return static_cast<uint32_t>(((bits >> 32) * n) >> 32);
}

} // namespace
} // namespace fray
