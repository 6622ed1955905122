// fray_peer_orca_check: checks the ORCA crowd. The exit status is 1 if a check fails.
#include "orca.h"

#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace fray::peers {
namespace {

constexpr float dt = 1.0f / 60.0f;
constexpr float radius = 0.5f;
constexpr float max_speed = 2.0f;
constexpr float walk_speed = 1.5f;
constexpr float full_turn = 6.2831853f;

int failures = 0;

void check(bool ok, const std::string& what) {
    std::printf("%s  %s\n", ok ? "ok    " : "FAILED", what.c_str());
    if (!ok) ++failures;
}

std::string text(const char* format, auto... values) {
    char line[200];
    std::snprintf(line, sizeof line, format, values...);
    return line;
}

float dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
float length(Vec2 v) { return std::sqrt(dot(v, v)); }

// ---- Lines worked out by hand from the paper's definition.

void check_line(const char* name, const OrcaBody& body, const OrcaBody& other, float horizon, float step,
                const OrcaLine& expected) {
    const OrcaLine line = orca_line(body, other, horizon, step, 1.0f);
    const float error = std::max(length(line.normal - expected.normal), std::abs(line.least - expected.least));
    check(error < 1e-5f, text("line, %s: (%g, %g) . v >= %g, by hand (%g, %g) . v >= %g", name, line.normal.x,
                              line.normal.y, line.least, expected.normal.x, expected.normal.y, expected.least));
}

void check_lines() {
    // Relative velocity (2, 0). The cut-off disc has its centre at (10, 0) / 2 s and the radius 1 m / 2 s, so the
    // boundary is nearest at (4.5, 0), 2.5 m/s ahead. The body's half: v.x <= 1 + 1.25.
    check_line("head on, far", {{0, 0}, {1, 0}, 0.5f}, {{10, 0}, {-1, 0}, 0.5f}, 2.0f, 0.1f, {{-1, 0}, -2.25f});
    // Distance 5 m and radii 1 m + 2 m: the legs are 4 m long. The left leg has the direction (4, 3) / 5 and the
    // outward normal (-3, 4) / 5. The relative velocity (2, 0.1) is 1.12 m/s inside the leg, and the body's half is
    // 0.56 m/s. dot(normal, (2, 0.1)) + 0.56 = -0.56.
    check_line("left leg", {{0, 0}, {2, 0.1f}, 1.0f}, {{5, 0}, {0, 0}, 2.0f}, 5.0f, 0.1f, {{-0.6f, 0.8f}, -0.56f});
    // The mirror image, with both velocities raised by (0, 1): the relative velocity is (2, -0.1), the normal is
    // (-3, -4) / 5, and dot(normal, (2, 0.9)) + 0.56 = -1.36.
    check_line("right leg", {{0, 0}, {2, 0.9f}, 1.0f}, {{5, 0}, {0, 1}, 2.0f}, 5.0f, 0.1f, {{-0.6f, -0.8f}, -1.36f});
    // An overlap of 0.5 m has to end within 0.1 s: the pair parts at 5 m/s. It closes at 1 m/s, so the relative
    // velocity has to change by 6 m/s, and the body's half is 3 m/s: v.x <= 1 - 3.
    check_line("overlap", {{0, 0}, {1, 0}, 0.5f}, {{0.5f, 0}, {0, 0}, 0.5f}, 2.0f, 0.1f, {{-1, 0}, 2.0f});
    // One centre and one velocity: the tie sign alone tells the sides. The pair has to part by 1 m within 0.1 s.
    check_line("one place", {{3, 3}, {1, 0}, 0.5f}, {{3, 3}, {1, 0}, 0.5f}, 2.0f, 0.1f, {{1, 0}, 6.0f});
}

// ---- The linear programs against a search in double precision.

struct Violation {
    const std::vector<OrcaLine>& lines;

