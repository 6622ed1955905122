// The shapes of a floor, on the plane: points, edges, polygons, portals and borders. x and y are Detour's x and z, in
// metres, as doubles. Functions have internal linkage, like all arithmetic of a frame, so that the linker cannot
// replace them by copies that were compiled with other floating-point options.
#pragma once

#include "fray/spatial/vec2.h"
#include "shared_array.h"

#include <cmath>
#include <cstdint>
#include <span>

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

/// The part of an edge through which agents get from its polygon to another. Its own polygon lies to the left.
struct Portal {
    Spot a, b;
    uint32_t polygon = 0;                ///< number of the other polygon
    uint32_t corner_a = 0, corner_b = 0; ///< indices of a and b in FloorShapes::corners
    uint32_t edge = 0;                   ///< index of the edge in its own polygon
};

/// A convex polygon. A number that no polygon has now belongs to a polygon without edges.
struct Polygon {
    std::span<const Edge> edges;
    std::span<const Portal> portals; ///< in the order of the edges
    uint64_t order = 0;              ///< polygons are listed in this order, which does not depend on their numbers
    uint32_t island = 0;
    Spot low, high; ///< bounding box
    Spot middle;    ///< mean of its corners
};

/// Polygon::order of a polygon of the bare mesh; `piece` is 0 for the whole polygon, and 1 and more for the pieces that
/// obstacles leave. Its borders have the numbers that follow.
constexpr uint64_t order_of(uint32_t bare, uint64_t piece) { return uint64_t{bare} << 42 | piece << 20; }

/// A part of a polygon's edge at which the floor ends: a wall. Seen from a to b, the floor lies to the left.
struct Border {
    static constexpr uint32_t none = ~0u;
    Spot a, b;
    Spot along;                           ///< unit vector from a to b
    double length = 0.0;                  ///< m
    uint32_t before = none, after = none; ///< numbers of the border that ends in a and of the border that begins in b
    uint64_t order = 0;                   ///< borders are listed in this order
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

using Polygons = SharedArray<Polygon, 6>;
using Borders = SharedArray<Border, 6>;

} // namespace fray
