#include "marks.h"

#include "palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace fray::demo {
namespace {

/// The corners of a mark in the picture, `grown` pixels larger than its radius.
std::vector<Vec2> placed(const Mark& mark, float grown) {
    std::vector<Vec2> corners;
    const Vec2 along = mark.heading, aside = {-along.y, along.x};
    for (const Vec2 p : mark_shape(mark.team))
        corners.push_back(mark.at + (mark.radius + grown) * (p.x * along + p.y * aside));
    return corners;
}

constexpr float least_weapon = 4.0f; ///< pixels, the least radius of a mark with a weapon
constexpr float flash_time = 0.25f;  ///< s, how long a hit is seen at its target
constexpr float swing_time = 0.3f;   ///< s, how long the swing of a weapon is seen after its hit
constexpr float fading_time = 5.0f;  ///< s, until a corpse is as faint as it gets

/// 1 at the beginning of a time, 0 after it, and where there is none.
float left_of(float passed, float time) { return passed < 0.0f ? 0.0f : std::max(1.0f - passed / time, 0.0f); }

Vec2 turned(Vec2 heading, float angle) {
    const float c = std::cos(angle), s = std::sin(angle);
    return {heading.x * c - heading.y * s, heading.x * s + heading.y * c};
}

void draw_corpse(Ink& ink, const Mark& mark) {
    const Colour team = palette.team(mark.team);
    const float fresh = left_of(mark.dead, fading_time);
    const float falls = left_of(mark.dead, 0.5f);
    if (falls > 0.0f) {
        const std::vector<Vec2> shape = placed(mark, -0.5f * mark.radius * (1.0f - falls));
        ink.polygon(shape, mix(team, palette.white, falls * falls), falls);
        ink.ring(mark.at, mark.radius * (1.2f + 1.2f * (1.0f - falls)), 1.0f + 0.12f * mark.radius, team,
                 0.7f * falls * falls);
    }
    const Colour colour = mix(palette.dead, team, 0.25f + 0.4f * fresh);
    const float alpha = mark.dead < 0.0f ? 0.7f : 0.32f + 0.5f * fresh;
    const float r = std::max(0.6f * mark.radius, 1.2f);
    const float width = std::clamp(0.22f * mark.radius, 0.7f, 2.5f);
    for (const Vec2 arm : {Vec2{r, r}, Vec2{r, -r}}) ink.line(mark.at - arm, mark.at + arm, width, colour, alpha);
}

/// The angle of the weapon from the heading: at rest, drawn back in the windup, and past the target after the hit.
float weapon_angle(const Mark& mark) {
    constexpr float rest = 0.7f, back = 1.9f, past = -0.8f;
    if (mark.swing >= 0.0f && mark.swing < swing_time) {
        const float t = mark.swing / swing_time;
        return t < 0.35f ? back + (past - back) * std::sin(t / 0.35f * 1.5708f)
                         : past + (rest - past) * (t - 0.35f) / 0.65f;
    }
    if (mark.windup >= 0.0f) return rest + (back - rest) * (1.0f - (1.0f - mark.windup) * (1.0f - mark.windup));
    return rest;
}

void draw_shot(Ink& ink, const Mark& mark, Colour team) {
    const float r = mark.radius;
    const float drawn = std::max(mark.windup, 0.0f);
    const Vec2 grip = mark.at + mark.heading * (1.1f * r);
    const float width = std::clamp(0.14f * r, 1.0f, 2.5f);
    ink.arc(mark.at + mark.heading * (0.2f * r), 1.15f * r, width, mark.heading, 0.9f, mix(team, palette.white, 0.6f),
            0.9f);
    ink.line(grip + mark.heading * (-1.2f * r * drawn), grip + mark.heading * (0.5f * r), width, palette.projectile,
             0.3f + 0.6f * drawn);
}

/// The swing of a weapon: in the windup the part of the circle that it reaches fills, at the hit it flashes.
void draw_arc(Ink& ink, const Mark& mark, Colour team) {
    const float r = mark.radius, widest = mark.half_arc;
    const float outer = std::max(mark.reach, 1.7f * r);
    const float flash = left_of(mark.swing, swing_time);
    if (flash > 0.0f) {
        ink.arc(mark.at, 0.5f * (outer + r), outer - r, mark.heading, widest, team, 0.30f * flash);
        ink.arc(mark.at, outer, std::clamp(0.3f * r, 1.5f, 5.0f), mark.heading, widest, mix(team, palette.white, 0.75f),
                0.9f * flash * flash);
    } else if (mark.windup >= 0.0f) {
        ink.arc(mark.at, 0.5f * (outer + r), outer - r, mark.heading, widest * mark.windup, team, 0.16f);
        ink.arc(mark.at, outer, std::clamp(0.1f * r, 1.0f, 2.0f), mark.heading, widest * mark.windup, team, 0.75f);
    }
}

void draw_weapon(Ink& ink, const Mark& mark, Colour team) {
    const float r = mark.radius;
    const Vec2 hand = mark.at + turned(mark.heading, 1.1f) * (0.75f * r);
    const Vec2 tip = hand + turned(mark.heading, weapon_angle(mark)) * (1.5f * r);
    const bool moves = mark.windup >= 0.0f || left_of(mark.swing, swing_time) > 0.0f;
    const float width = std::clamp(0.2f * r, 1.0f, 3.5f);
    ink.line(hand, tip, width + 1.0f, palette.ground, 0.6f);
    ink.line(hand, tip, width, mix(team, palette.white, moves ? 0.85f : 0.45f), moves ? 1.0f : 0.75f);
}

void draw_motion(Ink& ink, const Mark& mark, Colour team) {
    const bool attacks = mark.windup >= 0.0f || left_of(mark.swing, swing_time) > 0.0f;
    if (mark.shoots) {
        if (attacks) draw_shot(ink, mark, team);
        return;
    }
    if (attacks) draw_arc(ink, mark, team);
    // A waiting agent has its weapon down.
    const bool is_armed = attacks || mark.state == AgentState::combat || mark.state == AgentState::attack ||
                          mark.state == AgentState::approach;
    if (is_armed && mark.reach > 0.0f) draw_weapon(ink, mark, team);
}

void draw_flash(Ink& ink, const Mark& mark, std::span<const Vec2> shape) {
    const float flash = left_of(mark.hurt, flash_time);
    if (flash <= 0.0f) return;
    ink.polygon(shape, palette.white, flash);
    const float r = mark.radius * (1.2f + 0.9f * (1.0f - flash));
    ink.ring(mark.at, r, std::clamp(0.25f * mark.radius, 1.0f, 3.0f), palette.white, 0.8f * flash * flash);
}

/// The share of the team's colour in a filled mark.
float strength(AgentState state) {
    switch (state) {
    case AgentState::combat: return 1.0f;
    case AgentState::approach: return 0.75f;
    case AgentState::pursue:
    case AgentState::backstep: return 0.6f;
    default: return 0.4f;
    }
}

} // namespace

