#include "stage_marks.h"

#include "files/rings.h"
#include "fray/inspect.h"
#include "palette.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace fray::demo {
namespace {

using Ring = StageMarks::Ring;

constexpr float least_ring = 30.0f; ///< pixels, least radius of a drawn circle; smaller circles would be clutter
constexpr size_t most_circles = 60;
constexpr size_t most_lines = 400;

std::vector<Ring> rings_of(const View& view, const World& world, const Moment& moment) {
    std::vector<Ring> rings;
    for (const CircleInfo& circle : world.circles()) {
        const size_t row = *world.row_of(circle.target);
        const ArchetypeDef& kind = world.archetype(world.archetypes()[row]);
        const float approach = approach_radius_of(kind) * view.scale;
        const Vec2 at = view.pixel(position_at(world, row, moment));
        if (approach < least_ring || !view.sees(at, 0.0f)) continue;
        rings.push_back({at,
                         attack_radius_of(kind) * view.scale,
                         approach,
                         approach + kind.circle.roam_gap * view.scale,
                         {},
                         circle.holders,
                         circle.target});
    }
    // In a large mêlée nearly every agent has a circle, so only the circles with the most holders are drawn.
    std::stable_sort(rings.begin(), rings.end(), [](const Ring& a, const Ring& b) { return a.holders > b.holders; });
    if (rings.size() > most_circles / 5) std::erase_if(rings, [](const Ring& ring) { return ring.holders < 3; });
    if (rings.size() > most_circles) rings.resize(most_circles);
    for (Ring& ring : rings) {
        const CircleView circle = *inspect_circle(world, ring.target);
        for (const AgentId holder : circle.slots) ring.slots.push_back(static_cast<bool>(holder));
    }
    return rings;
}

std::vector<StageMarks::Line> lines_of(const View& view, const World& world, const Moment& moment) {
    std::vector<StageMarks::Line> lines;
    const auto states = world.states();
    for (size_t row = 0; row < states.size(); ++row) {
        if (world.slots()[row] < 0) continue;
        const std::optional<size_t> target = world.row_of(world.targets()[row]);
        const Vec2 from = view.pixel(position_at(world, row, moment));
        if (!target || !view.sees(from, 0.0f)) continue;
        lines.push_back({from, view.pixel(position_at(world, *target, moment)), world.teams()[row],
                         states[row] == AgentState::attack});
        if (lines.size() > most_lines) return {}; // too many lines to distinguish
    }
    return lines;
}

std::vector<StageMarks::Streak> projectiles_of(const View& view, const World& world, const Moment& moment) {
    constexpr float length = 1.2f;      ///< m, length of a projectile's mark
    constexpr float seen_height = 0.4f; ///< so much a height is drawn longer than a length on the ground
    std::vector<StageMarks::Streak> streaks;
    const double now = time_at(world, moment);
    for (const Projectile& projectile : world.projectiles()) {
        const Vec2 from = projectile.from, to = projectile.to;
        const float way = std::hypot(to.x - from.x, to.y - from.y), share = projectile.share(now);
        if (way <= 0.0f) continue;
        const auto on_way = [&](float part) {
            const float height = 4.0f * projectile.height * part * (1.0f - part);
            return view.pixel(from + (to - from) * part) - Vec2{0.0f, seen_height * height * view.scale};
        };
        const Vec2 tip = on_way(share);
        if (!view.sees(tip, length * view.scale)) continue;
        streaks.push_back({on_way(std::max(share - length / way, 0.0f)), tip, view.pixel(from + (to - from) * share)});
    }
    return streaks;
}

void draw_ring(Canvas& canvas, const Ring& ring) {
    canvas.disc(ring.at, ring.approach, palette.ring, 0.06f);
    canvas.ring(ring.at, ring.attack, 1.0f, palette.ring, 0.3f);
    canvas.ring(ring.at, ring.approach, 1.2f, palette.ring, 0.65f);
    canvas.dashed_ring(ring.at, ring.roam, 1.0f, static_cast<int>(ring.roam / 4.0f) + 8, palette.ring, 0.35f);
    const size_t slots = ring.slots.size();
    const float mark = std::clamp(ring.approach * 0.05f, 2.0f, 7.0f);
    for (size_t i = 0; i < slots; ++i) {
        const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(slots);
        const Vec2 at = {ring.at.x + ring.approach * static_cast<float>(std::cos(angle)),
                         ring.at.y - ring.approach * static_cast<float>(std::sin(angle))};
        canvas.disc(at, mark, palette.ground);
        if (ring.slots[i])
            canvas.disc(at, mark, palette.text, 0.9f);
        else
            canvas.ring(at, mark, 1.2f, palette.ring, 0.9f);
    }
}

} // namespace

StageMarks stage_marks_of(const View& view, const World& world, const Moment& moment) {
    return {rings_of(view, world, moment), lines_of(view, world, moment), projectiles_of(view, world, moment),
            std::max(1.5f, 0.1f * view.scale)};
}

void draw_circles(Canvas& canvas, const StageMarks& marks) {
    for (const Ring& ring : marks.rings) draw_ring(canvas, ring);
}

void draw_target_lines(Canvas& canvas, const StageMarks& marks) {
    for (const StageMarks::Line& line : marks.lines) {
        canvas.line(line.from, line.to, line.attacks ? 2.0f : 1.0f, palette.team(line.team),
                    line.attacks ? 0.75f : 0.2f);
    }
}

void draw_projectiles(Canvas& canvas, const StageMarks& marks) {
    for (const StageMarks::Streak& streak : marks.projectiles)
        canvas.line(streak.tail, streak.tip, marks.projectile_width, palette.projectile, 0.9f);
    for (const StageMarks::Streak& streak : marks.projectiles)
        if (streak.shadow != streak.tip) canvas.disc(streak.shadow, marks.projectile_width, palette.projectile, 0.25f);
}

} // namespace fray::demo
