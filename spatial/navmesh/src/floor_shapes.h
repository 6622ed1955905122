// The shapes of a floor, on the plane: points, edges, polygons, portals and borders. x and y are Detour's x and z, in
// metres, as doubles. Functions have internal linkage, like all arithmetic of a frame, so that the linker cannot
// replace them by copies that were compiled with other floating-point options.
#pragma once

#include "fray/spatial/vec2.h"

#include <cmath>
#include <cstdint>

namespace fray {

/// A point or vector on the plane, m.
struct Spot {
    double x = 0.0, y = 0.0;
    friend bool operator==(const Spot&, const Spot&) = default;
};

/// An edge of a polygon. The polygon lies to its left.
struct Edge {
    Spot a;
    Spot inward;         ///< unit vector into the polygon
    double beyond = 0.0; ///< m: a point at most so far outside the edge is still on the polygon
};

/// A convex polygon. Its edges are consecutive in the list of all edges, and its portals in the list of all portals.
struct Polygon {
    uint32_t first = 0, count = 0; ///< number of the first edge, and number of edges
    uint32_t island = 0;
    uint32_t first_portal = 0, portals = 0;
    Spot low, high; ///< bounding box
    Spot middle;    ///< mean of its corners
};

/// The part of an edge through which agents get from its polygon to another. Its own polygon lies to the left.
struct Portal {
    Spot a, b;
    uint32_t polygon = 0;                ///< number of the other polygon
    uint32_t corner_a = 0, corner_b = 0; ///< indices of a and b in FloorShapes::corners
};

/// A part of a polygon's edge at which the floor ends: a wall. Seen from a to b, the floor lies to the left.
struct Border {
    static constexpr uint32_t none = ~0u;
    Spot a, b;
    Spot along;                           ///< unit vector from a to b
    double length = 0.0;                  ///< m
    uint32_t before = none, after = none; ///< numbers of the border that ends in a and of the border that begins in b
    uint32_t polygon = 0;                 ///< number of the polygon that the edge belongs to
    bool tip_a = true, tip_b = true;      ///< the wall's corner there sticks out: the floor's angle exceeds 180 degrees
};

namespace {

[[maybe_unused]] Spot spot(Vec2 v) { return {double{v.x}, double{v.y}}; }
/// Rounds to floats. It is not inline, because g++ 12 omits the rounding if the floats become doubles again (seen with
/// AVX2).
[[maybe_unused, gnu::noinline]] Vec2 vec(Spot s) { return {static_cast<float>(s.x), static_cast<float>(s.y)}; }
[[maybe_unused]] Spot operator+(Spot a, Spot b) { return {a.x + b.x, a.y + b.y}; }
[[maybe_unused]] Spot operator-(Spot a, Spot b) { return {a.x - b.x, a.y - b.y}; }
[[maybe_unused]] Spot operator*(Spot a, double k) { return {a.x * k, a.y * k}; }
[[maybe_unused]] double dot(Spot a, Spot b) { return a.x * b.x + a.y * b.y; }
[[maybe_unused]] double cross(Spot a, Spot b) { return a.x * b.y - a.y * b.x; }
[[maybe_unused]] double length_of(Spot a) { return std::sqrt(dot(a, a)); }
[[maybe_unused]] Spot left_of(Spot along) { return {-along.y, along.x}; }
/// The distance of a point from the line of an edge, m; positive inside, negative outside.
[[maybe_unused]] double depth(const Edge& edge, Spot p) { return dot(edge.inward, p - edge.a); }
[[maybe_unused]] double depth(const Border& border, Spot p) { return cross(border.along, p - border.a); }
/// The position of a point along the line of a border, in m from its end a.
[[maybe_unused]] double place_on(const Border& border, Spot p) { return dot(border.along, p - border.a); }

} // namespace
} // namespace fray