    double operator()(double x, double y) const {
        double greatest = 0.0;
        for (const OrcaLine& line : lines)
            greatest = std::max(greatest, double(line.least) - double(line.normal.x) * x - double(line.normal.y) * y);
        return greatest;
    }
};

/// The least greatest violation within the disc of max_speed. It is reached where three lines are violated equally, or
/// on the circle: where two lines are violated equally, or straight across a single line.
double least_violation(const std::vector<OrcaLine>& lines, double speed) {
    const Violation violation{lines};
    double best = std::numeric_limits<double>::max();
    const auto look = [&](double x, double y) {
        if (std::hypot(x, y) <= speed * (1.0 + 1e-9)) best = std::min(best, violation(x, y));
    };
    struct Equal {
        double x, y, at; // the points with x * v.x + y * v.y = at
    };
    const auto equal = [](const OrcaLine& a, const OrcaLine& b) {
        return Equal{double(a.normal.x) - b.normal.x, double(a.normal.y) - b.normal.y, double(a.least) - b.least};
    };
    for (size_t i = 0; i < lines.size(); ++i) {
        const double norm = std::hypot(lines[i].normal.x, lines[i].normal.y);
        look(lines[i].normal.x * speed / norm, lines[i].normal.y * speed / norm);
        for (size_t j = 0; j < i; ++j) {
            const Equal a = equal(lines[i], lines[j]);
            const double squared = a.x * a.x + a.y * a.y, chord = speed * speed - a.at * a.at / squared;
            if (chord >= 0.0) {
                const double t = std::sqrt(chord / squared), share = a.at / squared;
                look(a.x * share - a.y * t, a.y * share + a.x * t);
                look(a.x * share + a.y * t, a.y * share - a.x * t);
            }
            for (size_t k = 0; k < j; ++k) {
                const Equal b = equal(lines[i], lines[k]);
                const double det = a.x * b.y - a.y * b.x;
                if (std::abs(det) > 1e-12) look((a.at * b.y - b.at * a.y) / det, (b.at * a.x - a.at * b.x) / det);
            }
        }
    }
    return best;
}

/// The least distance from `preferred` to an allowed velocity. The nearest velocity is the preferred velocity, its
/// projection on a line or on the circle of max_speed, or a point where two of these meet.
double least_distance(const std::vector<OrcaLine>& lines, Vec2 preferred, double speed) {
    const Violation violation{lines};
    double best = std::numeric_limits<double>::max();
    const auto look = [&](double x, double y) {
        if (std::hypot(x, y) > speed + 1e-9 || violation(x, y) > 1e-9) return;
        best = std::min(best, std::hypot(x - preferred.x, y - preferred.y));
    };
    const double px = preferred.x, py = preferred.y, norm = std::hypot(px, py);
    look(px, py);
    if (norm > 0.0) look(px * speed / norm, py * speed / norm);
    for (const OrcaLine& a : lines) {
        const double ax = a.normal.x, ay = a.normal.y, squared = ax * ax + ay * ay, at = a.least / squared;
        const double share = at - (ax * px + ay * py) / squared;
        look(px + ax * share, py + ay * share);
        const double chord = speed * speed - at * at * squared;
        if (chord >= 0.0) {
            const double t = std::sqrt(chord / squared);
            look(ax * at - ay * t, ay * at + ax * t);
            look(ax * at + ay * t, ay * at - ax * t);
        }
        for (const OrcaLine& b : lines) {
            const double bx = b.normal.x, by = b.normal.y, det = ax * by - ay * bx;
            if (std::abs(det) < 1e-9) continue;
            look((double(a.least) * by - double(b.least) * ay) / det,
                 (double(b.least) * ax - double(a.least) * bx) / det);
        }
    }
    return best;
}

void check_programs() {
    std::mt19937 random(11);
    std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
    int feasible = 0, infeasible = 0;
    double worst_violation = 0.0, worst_distance = 0.0, worst_fallback = 0.0, worst_speed = 0.0;
    for (int i = 0; i < 4000; ++i) {
        const float strictness = static_cast<float>(i % 4) * 0.4f - 0.6f;
        std::vector<OrcaLine> lines(static_cast<size_t>(1 + i % 10));
        for (OrcaLine& line : lines) {
            const float angle = 0.5f * full_turn * unit(random);
            line = {{std::cos(angle), std::sin(angle)}, strictness + unit(random)};
        }
        const Vec2 preferred{2.5f * unit(random), 2.5f * unit(random)};
        const Vec2 found = best_velocity(lines, preferred, max_speed);
        const Violation violation{lines};
        worst_speed = std::max(worst_speed, std::hypot(double(found.x), double(found.y)) - max_speed);
        const double distance = least_distance(lines, preferred, max_speed);
        if (distance < std::numeric_limits<double>::max()) {
            ++feasible;
            worst_violation = std::max(worst_violation, violation(found.x, found.y));
            worst_distance = std::max(worst_distance, std::abs(length(found - preferred) - distance));
        } else {
            ++infeasible;
            const double excess = violation(found.x, found.y) - least_violation(lines, max_speed);
            worst_fallback = std::max(worst_fallback, std::abs(excess));
        }
    }
    check(worst_violation < 1e-4 && worst_distance < 1e-4,
          text("%d programs with a solution: violated by at most %.1e m/s, distance wrong by at most %.1e m/s",
               feasible, worst_violation, worst_distance));
    check(worst_fallback < 1e-3,
          text("%d programs without: the greatest violation is wrong by at most %.1e m/s", infeasible, worst_fallback));
    check(worst_speed < 1e-5, text("at most %.1e m/s above the max speed", worst_speed));
}

// ---- Crowds.

struct Crowd {
    std::vector<Vec2> positions, velocities;
    std::vector<float> radii, max_speeds;
    std::vector<Vec2> goals;

