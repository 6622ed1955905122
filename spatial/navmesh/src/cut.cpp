#include "cut.h"

#include <algorithm>
#include <optional>

namespace fray {
namespace {

/// A straight line through two points. The points are in a fixed order, so that both sides of an edge compute the same.
struct Line {
    Line(Spot p, Spot q) : a(p), b(q) {
        if (b.x < a.x || (b.x == a.x && b.y < a.y)) std::swap(a, b);
    }
    Spot a, b;
};

double off(const Footprint::Side& side, Spot at) { return dot(side.outward, at - side.a); }

/// The point where a line crosses the line of a side; none if they are parallel.
std::optional<Spot> meeting(const Line& line, const Footprint::Side& side) {
    const double from = off(side, line.a), to = off(side, line.b);
    if (from == to) return {};
    return line.a + (line.b - line.a) * (from / (from - to));
}

/// Cuts the pieces of a polygon.
class Cutter {
public:
    Cutter(const Polygon& polygon, std::span<const Footprint> rectangles, double hair)
        : polygon_(polygon), rectangles_(rectangles), hair_(hair) {}

    /// Appends what is left of a piece without a rectangle.
    void cut(Piece piece, uint32_t rectangle, std::vector<Piece>& out) {
        const size_t before = out.size();
        if (is_far(piece, rectangles_[rectangle])) return out.push_back(std::move(piece));
        Piece rest = piece;
        for (uint32_t side = 0; side < 4; ++side) {
            find_places(rest, rectangles_[rectangle].sides[side]);
            const bool some_out = std::find(places_.begin(), places_.end(), outside) != places_.end();
            const bool some_in = std::find(places_.begin(), places_.end(), inside) != places_.end();
            if (!some_in) { // the rectangle does not touch the piece
                out.resize(before);
                out.push_back(std::move(piece));
                return;
            }
            if (!some_out) continue;
            auto [outer, inner] = split(rest, rectangle, side);
            if (is_polygon(outer)) out.push_back(std::move(outer));
            rest = std::move(inner);
            if (!is_polygon(rest)) return;
        }
    }

private:
    enum Place : int8_t { inside = -1, on = 0, outside = 1 };

    /// A fast test. True: the rectangle does not touch the piece.
    static bool is_far(const Piece& piece, const Footprint& rectangle) {
        bool left = true, right = true, below = true, above = true;
        for (const PieceCorner& corner : piece) {
            left = left && corner.at.x < rectangle.low.x, right = right && corner.at.x > rectangle.high.x;
            below = below && corner.at.y < rectangle.low.y, above = above && corner.at.y > rectangle.high.y;
        }
        return left || right || below || above;
    }
    static bool is_polygon(const Piece& piece) { return piece.size() >= 3 && twice_area(piece) > 0.0; }

    /// Finds on which side of a cut each corner lies. Afterwards at most two corners are `on` it, where the cut goes
    /// through: of the corners in a row near the cut, all but the last count as on the side of the corner before them.
    void find_places(const Piece& piece, const Footprint::Side& side) {
        const size_t count = piece.size();
        places_.resize(count);
        size_t first = count, deepest = count; // a corner beside the cut; the corner farthest outside
        double most = 0.0;
        for (size_t i = 0; i < count; ++i) {
            const double depth = off(side, piece[i].at);
            places_[i] = depth > 0.25 * hair_ ? outside : depth < -0.25 * hair_ ? inside : on;
            if (places_[i] != on) first = i;
            if (places_[i] == outside && depth > most) deepest = i, most = depth;
        }
        if (most <= 4.0 * hair_) { // a strip that is too thin to stay
            std::replace(places_.begin(), places_.end(), outside, on);
            return;
        }
        // A polygon may be dented by some millimetres, and a cut may cross its edge there more than twice. Only the
        // part that lies farthest outside is cut off.
        const auto next = [&](size_t i) { return i + 1 == count ? 0 : i + 1; };
        const auto before = [&](size_t i) { return i == 0 ? count - 1 : i - 1; };
        size_t end = deepest, begin = deepest;
        while (places_[next(end)] != inside && next(end) != deepest) end = next(end);
        while (places_[before(begin)] != inside && before(begin) != deepest) begin = before(begin);
        if (next(end) != deepest)
            for (size_t i = next(end); i != begin; i = next(i))
                if (places_[i] == outside) places_[i] = inside;
        size_t last = first;
        for (size_t i = next(first), step = 1; step < count; i = next(i), ++step) {
            if (places_[i] != on) {
                last = i;
                continue;
            }
            const Place after = places_[next(i)];
            if (after == on || after == places_[last]) places_[i] = places_[last];
        }
    }

