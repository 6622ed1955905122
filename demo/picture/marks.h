// The marks of agents: the shape and the colour show the team, the filling and what is around it show the state.
#pragma once

#include "fray/events.h"
#include "ink.h"

#include <span>

namespace fray::demo {

struct Mark {
    Vec2 at{};           ///< pixels
    Vec2 heading{};      ///< unit vector in pixel coordinates, y down
    float radius = 0.0f; ///< pixels
    size_t team = 0;
    AgentState state = AgentState::idle;

    // Motion; each is negative where there is none.
    float windup = -1.0f;  ///< 0: the attack begins; 1: its hit lands
    float swing = -1.0f;   ///< s since its hit landed
    float hurt = -1.0f;    ///< s since it was hit
    float dead = -1.0f;    ///< s since it died
    float reach = 0.0f;    ///< pixels, how far its attack reaches
    float half_arc = 0.0f; ///< rad, to each side of its heading
    bool shoots = false;   ///< its attack launches a projectile
};

inline constexpr size_t mark_shape_count = 4;
/// The corners of a team's shape, a convex polygon that points to the right and is about as large as the unit circle.
std::span<const Vec2> mark_shape(size_t team);

/// How the shape of a living agent is filled and edged.
struct MarkBody {
    Colour fill, rim;
    float fill_alpha = 1.0f, rim_alpha = 1.0f;
    float rim_width = 1.0f; ///< in widths of the mark's lines
    bool hollow = false;    ///< half of the rim lies within the shape; otherwise all of it lies around the shape
};
MarkBody mark_body(size_t team, AgentState state);
/// The width of the lines of a mark, in pixels.
float mark_line(float radius);
/// The disc of light behind an attacking agent: its radius, in pixels.
float glow_radius(float radius);

/// How far from its middle a mark is drawn, in pixels: the arc of a blow reaches as far as the blow.
float mark_extent(const Mark& mark);
/// Draws an agent large enough to show its team by shape, its state by filling, and its heading.
void draw_mark(Ink& ink, const Mark& mark);

/// An agent that is too small for a mark is a point of light.
struct MarkLight {
    Colour colour;
    float amount = 0.0f; ///< 1: as bright as its colour
};
MarkLight mark_light(size_t team, AgentState state);

} // namespace fray::demo
