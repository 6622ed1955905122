#include "floor.h"

#include <algorithm>
#include <limits>

namespace fray {
namespace {

double gap_of(double value, double low, double high) {
    return value < low ? low - value : value > high ? value - high : 0.0;
}

constexpr uint64_t no_order = ~uint64_t{0};

bool is_finite(Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }

} // namespace

Floor::Floor(const dtNavMesh& mesh, const std::string& name)
    : shapes_(shapes_of(mesh, name)),
      cells_(shapes_.low, shapes_.high, shapes_.polygons.size() + shapes_.borders.size(), shapes_.hair) {
    cells_.put_polygons(shapes_.polygons);
    cells_.put_borders(shapes_.borders);
    cells_.find_islands(shapes_.polygons, [&](Spot middle) { return polygon_at(vec(middle)); });
    cells_.seal();
}

// ---- Floors --------------------------------------------------------------------------------------------------------

std::optional<Spot> Floor::floors() const {
    constexpr double least_floor = 0.25; // m
    const auto& overlaps = shapes_.base->overlaps;
    if (overlaps.empty()) return shapes_.polygons[0].middle; // they are too many to be listed
    for (uint32_t i = 0; i < overlaps.size(); ++i) {
        const auto edges = shapes_.polygons[i].edges;
        for (const Overlap& overlap : overlaps[i]) {
            const Polygon& other = shapes_.polygons[overlap.polygon];
            if (overlap.polygon < i || apart(edges, other.edges, least_floor)) continue;
            for (size_t k = 0; k < edges.size(); ++k)
                if (const auto part = covered_by(other.edges, edges[k].a, edges[(k + 1) % edges.size()].a))
                    return (part->at_from + part->at_to) * 0.5;
            return other.middle; // it lies within the first
        }
    }
    return std::nullopt;
}

// ---- Point location -------------------------------------------------------------------------------------------------

/// The depth of a point inside a polygon that is enlarged by Edge::beyond, m. Below 0: the point is outside some edge.
double Floor::depth_in(const Polygon& polygon, Spot at) const {
    const double beside = -2.0 * shapes_.hair;
    if (at.x < polygon.low.x + beside || at.y < polygon.low.y + beside || at.x > polygon.high.x - beside ||
        at.y > polygon.high.y - beside)
        return -std::numeric_limits<double>::infinity();
    double least = std::numeric_limits<double>::infinity();
    for (const Edge& edge : polygon.edges) least = std::min(least, depth(edge, at) + edge.beyond);
    return least;
}

uint32_t Floor::polygon_at(Vec2 v) const {
    const Spot at = spot(v);
    const uint32_t cell = cells_.cell_at(at);
    if (cell == FloorCells::no_cell) return no_polygon;
    for (const uint32_t i : cells_.polygons(cell))
        if (depth_in(shapes_.polygons[i], at) >= 0.0) return i;
    return no_polygon;
}

uint32_t Floor::island(Vec2 at) const {
    const uint32_t cell = cells_.cell_at(spot(at));
    if (cell == FloorCells::no_cell) return Ground::no_island;
    if (const uint32_t all = cells_.island(cell); all != FloorCells::mixed) return all;
    const uint32_t polygon = polygon_at(at);
    return polygon == no_polygon ? Ground::no_island : shapes_.polygons[polygon].island;
}

// ---- Raycasts and sliding -------------------------------------------------------------------------------------------

bool Floor::clear(Vec2 a, Vec2 b) const {
    const Spot from = spot(a), to = spot(b);
    if (cells_.open(from, to)) return true;
    const uint32_t home = island(a);
    if (home == Ground::no_island || island(b) != home) return false;
    return !cells_.along(from, to, [&](uint32_t cell) {
        for (const uint32_t i : cells_.borders(cell))
            if (crosses(shapes_.borders[i], from, to)) return true;
        return false;
    });
}

/// True if the line leads from one side of the border to the other. A point on the border itself counts as on the
/// floor.
bool Floor::crosses(const Border& border, Spot a, Spot b) const {
    if (behind(border, a) == behind(border, b)) return false;
    const double from = depth(border, a) + 0.25 * shapes_.hair, to = depth(border, b) + 0.25 * shapes_.hair;
    const double place = place_on(border, a + (b - a) * (from / (from - to))), beside = 0.3 * shapes_.hair;
    return place >= -beside && place <= border.length + beside;
}

// A walking agent is stopped at one hair from a border if its line would lead nearer than half a hair. Between half a
// hair and one hair all lines are free, so an agent that slides along a border is not stopped by rounding errors.

/// The first point of the line from a to b where the agent must stop. Borders are ignored if `a` lies behind them.
Floor::Hit Floor::first_hit(Spot a, Spot b) const {
    Hit first;
    cells_.along(a, b, [&](uint32_t cell) {
        for (const uint32_t i : cells_.borders(cell)) {
            const Border& border = shapes_.borders[i];
            if (behind(border, a)) continue;
            hit_line(border, a, b, first);
            if (border.tip_a) hit_tip(border.a, a, b, first);
            if (border.tip_b) hit_tip(border.b, a, b, first);
        }
        return false;
    });
    return first;
}

void Floor::hit_line(const Border& border, Spot a, Spot b, Hit& first) const {
    const double hair = shapes_.hair, from = depth(border, a), to = depth(border, b);
    if (to >= 0.5 * hair || to >= from) return;
    const double crossed = from > 0.5 * hair ? (from - 0.5 * hair) / (from - to) : 0.0;
    const double place = place_on(border, a + (b - a) * crossed);
    if (place < 0.0 || place > border.length) return;
    const double part = from > hair ? (from - hair) / (from - to) : 0.0;
    if (part < first.part) first = {part, left_of(border.along), std::min(from, hair)};
}

void Floor::hit_tip(Spot tip, Spot a, Spot b, Hit& first) const {
    const double hair = shapes_.hair;
    const Spot way = b - a, from_tip = a - tip;
    const double squared = dot(way, way), towards = -dot(from_tip, way);
    if (towards <= 0.0) return;
    const double now = dot(from_tip, from_tip);
    const double nearest_part = std::min(towards / squared, 1.0);
    const Spot there = from_tip + way * nearest_part;
    if (dot(there, there) >= 0.25 * hair * hair) return;
    // |from_tip + way * t| = hair
    const double root = towards * towards - squared * (now - hair * hair);
    const double part = now > hair * hair ? std::max((towards - std::sqrt(std::max(root, 0.0))) / squared, 0.0) : 0.0;
    if (part >= first.part) return;
    const Spot at = from_tip + way * part;
    const double distance = length_of(at);
    if (distance > 0.0) first = {part, at * (1.0 / distance), distance};
}

Vec2 Floor::slide(Vec2 from, Vec2 to) const {
    if (cells_.open(spot(from), spot(to))) return to;
    const uint32_t home = island(from);
    if (home == Ground::no_island || !is_finite(to)) return from;
    Vec2 here = from;
    Spot goal = spot(to);
    for (int turn = 0; turn < 4; ++turn) {
        const Spot at = spot(here);
        const Hit hit = first_hit(at, goal);
        const Vec2 next = vec(hit.part > 1.0 ? goal : at + (goal - at) * hit.part);
        if (island(next) != home) return here;
        here = next;
        if (hit.part > 1.0) return here;
        const Spot stop = spot(here), along = left_of(hit.inward);
        goal = stop + along * dot(goal - stop, along) + hit.inward * (shapes_.hair - hit.distance);
    }
    return here;
}

// ---- Nearest points -------------------------------------------------------------------------------------------------

Spot Floor::nearest_in(const Polygon& polygon, Spot at) const {
    const std::span<const Edge> edges = polygon.edges;
    if (std::all_of(edges.begin(), edges.end(), [&](const Edge& edge) { return depth(edge, at) >= 0.0; })) return at;
    Spot best = polygon.middle;
    double least = std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < edges.size(); ++i) {
        const Spot a = edges[i].a, b = edges[(i + 1) % edges.size()].a, side = b - a;
        const double part = std::clamp(dot(at - a, side) / dot(side, side), 0.0, 1.0);
        const Spot p = a + side * part;
        const double squared = dot(p - at, p - at);
        if (squared < least) best = p, least = squared;
    }
    return best;
}