    void add(Vec2 position, Vec2 goal) {
        positions.push_back(position);
        velocities.push_back({});
        radii.push_back(radius);
        max_speeds.push_back(max_speed);
        goals.push_back(goal);
    }
    OrcaCrowd start(const OrcaDef& def = {}) const {
        OrcaCrowd out(def);
        out.set_agents(positions, velocities, radii, max_speeds);
        return out;
    }
};

/// Towards the goal, and in the last step exactly to it.
Vec2 towards(Vec2 from, Vec2 goal) {
    const Vec2 way = goal - from;
    const float distance = length(way);
    return distance > walk_speed * dt ? way * (walk_speed / distance) : way / dt;
}

void prefer_goals(OrcaCrowd& crowd, const Crowd& def, std::vector<Vec2>& preferred) {
    preferred.resize(def.goals.size());
    for (size_t i = 0; i < preferred.size(); ++i) preferred[i] = towards(crowd.positions()[i], def.goals[i]);
    crowd.set_preferred_velocities(preferred);
}

float deepest_overlap(std::span<const Vec2> at) {
    float nearest = std::numeric_limits<float>::max();
    for (size_t i = 0; i < at.size(); ++i)
        for (size_t j = 0; j < i; ++j) nearest = std::min(nearest, length(at[i] - at[j]));
    return 2.0f * radius - nearest;
}

/// What agents know of each other before a step.
struct State {
    std::span<const Vec2> positions, velocities;
    std::span<const float> radii;

    OrcaBody body(size_t i) const { return {positions[i], velocities[i], radii[i]}; }
};

/// The lines of an agent, without a tree: all other agents are sorted by distance.
std::vector<OrcaLine> plain_lines(const State& state, size_t agent, const OrcaDef& def) {
    std::vector<std::pair<float, size_t>> near;
    for (size_t i = 0; i < state.positions.size(); ++i) {
        const Vec2 away = state.positions[i] - state.positions[agent];
        if (i != agent && dot(away, away) < def.range * def.range) near.emplace_back(dot(away, away), i);
    }
    std::sort(near.begin(), near.end());
    near.resize(std::min(near.size(), static_cast<size_t>(def.neighbours)));
    std::vector<OrcaLine> lines;
    for (const auto& [distance, i] : near)
        lines.push_back(orca_line(state.body(agent), state.body(i), def.time_horizon, dt, agent < i ? 1.0f : -1.0f));
    return lines;
}

/// How far over one of its lines any agent goes with its new velocity, m/s.
double greatest_violation(const State& before, std::span<const Vec2> velocities) {
    double greatest = 0.0;
    for (size_t i = 0; i < velocities.size(); ++i) {
        const std::vector<OrcaLine> lines = plain_lines(before, i, OrcaDef{});
        greatest = std::max(greatest, Violation{lines}(velocities[i].x, velocities[i].y));
    }
    return greatest;
}

/// Walks until all agents are at their goals. After a step in which all agents kept to their lines, no discs may
/// overlap. If the lines leave an agent no velocity, the paper's fallback lets discs overlap a little: at most by about
/// the violation of the line times dt.
///
/// Exact symmetry can leave ORCA agents standing face to face. Every preferred velocity therefore has a small
/// deviation.
void check_arrival(const char* name, const Crowd& def, float seconds, float allowed_in_fallback) {
    OrcaCrowd crowd = def.start();
    std::mt19937 random(5);
    std::uniform_real_distribution<float> deviation(-1e-3f, 1e-3f);
    const size_t count = def.goals.size();
    std::vector<Vec2> preferred, deviations;
    for (size_t i = 0; i < count; ++i) deviations.push_back({deviation(random), deviation(random)});
    float in_lines = 0.0f, in_fallback = 0.0f, farthest = 0.0f, time = 0.0f;
    int fallbacks = 0;
    for (; time < seconds; time += dt) {
        farthest = 0.0f;
        for (size_t i = 0; i < count; ++i) farthest = std::max(farthest, length(def.goals[i] - crowd.positions()[i]));
        if (farthest < 0.1f) break;
        prefer_goals(crowd, def, preferred);
        for (size_t i = 0; i < count; ++i) preferred[i] += deviations[i];
        crowd.set_preferred_velocities(preferred);
        const std::vector<Vec2> positions(crowd.positions().begin(), crowd.positions().end());
        const std::vector<Vec2> velocities(crowd.velocities().begin(), crowd.velocities().end());
        crowd.step(dt, 2);
        const bool kept = greatest_violation({positions, velocities, def.radii}, crowd.velocities()) < 1e-4;
        if (!kept) ++fallbacks;
        float& deepest = kept ? in_lines : in_fallback;
        deepest = std::max(deepest, deepest_overlap(crowd.positions()));
    }
    check(
        farthest < 0.1f && in_lines <= 1e-3f && in_fallback <= allowed_in_fallback,
        text("%s: within %.2f m of the goals after %.1f s; deepest overlap %.1e m, in %d steps with a fallback %.1e m",
             name, farthest, time, in_lines, fallbacks, in_fallback));
}

void check_arrivals() {
    Crowd pair;
    pair.add({-10, 0}, {10, 0});
    pair.add({10, 0}, {-10, 0});
    check_arrival("two agents head on", pair, 60.0f, 0.0f);
    Crowd circle;
    for (int i = 0; i < 100; ++i) {
        const float angle = full_turn * static_cast<float>(i) / 100.0f;
        const Vec2 at = Vec2{std::cos(angle), std::sin(angle)} * 40.0f;
        circle.add(at, -at);
    }
    check_arrival("antipodal circle of 100", circle, 300.0f, 0.02f);
}

/// Agents at random, of several sizes, with overlaps among them.
Crowd random_crowd(size_t count, float side) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> place(0.0f, side), size(0.3f, 0.7f), speed(-1.5f, 1.5f);
    Crowd out;
    for (size_t i = 0; i < count; ++i) {
        out.add({place(random), place(random)}, {place(random), place(random)});
        out.radii.back() = size(random);
        out.velocities.back() = {speed(random), speed(random)};
    }
    return out;
}

