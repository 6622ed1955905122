// What the making of a floor and its change by obstacles share: parts of edges, and polygons over each other.
#pragma once

#include "bit_cast.h"
#include "floor_shapes.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace fray {

constexpr double least_overlap = 0.01; ///< m: two polygons lie over each other if they overlap by more

struct SpotHash {
    size_t operator()(Spot s) const { // adding 0.0 turns -0.0 into 0.0: the two are equal and need the same hash
        const uint64_t x = bit_cast<uint64_t>(s.x + 0.0) * 0x9e3779b97f4a7c15u;
        const uint64_t y = (bit_cast<uint64_t>(s.y + 0.0) ^ x >> 29) * 0xbf58476d1ce4e5b9u;
        return y ^ y >> 32;
    }
};

/// A part of an edge.
struct Part {
    double from, to;      ///< positions along the edge, 0 to 1
    Spot at_from, at_to;  ///< the points at these positions
    uint32_t polygon = 0; ///< the polygon on the other side
};

/// What is left of the edge from a to b without the parts. Gaps up to `tolerance` (a share of the edge) are dropped.
std::vector<Part> rest_of(std::vector<Part> parts, Spot a, Spot b, double tolerance);

/// The part of the line from a to b that lies within a polygon; none if that part runs along an edge of the polygon.
std::optional<Part> covered_by(std::span<const Edge> polygon, Spot a, Spot b);

/// True if an edge of either polygon separates the two, or if they overlap by at most `least` metres (separating axis
/// test).
bool apart(std::span<const Edge> a, std::span<const Edge> b, double least);

/// Links a border to the border that begins where it ends.
void chain(Borders& borders, uint32_t border, uint32_t next);

} // namespace fray