/// Finds the nearest point of a polygon, moved two hairs towards the polygon's middle. If that point is not on the
/// polygon's island, takes the middle itself. False: the middle is not on the island either.
bool Floor::place_in(uint32_t number, Spot at, Vec2* found) const {
    const Polygon& polygon = shapes_.polygons[number];
    const Spot edge = nearest_in(polygon, at), in = polygon.middle - edge;
    const double length = length_of(in);
    *found = vec(edge == at || length == 0.0 ? edge : edge + in * std::min(2.0 * shapes_.hair / length, 0.5));
    if (island(*found) == polygon.island) return true;
    *found = vec(polygon.middle);
    return island(*found) == polygon.island;
}

bool Floor::nearest(Vec2 v, float reach, Vec2* found, uint32_t wanted) const {
    const uint32_t here = island(v);
    if (here != Ground::no_island && (wanted == Ground::no_island || here == wanted)) {
        *found = v;
        return true;
    }
    const Spot at = spot(v);
    double best = double{reach} * double{reach};
    uint64_t best_order = no_order;
    const auto look = [&](int column, int line) {
        for (const uint32_t i : cells_.polygons(cells_.index(column, line))) {
            const Polygon& polygon = shapes_.polygons[i];
            if (wanted != Ground::no_island && polygon.island != wanted) continue;
            const double x = gap_of(at.x, polygon.low.x, polygon.high.x);
            const double y = gap_of(at.y, polygon.low.y, polygon.high.y);
            if (x * x + y * y > best) continue;
            Vec2 p{};
            if (!place_in(i, at, &p)) continue;
            const double squared = dot(spot(p) - at, spot(p) - at);
            if (squared > best || (squared == best && polygon.order > best_order)) continue;
            best = squared, best_order = polygon.order;
            *found = p;
        }
    };
    // Search ring after ring of cells, around the cell of the raster that is nearest to `v`.
    const Spot low = cells_.low(), high = cells_.high();
    const double out_x = gap_of(at.x, low.x, high.x), out_y = gap_of(at.y, low.y, high.y);
    const CellBox home = cells_.box(at, at);
    const int last = std::max(cells_.columns(), cells_.lines());
    for (int ring = 0; ring < last; ++ring) {
        const double inner = std::max(ring - 1, 0) * cells_.size();
        if (out_x * out_x + out_y * out_y + inner * inner > best) break;
        const int left = home.left - ring, right = home.left + ring, bottom = home.low - ring, top = home.low + ring;
        for (int y = std::max(bottom, 0); y <= std::min(top, cells_.lines() - 1); ++y) {
            const bool whole = y == bottom || y == top;
            for (int x = whole ? std::max(left, 0) : left; x <= std::min(right, cells_.columns() - 1);
                 x += whole || ring == 0 ? 1 : 2 * ring)
                if (x >= 0) look(x, y);
        }
    }
    return best_order != no_order;
}