std::span<const Vec2> mark_shape(size_t team) {
    static const std::array<std::vector<Vec2>, mark_shape_count> shapes = {{
        {{1.3f, 0.0f}, {-0.8f, 0.9f}, {-0.8f, -0.9f}},                                                 // arrowhead
        {{1.2f, 0.0f}, {0.5f, 0.8f}, {-0.9f, 0.8f}, {-0.9f, -0.8f}, {0.5f, -0.8f}},                    // shield
        {{1.3f, 0.0f}, {0.0f, 0.85f}, {-1.1f, 0.0f}, {0.0f, -0.85f}},                                  // kite
        {{1.1f, 0.0f}, {0.5f, 0.87f}, {-0.5f, 0.87f}, {-1.0f, 0.0f}, {-0.5f, -0.87f}, {0.5f, -0.87f}}, // hexagon
    }};
    return shapes[team % shapes.size()];
}

MarkBody mark_body(size_t team, AgentState state) {
    const Colour colour = palette.team(team);
    if (state == AgentState::attack) return {mix(colour, palette.white, 0.25f), palette.white, 1.0f, 0.9f, 1.0f, false};
    if (state == AgentState::roam) return {palette.ground, mix(palette.ground, colour, 0.6f), 0.8f, 0.9f, 1.0f, true};
    return {mix(palette.ground, colour, strength(state)), palette.ground, 1.0f, 0.8f, 0.5f, false};
}

float mark_line(float radius) { return std::clamp(0.18f * radius, 0.8f, 2.5f); }
float glow_radius(float radius) { return radius + std::min(0.9f * radius, 12.0f); }

MarkLight mark_light(size_t team, AgentState state) {
    const Colour colour = palette.team(team);
    switch (state) {
    case AgentState::dead: return {mix(palette.dead, colour, 0.2f), 0.35f};
    case AgentState::attack: return {mix(colour, palette.white, 0.7f), 2.0f};
    case AgentState::combat: return {colour, 1.0f};
    case AgentState::approach: return {colour, 0.8f};
    case AgentState::roam: return {mix(palette.ground, colour, 0.6f), 0.5f};
    case AgentState::heal: return {mix(colour, palette.white, 0.5f), 1.2f};
    case AgentState::rout: return {mix(palette.white, colour, 0.4f), 0.9f};
    case AgentState::pursue:
    case AgentState::backstep:
    case AgentState::follow:
    case AgentState::returning:
    case AgentState::led: return {colour, 0.65f};
    case AgentState::stagger:
    case AgentState::patrol:
    case AgentState::idle: return {mix(palette.ground, colour, 0.7f), 0.6f};
    }
    return {};
}

float mark_extent(const Mark& mark) {
    const bool strikes = !mark.shoots && (mark.windup >= 0.0f || left_of(mark.swing, swing_time) > 0.0f);
    return std::max(4.0f * mark.radius, strikes ? mark.reach : 0.0f);
}

void draw_mark(Ink& ink, const Mark& mark) {
    if (mark.state == AgentState::dead) return draw_corpse(ink, mark);
    const Colour team = palette.team(mark.team);
    const bool moves = mark.radius >= least_weapon;
    if (moves) draw_motion(ink, mark, team);
    const std::vector<Vec2> shape = placed(mark, 0.0f);
    const float line = mark_line(mark.radius);
    if (mark.state == AgentState::attack) {
        const bool is_shown = moves && mark.reach > 0.0f; // by the weapon
        ink.disc(mark.at, glow_radius(mark.radius), team, is_shown ? 0.1f : 0.22f);
    }
    const MarkBody body = mark_body(mark.team, mark.state);
    if (!body.hollow) ink.polygon(placed(mark, body.rim_width * line), body.rim, body.rim_alpha);
    ink.polygon(shape, body.fill, body.fill_alpha);
    if (body.hollow) ink.polygon_outline(shape, body.rim_width * line, body.rim, body.rim_alpha);
    const float r = mark.radius;
    if (mark.state == AgentState::heal) // drawn as a plus
        for (const Vec2 half : {Vec2{0.55f * r, 0.15f * r}, Vec2{0.15f * r, 0.55f * r}})
            ink.rectangle(mark.at - half, mark.at + half, palette.white);
    if (mark.state == AgentState::stagger) ink.dashed_ring(mark.at, 1.3f * r + line, line, 6, team, 0.9f);
    draw_flash(ink, mark, shape);
}

} // namespace fray::demo
