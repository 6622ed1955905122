#include "marks.h"

#include <algorithm>
#include <vector>

namespace fray::demo {
namespace {

/// Outlines pointing to the right, about the size of the unit circle.
const std::vector<Vec2>& shape_of(size_t team) {
    static const std::vector<std::vector<Vec2>> shapes = {
        {{1.3f, 0.0f}, {-0.8f, 0.9f}, {-0.8f, -0.9f}},                                                 // arrowhead
        {{1.2f, 0.0f}, {0.5f, 0.8f}, {-0.9f, 0.8f}, {-0.9f, -0.8f}, {0.5f, -0.8f}},                    // shield
        {{1.3f, 0.0f}, {0.0f, 0.85f}, {-1.1f, 0.0f}, {0.0f, -0.85f}},                                  // kite
        {{1.1f, 0.0f}, {0.5f, 0.87f}, {-0.5f, 0.87f}, {-1.0f, 0.0f}, {-0.5f, -0.87f}, {0.5f, -0.87f}}, // hexagon
    };
    return shapes[team % shapes.size()];
}

std::vector<Vec2> placed(const std::vector<Vec2>& shape, const Mark& mark, float grown) {
    std::vector<Vec2> corners;
    const float r = mark.radius + grown;
    for (const Vec2 p : shape) {
        corners.push_back({mark.at.x + r * (p.x * mark.heading.x - p.y * mark.heading.y),
                           mark.at.y + r * (p.x * mark.heading.y + p.y * mark.heading.x)});
    }
    return corners;
}

void draw_cross(Canvas& canvas, const Palette& palette, const Mark& mark) {
    const Colour colour = mix(palette.dead, palette.team(mark.team), 0.25f);
    const float r = std::max(0.6f * mark.radius, 1.2f);
    const float width = std::clamp(0.22f * mark.radius, 0.7f, 2.5f);
    canvas.line({mark.at.x - r, mark.at.y - r}, {mark.at.x + r, mark.at.y + r}, width, colour, 0.7f);
    canvas.line({mark.at.x - r, mark.at.y + r}, {mark.at.x + r, mark.at.y - r}, width, colour, 0.7f);
}

/// The share of the team's colour in a filled mark.
float strength(State state) {
    switch (state) {
    case State::combat: return 1.0f;
    case State::approach: return 0.75f;
    case State::pursue:
    case State::backstep: return 0.6f;
    default: return 0.4f;
    }
}

} // namespace

void draw_mark(Canvas& canvas, const Palette& palette, const Mark& mark) {
    if (mark.state == State::dead) return draw_cross(canvas, palette, mark);
    const Colour team = palette.team(mark.team);
    const std::vector<Vec2> shape = placed(shape_of(mark.team), mark, 0.0f);
    const float line = std::clamp(0.18f * mark.radius, 0.8f, 2.5f);
    if (mark.state == State::attack) {
        canvas.disc(mark.at, mark.radius + std::min(0.9f * mark.radius, 12.0f), team, 0.22f);
        canvas.polygon(placed(shape_of(mark.team), mark, line), palette.white, 0.9f);
        canvas.polygon(shape, mix(team, palette.white, 0.25f));
    } else if (mark.state == State::roam) {
        canvas.polygon(shape, palette.ground, 0.8f);
        canvas.polygon_outline(shape, line, mix(palette.ground, team, 0.6f), 0.9f);
    } else {
        canvas.polygon(placed(shape_of(mark.team), mark, 0.5f * line), palette.ground, 0.8f);
        canvas.polygon(shape, mix(palette.ground, team, strength(mark.state)));
    }
    const float r = mark.radius;
    if (mark.state == State::heal) { // drawn as a plus
        canvas.rectangle({mark.at.x - 0.55f * r, mark.at.y - 0.15f * r}, {mark.at.x + 0.55f * r, mark.at.y + 0.15f * r},
                         palette.white);
        canvas.rectangle({mark.at.x - 0.15f * r, mark.at.y - 0.55f * r}, {mark.at.x + 0.15f * r, mark.at.y + 0.55f * r},
                         palette.white);
    }
    if (mark.state == State::stagger) canvas.dashed_ring(mark.at, 1.3f * r + line, line, 6, team, 0.9f);
}

} // namespace fray::demo