Vec2 Floor::off_corner(Vec2 v) const {
    const Spot at = spot(v);
    const uint32_t cell = cells_.cell_at(at);
    if (cell == FloorCells::no_cell) return v;
    Spot away;
    for (const uint32_t i : cells_.borders(cell)) {
        const Border& border = shapes_.borders[i];
        if (length_of(border.a - at) < shapes_.hair || length_of(border.b - at) < shapes_.hair)
            away = away + left_of(border.along);
    }
    const Vec2 off = vec(at + away * (4.0 * shapes_.hair));
    return island(off) == island(v) ? off : v;
}

// ---- Walls ----------------------------------------------------------------------------------------------------------

/// Finds the wall that a border forms for an agent at a point. False: the border is too far away, or the agent is
/// behind it, or another border already gives the wall.
bool Floor::wall_of(const Border& border, Spot at, double reach, Wall* wall) const {
    const double hair = shapes_.hair, away = depth(border, at), place = place_on(border, at);
    if (away >= reach || behind(border, at) || place < -reach || place > border.length + reach) return false;
    const auto straight = [&] {
        *wall = {vec(left_of(border.along) * -1.0), static_cast<float>(std::max(away - hair, 0.0))};
        return true;
    };
    if (place >= 0.0 && place <= border.length) return straight();
    const bool before = place < 0.0;
    const Spot end = before ? border.a : border.b, way = end - at;
    const double distance = length_of(way);
    if (distance >= reach) return false;
    const uint32_t next = before ? border.before : border.after;
    if (next != Border::none && std::abs(cross(border.along, shapes_.borders[next].along)) < 0.001)
        return false; // the border continues straight into the next, which gives the wall
    if (!(before ? border.tip_a : border.tip_b)) return straight();
    if (next != Border::none) { // in front of the next border, only the next border counts
        const Border& other = shapes_.borders[next];
        const double there = place_on(other, at);
        if (there >= 0.0 && there <= other.length && depth(other, at) >= 0.0) return false;
    }
    if (distance <= hair) return straight();
    *wall = {vec(way * (1.0 / distance)), static_cast<float>(distance - hair)};
    return true;
}

