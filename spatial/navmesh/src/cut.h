// Cuts rectangles out of convex polygons. A polygon is cut along the four lines of the rectangle's sides, one line
// after the other: what lies outside a line is a piece, and the rest goes on. What is left after the fourth line lies
// under the rectangle.
//
// Two pieces that meet must agree about their corners to the last bit. So each edge knows the line on which it lies,
// and the point where a cut meets an edge is computed from that line alone.
//
// A corner nearer to a cut than a quarter of a hair counts as on the cut, so no cut makes a corner beside another. A
// strip beside the rectangle that is nowhere wider than four hairs goes with the rectangle: agents keep a hair away
// from walls, and could not walk there.
#pragma once

#include "floor_shapes.h"
#include "fray/spatial/ground.h"

#include <span>
#include <vector>

namespace fray {

/// An obstacle on the plane.
struct Footprint {
    explicit Footprint(const Obstacle& obstacle);

    /// A side. From a to b the rectangle lies to the left.
    struct Side {
        Spot a, b;
        Spot along;   ///< unit vector from a to b
        Spot outward; ///< unit vector out of the rectangle
    };
    Side sides[4];  ///< first the two along the length of the obstacle
    Spot low, high; ///< bounding box
};

/// A line on which edges of pieces lie: an edge of the bare polygon (its index), or a side of a rectangle.
using LineName = uint32_t;
constexpr LineName first_side = 1u << 31; ///< + 4 * index of the rectangle + index of its side

/// A corner of a piece, and the edge that begins in it.
struct PieceCorner {
    Spot at;
    LineName line = 0;
    bool backwards = false; ///< on a side of a rectangle: the piece lies to the right of it, so it lies outside
};
using Piece = std::vector<PieceCorner>; ///< a convex polygon to the left of its edges

/// Twice its area, m^2.
double twice_area(const Piece& piece);

/// The bare polygon as a piece.
Piece whole(const Polygon& polygon);

/// True if a rectangle lies over a polygon, by more than `least` metres.
bool lies_over(const Footprint& rectangle, const Polygon& polygon, double least);

/// Cuts rectangles out of a polygon. The pieces depend on the arguments alone.
std::vector<Piece> cut(const Polygon& polygon, std::span<const Footprint> rectangles, double hair);

} // namespace fray
