#include "stage_marks.h"

#include "files/rings.h"
#include "fray/inspect.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fray::demo {
namespace {

constexpr float least_ring = 30.0f; ///< pixels, least radius of a drawn circle; smaller circles would be clutter
constexpr size_t most_circles = 60;
constexpr size_t most_lines = 400;

struct Ring {
    Vec2 at{};
    const ArchetypeDef* kind;
    AgentId target;
    uint32_t holders;
};

std::vector<Ring> rings_of(const View& view, const World& world) {
    std::vector<Ring> rings;
    for (const CircleInfo& circle : world.circles()) {
        const size_t row = *world.row_of(circle.target);
        const Ring ring{view.pixel(world.positions()[row]), &world.archetype(world.archetypes()[row]), circle.target,
                        circle.holders};
        if (approach_radius_of(*ring.kind) * view.scale < least_ring || !view.sees(ring.at, 0.0f)) continue;
        rings.push_back(ring);
    }
    // In a large mêlée nearly every agent has a circle, so only the circles with the most holders are drawn.
    std::stable_sort(rings.begin(), rings.end(), [](const Ring& a, const Ring& b) { return a.holders > b.holders; });
    if (rings.size() > most_circles / 5) std::erase_if(rings, [](const Ring& ring) { return ring.holders < 3; });
    if (rings.size() > most_circles) rings.resize(most_circles);
    return rings;
}

void draw_ring(Canvas& canvas, const Palette& palette, const View& view, const World& world, const Ring& ring) {
    const CircleView circle = *inspect_circle(world, ring.target);
    const float approach = approach_radius_of(*ring.kind) * view.scale;
    const float roam = approach + ring.kind->circle.roam_gap * view.scale;
    canvas.disc(ring.at, approach, palette.ring, 0.06f);
    canvas.ring(ring.at, attack_radius_of(*ring.kind) * view.scale, 1.0f, palette.ring, 0.3f);
    canvas.ring(ring.at, approach, 1.2f, palette.ring, 0.65f);
    canvas.dashed_ring(ring.at, roam, 1.0f, static_cast<int>(roam / 4.0f) + 8, palette.ring, 0.35f);
    const size_t slots = circle.slots.size();
    const float mark = std::clamp(approach * 0.05f, 2.0f, 7.0f);
    for (size_t i = 0; i < slots; ++i) {
        const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(slots);
        const Vec2 at = {ring.at.x + approach * static_cast<float>(std::cos(angle)),
                         ring.at.y - approach * static_cast<float>(std::sin(angle))};
        canvas.disc(at, mark, palette.ground);
        if (circle.slots[i]) {
            canvas.disc(at, mark, palette.text, 0.9f);
        } else {
            canvas.ring(at, mark, 1.2f, palette.ring, 0.9f);
        }
    }
}

} // namespace

void draw_circles(Canvas& canvas, const Palette& palette, const View& view, const World& world) {
    for (const Ring& ring : rings_of(view, world)) draw_ring(canvas, palette, view, world, ring);
}

void draw_target_lines(Canvas& canvas, const Palette& palette, const View& view, const World& world) {
    struct Line {
        Vec2 from{}, to{};
        size_t team;
        bool attacks;
    };
    std::vector<Line> lines;
    const auto states = world.states();
    for (size_t row = 0; row < states.size(); ++row) {
        const std::optional<Vec2> target = world.position(world.targets()[row]);
        const Vec2 from = view.pixel(world.positions()[row]);
        if (world.slots()[row] < 0 || !target || !view.sees(from, 0.0f)) continue;
        lines.push_back({from, view.pixel(*target), world.teams()[row], states[row] == State::attack});
        if (lines.size() > most_lines) return; // too many lines to distinguish
    }
    for (const Line& line : lines) {
        canvas.line(line.from, line.to, line.attacks ? 2.0f : 1.0f, palette.team(line.team),
                    line.attacks ? 0.75f : 0.2f);
    }
}

void draw_projectiles(Canvas& canvas, const Palette& palette, const View& view, const World& world) {
    constexpr float length = 1.2f; ///< m, length of a projectile's mark
    for (const Projectile& projectile : world.projectiles()) {
        const std::optional<Vec2> target = world.position(projectile.target);
        if (!target) continue;
        const Vec2 to = *target, from = projectile.from;
        const float way = std::hypot(to.x - from.x, to.y - from.y);
        const double flight = std::max(projectile.lands - projectile.launched, 1e-6);
        const auto flown = static_cast<float>(std::clamp((world.time() - projectile.launched) / flight, 0.0, 1.0));
        const float done = flown * way;
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