    struct Halves {
        Piece outer, inner;
    };
    Halves split(const Piece& piece, uint32_t rectangle, uint32_t side) {
        const LineName cut = first_side + 4 * rectangle + side;
        Halves halves;
        for (size_t i = 0; i < piece.size(); ++i) {
            const size_t next = i + 1 == piece.size() ? 0 : i + 1;
            const PieceCorner &a = piece[i], &b = piece[next];
            const Place here = places_[i], there = places_[next];
            if (here == outside) halves.outer.push_back(a);
            if (here == inside) halves.inner.push_back(a);
            if (here == on) {
                halves.outer.push_back(there == inside ? PieceCorner{a.at, cut, true} : a);
                halves.inner.push_back(there == outside ? PieceCorner{a.at, cut, false} : a);
            } else if (there != on && here != there) {
                const Spot at = corner_on(a, b, rectangles_[rectangle].sides[side]);
                halves.outer.push_back(here == outside ? PieceCorner{at, cut, true}
                                                       : PieceCorner{at, a.line, a.backwards});
                halves.inner.push_back(here == inside ? PieceCorner{at, cut, false}
                                                      : PieceCorner{at, a.line, a.backwards});
            }
        }
        return halves;
    }

    /// The point where a cut crosses the edge from a to b. It is computed from the line of the edge, unless the edge
    /// lies too far from its line.
    Spot corner_on(const PieceCorner& a, const PieceCorner& b, const Footprint::Side& side) const {
        const Line edge(a.at, b.at);
        const Spot plain = *meeting(edge, side);
        const std::optional<Spot> exact = meeting(line_of(a.line, plain), side);
        return exact && length_of(*exact - plain) <= 0.5 * hair_ ? *exact : plain;
    }
    /// The line that a name stands for. An edge of a bare polygon may have several portals with slightly other lines,
    /// of which the portal at `near` counts, because it is the line for the polygon on the other side too.
    Line line_of(LineName name, Spot near) const {
        if (name >= first_side) {
            const Footprint::Side& side = rectangles_[(name - first_side) / 4].sides[name % 4];
            return {side.a, side.b};
        }
        for (const Portal& portal : polygon_.portals) {
            if (portal.edge != name) continue;
            const Spot way = portal.b - portal.a;
            const double place = dot(near - portal.a, way);
            if (place >= 0.0 && place <= dot(way, way)) return {portal.a, portal.b};
        }
        return {polygon_.edges[name].a, polygon_.edges[(name + 1) % polygon_.edges.size()].a};
    }

    const Polygon& polygon_;
    std::span<const Footprint> rectangles_;
    double hair_; ///< m
    std::vector<Place> places_;
};

} // namespace

Footprint::Footprint(const Obstacle& obstacle) {
    const Spot given = spot(obstacle.axis), at = spot(obstacle.at), half = spot(obstacle.half_extents);
    const double scale = std::max(std::abs(given.x), std::abs(given.y));
    const Spot scaled = given * (1.0 / scale);
    const Spot along = scaled * (1.0 / length_of(scaled)), across = left_of(along);
    const Spot length = along * half.x, width = across * half.y;
    const Spot corners[4] = {at - length - width, at + length - width, at + length + width, at - length + width};
    constexpr int order[4] = {0, 2, 1, 3};
    const Spot ways[4] = {along, across, along * -1.0, across * -1.0};
    for (int i = 0; i < 4; ++i) {
        const int k = order[i];
        sides[i] = {corners[k], corners[(k + 1) % 4], ways[k], left_of(ways[k]) * -1.0};
    }
    low = high = corners[0];
    for (const Spot corner : corners) {
        low = {std::min(low.x, corner.x), std::min(low.y, corner.y)};
        high = {std::max(high.x, corner.x), std::max(high.y, corner.y)};
    }
}

double twice_area(const Piece& piece) {
    double twice = 0.0;
    for (size_t i = 2; i < piece.size(); ++i) twice += cross(piece[i - 1].at - piece[0].at, piece[i].at - piece[0].at);
    return twice;
}

Piece whole(const Polygon& polygon) {
    Piece piece;
    for (uint32_t i = 0; i < polygon.edges.size(); ++i) piece.push_back({polygon.edges[i].a, i});
    return piece;
}

bool lies_over(const Footprint& rectangle, const Polygon& polygon, double least) {
    if (rectangle.low.x > polygon.high.x || rectangle.low.y > polygon.high.y || rectangle.high.x < polygon.low.x ||
        rectangle.high.y < polygon.low.y)
        return false;
    for (const Footprint::Side& side : rectangle.sides)
        if (std::all_of(polygon.edges.begin(), polygon.edges.end(),
                        [&](const Edge& edge) { return off(side, edge.a) >= -least; }))
            return false;
    for (const Edge& edge : polygon.edges)
        if (std::all_of(std::begin(rectangle.sides), std::end(rectangle.sides),
                        [&](const Footprint::Side& side) { return depth(edge, side.a) <= least; }))
            return false;
    return true;
}

std::vector<Piece> cut(const Polygon& polygon, std::span<const Footprint> rectangles, double hair) {
    Cutter cutter(polygon, rectangles, hair);
    std::vector<Piece> pieces = {whole(polygon)}, left;
    for (uint32_t i = 0; i < rectangles.size(); ++i) {
        left.clear();
        for (Piece& piece : pieces) cutter.cut(std::move(piece), i, left);
        std::swap(pieces, left);
    }
    return pieces;
}

} // namespace fray