uint32_t Floor::walls(Vec2 v, float reach, Wall (&found)[Ground::max_walls]) const {
    const Spot at = spot(v);
    if (cells_.open(at, double{reach})) return 0;
    uint64_t orders[Ground::max_walls];
    uint32_t count = 0;
    const auto equal = [](const Wall& a, const Wall& b) {
        return a.distance == b.distance && a.normal.x == b.normal.x && a.normal.y == b.normal.y;
    };
    const auto put = [&](uint64_t order, const Wall& wall) {
        for (uint32_t i = 0; i < count; ++i)
            if (orders[i] == order || equal(found[i], wall)) return;
        const auto nearer = [&](uint32_t i) {
            return wall.distance < found[i].distance || (wall.distance == found[i].distance && order < orders[i]);
        };
        if (count == Ground::max_walls && !nearer(count - 1)) return;
        uint32_t i = count < Ground::max_walls ? count++ : count - 1;
        for (; i > 0 && nearer(i - 1); --i) found[i] = found[i - 1], orders[i] = orders[i - 1];
        found[i] = wall, orders[i] = order;
    };
    const Spot out = {double{reach}, double{reach}};
    const CellBox box = cells_.box(at - out, at + out);
    for (int line = box.low; line <= box.high; ++line)
        for (int column = box.left; column <= box.right; ++column)
            for (const uint32_t i : cells_.borders(cells_.index(column, line))) {
                Wall wall;
                const Border& border = shapes_.borders[i];
                if (wall_of(border, at, double{reach}, &wall)) put(border.order, wall);
            }
    return count;
}

uint64_t Floor::memory() const {
    const bool is_bare = patches_.patches.size() == 0;
    const uint64_t bytes = sizeof *this + shapes_.polygons.memory(is_bare) + shapes_.corners.memory(is_bare) +
                           shapes_.sticks_out.memory(is_bare) + shapes_.borders.memory(is_bare) +
                           cells_.memory(is_bare) + patches_.memory();
    if (!is_bare) return bytes;
    const FloorBase& base = *shapes_.base; // the bare floor counts what all floors share
    uint64_t lists = base.overlaps.capacity() * sizeof(base.overlaps[0]);
    for (const auto& list : base.overlaps) lists += list.capacity() * sizeof(Overlap);
    return bytes + lists + base.edges.capacity() * sizeof(Edge) + base.portals.capacity() * sizeof(Portal) +
           base.first_border.capacity() * sizeof(uint32_t) + base.loose_links.capacity() * sizeof(base.loose_links[0]) +
           base.corner_numbers.size() * (sizeof(Spot) + 4 * sizeof(void*));
}

} // namespace fray
