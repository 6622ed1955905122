// What marks are drawn with. Pictures and films draw into a canvas in memory, the window of `fray view` into its own
// drawing. Coordinates are pixels: x points to the right, y down.
#pragma once

#include "colour.h"
#include "fray/defs.h"

#include <span>

namespace fray::demo {

class Ink {
public:
    virtual ~Ink() = default;

    virtual void rectangle(Vec2 from, Vec2 to, Colour colour, float alpha = 1.0f) = 0;
    virtual void disc(Vec2 centre, float radius, Colour colour, float alpha = 1.0f) = 0;
    virtual void ring(Vec2 centre, float radius, float width, Colour colour, float alpha = 1.0f) = 0;
    virtual void dashed_ring(Vec2 centre, float radius, float width, int dashes, Colour colour, float alpha = 1.0f) = 0;
    virtual void line(Vec2 from, Vec2 to, float width, Colour colour, float alpha = 1.0f) = 0;
    /// A part of a ring: up to `half_angle` (rad) to both sides of the direction `middle`, a unit vector.
    virtual void arc(Vec2 centre, float radius, float width, Vec2 middle, float half_angle, Colour colour,
                     float alpha = 1.0f) = 0;
    /// Fills a convex polygon of up to eight corners. They may be in either order, clockwise or counter-clockwise.
    virtual void polygon(std::span<const Vec2> corners, Colour colour, float alpha = 1.0f) = 0;
    virtual void polygon_outline(std::span<const Vec2> corners, float width, Colour colour, float alpha = 1.0f) = 0;

protected:
    Ink() = default;
    Ink(const Ink&) = default;
    Ink& operator=(const Ink&) = default;
};

} // namespace fray::demo
