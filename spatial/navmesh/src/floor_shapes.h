// What a floor is made of, on the plane: x and y are Detour's x and z, in doubles. Functions have internal linkage, as
// for all arithmetic of a frame.
#pragma once

#include "fray/spatial/vec2.h"

#include <cmath>
#include <cstdint>

namespace fray {

struct Spot {
    double x = 0.0, y = 0.0;
    friend bool operator==(const Spot&, const Spot&) = default;
};

/// The side of a polygon, which lies to its left.
struct Edge {
    Spot a;
    Spot inward;         ///< a unit vector
    double beyond = 0.0; ///< m: so far outside of it a point still is on the polygon
};

/// Convex; its edges stand one after the other in a list of all.
struct Polygon {
    uint32_t first = 0, count = 0;
    uint32_t island = 0;
    uint32_t first_portal = 0, portals = 0;
    Spot low, high; ///< its box
    Spot middle;    ///< of its corners
};

/// Through which one comes from one polygon to another; the first lies to the left.
struct Portal {
    Spot a, b;
    uint32_t polygon = 0; ///< to which it leads
    uint32_t corner_a = 0, corner_b = 0;
};

/// Where the floor ends; it lies to the left.
struct Border {
    static constexpr uint32_t none = ~0u;
    Spot a, b;
    Spot along; ///< a unit vector
    double length = 0.0;
    uint32_t before = none, after = none; ///< the borders that end in a, and begin in b
    uint32_t polygon = 0;                 ///< whose edge it is a part of
    bool tip_a = true, tip_b = true;      ///< the floor's corner there is wider than half a turn: it sticks out
};

namespace {

[[maybe_unused]] Spot spot(Vec2 v) { return {double{v.x}, double{v.y}}; }
/// Not inline: g++ 12 leaves the rounding out where the floats become doubles again (seen with AVX2).
[[maybe_unused, gnu::noinline]] Vec2 vec(Spot s) { return {static_cast<float>(s.x), static_cast<float>(s.y)}; }
[[maybe_unused]] Spot operator+(Spot a, Spot b) { return {a.x + b.x, a.y + b.y}; }
[[maybe_unused]] Spot operator-(Spot a, Spot b) { return {a.x - b.x, a.y - b.y}; }
[[maybe_unused]] Spot operator*(Spot a, double k) { return {a.x * k, a.y * k}; }
[[maybe_unused]] double dot(Spot a, Spot b) { return a.x * b.x + a.y * b.y; }
[[maybe_unused]] double cross(Spot a, Spot b) { return a.x * b.y - a.y * b.x; }
[[maybe_unused]] double length_of(Spot a) { return std::sqrt(dot(a, a)); }
[[maybe_unused]] Spot left_of(Spot along) { return {-along.y, along.x}; }
/// m inside the edge; below 0: outside.
[[maybe_unused]] double depth(const Edge& edge, Spot p) { return dot(edge.inward, p - edge.a); }
[[maybe_unused]] double depth(const Border& border, Spot p) { return cross(border.along, p - border.a); }
/// m along it.
[[maybe_unused]] double place_on(const Border& border, Spot p) { return dot(border.along, p - border.a); }

} // namespace
} // namespace fray
