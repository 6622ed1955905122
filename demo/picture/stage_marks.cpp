#include "stage_marks.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fray::demo {
namespace {

constexpr float least_ring = 30.0f; ///< pixels; smaller circles would only clutter the picture
constexpr size_t most_circles = 60;
constexpr size_t most_lines = 400;

struct Ring {
    Vec2 at;
    const CircleDef* shape;
    World::CircleView circle;
    int holders = 0;
};

std::vector<Ring> rings_of(const View& view, const World& world) {
    std::vector<Ring> rings;
    for (const AgentId target : world.circle_targets()) {
        const int64_t row = world.row_of(target);
        if (row < 0) continue;
        const auto at = static_cast<size_t>(row);
        Ring ring{view.pixel(world.positions()[at]), &world.archetype(world.archetypes()[at]).circle, {}};
        if (ring.shape->approach_radius * view.scale < least_ring || !view.sees(ring.at, 0.0f)) continue;
        if (!world.circle(target, &ring.circle)) continue;
        ring.holders = static_cast<int>(std::count_if(ring.circle.slots.begin(), ring.circle.slots.end(),
                                                      [](AgentId holder) { return static_cast<bool>(holder); }));
        rings.push_back(std::move(ring));
    }
    // In a large mêlée nearly every agent has a circle, so only the circles with the most holders are drawn.
    std::stable_sort(rings.begin(), rings.end(), [](const Ring& a, const Ring& b) { return a.holders > b.holders; });
    if (rings.size() > most_circles / 5) std::erase_if(rings, [](const Ring& ring) { return ring.holders < 3; });
    if (rings.size() > most_circles) rings.resize(most_circles);
    return rings;
}

void draw_ring(Canvas& canvas, const Palette& palette, const View& view, const Ring& ring) {
    const float approach = ring.shape->approach_radius * view.scale;
    const float roam = approach + ring.shape->roam_gap * view.scale;
    canvas.disc(ring.at, approach, palette.ring, 0.06f);
    canvas.ring(ring.at, ring.shape->attack_radius * view.scale, 1.0f, palette.ring, 0.3f);
    canvas.ring(ring.at, approach, 1.2f, palette.ring, 0.65f);
    canvas.dashed_ring(ring.at, roam, 1.0f, static_cast<int>(roam / 4.0f) + 8, palette.ring, 0.35f);
    const size_t slots = ring.circle.slots.size();
    const float mark = std::clamp(approach * 0.05f, 2.0f, 7.0f);
    for (size_t i = 0; i < slots; ++i) {
        const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(slots);
        const Vec2 at = {ring.at.x + approach * static_cast<float>(std::cos(angle)),
                         ring.at.y - approach * static_cast<float>(std::sin(angle))};
        canvas.disc(at, mark, palette.ground);
        if (ring.circle.slots[i]) {
            canvas.disc(at, mark, palette.text, 0.9f);
        } else {
            canvas.ring(at, mark, 1.2f, palette.ring, 0.9f);
        }
    }
}

} // namespace

void draw_circles(Canvas& canvas, const Palette& palette, const View& view, const World& world) {
    for (const Ring& ring : rings_of(view, world)) draw_ring(canvas, palette, view, ring);
}

void draw_target_lines(Canvas& canvas, const Palette& palette, const View& view, const World& world) {
    struct Line {
        Vec2 from, to;
        size_t team;
        bool attacks;
    };
    std::vector<Line> lines;
    const auto states = world.states();
    for (size_t row = 0; row < states.size(); ++row) {
        const int64_t target = world.slots()[row] >= 0 ? world.row_of(world.targets()[row]) : -1;
        const Vec2 from = view.pixel(world.positions()[row]);
        if (target < 0 || !view.sees(from, 0.0f)) continue;
        const Vec2 to = view.pixel(world.positions()[static_cast<size_t>(target)]);
        lines.push_back({from, to, world.teams()[row], states[row] == State::attack});
        if (lines.size() > most_lines) return; // too many lines to distinguish
    }
    for (const Line& line : lines) {
        canvas.line(line.from, line.to, line.attacks ? 2.0f : 1.0f, palette.team(line.team),
                    line.attacks ? 0.75f : 0.2f);
    }
}

void draw_projectiles(Canvas& canvas, const Palette& palette, const View& view, const World& world) {
    constexpr float length = 1.2f; ///< m
    for (const Projectile& projectile : world.projectiles()) {
        const int64_t target = world.row_of(projectile.target);
        if (target < 0) continue;
        const Vec2 to = world.positions()[static_cast<size_t>(target)], from = projectile.from;
        const float way = std::hypot(to.x - from.x, to.y - from.y);
        const auto flight = static_cast<float>(std::max<int64_t>(projectile.lands_us - projectile.launched_us, 1));
        const float done =
            std::clamp(static_cast<float>(world.time_us() - projectile.launched_us) / flight, 0.0f, 1.0f) * way;
        if (way <= 0.0f) continue;
        const auto on_way = [&](float metres) {
            return view.pixel({from.x + (to.x - from.x) * metres / way, from.y + (to.y - from.y) * metres / way});
        };
        const Vec2 tip = on_way(done);
        if (!view.sees(tip, length * view.scale)) continue;
        canvas.line(on_way(std::max(done - length, 0.0f)), tip, std::max(1.5f, 0.1f * view.scale), palette.projectile,
                    0.9f);
    }
}

} // namespace fray::demo