std::vector<Vec2> plain_step(const Crowd& crowd, const OrcaDef& def) {
    std::vector<Vec2> out;
    for (size_t i = 0; i < crowd.positions.size(); ++i)
        out.push_back(best_velocity(plain_lines({crowd.positions, crowd.velocities, crowd.radii}, i, def),
                                    towards(crowd.positions[i], crowd.goals[i]), crowd.max_speeds[i]));
    return out;
}

bool same(std::span<const Vec2> a, std::span<const Vec2> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

void check_tree_and_threads() {
    for (const OrcaDef& def : {OrcaDef{}, OrcaDef{.neighbours = 4, .range = 1.5f}, OrcaDef{.neighbours = 0}}) {
        const Crowd def_crowd = random_crowd(3000, 100.0f);
        OrcaCrowd crowd = def_crowd.start(def);
        std::vector<Vec2> preferred;
        prefer_goals(crowd, def_crowd, preferred);
        crowd.step(dt, 2);
        check(same(crowd.velocities(), plain_step(def_crowd, def)),
              text("%d nearest agents within %g m: the same bits as without a tree", def.neighbours, def.range));
    }
    // One place for many agents: the tree has no middle there.
    Crowd heap;
    for (int i = 0; i < 500; ++i) heap.add({1, 2}, {0, 0});
    OrcaCrowd piled = heap.start();
    piled.step(dt, 2);
    check(std::all_of(piled.positions().begin(), piled.positions().end(),
                      [](Vec2 at) { return std::isfinite(at.x) && std::isfinite(at.y); }),
          "500 agents in one place: finite positions");

    const Crowd def = random_crowd(20'000, 200.0f);
    std::vector<OrcaCrowd> crowds;
    for (int i = 0; i < 3; ++i) crowds.push_back(def.start());
    std::vector<Vec2> preferred;
    for (int i = 0; i < 30; ++i) {
        for (size_t c = 0; c < crowds.size(); ++c) {
            prefer_goals(crowds[c], def, preferred);
            crowds[c].step(dt, 1 << c);
        }
    }
    check(same(crowds[0].positions(), crowds[1].positions()) && same(crowds[0].positions(), crowds[2].positions()),
          "1, 2 and 4 threads: the same bits after 30 steps of 20000 agents");
}

} // namespace
} // namespace fray::peers

int main() {
    using namespace fray::peers;
    // Without this, oneTBB makes no more threads than the machine has cores.
    const tbb::global_control four(tbb::global_control::max_allowed_parallelism, 4);
    check_lines();
    check_programs();
    check_tree_and_threads();
    check_arrivals();
    return failures == 0 ? 0 : 1;
}
