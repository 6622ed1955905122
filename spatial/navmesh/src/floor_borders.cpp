#include "floor_borders.h"
#include "saturated_cast.h"

#include <array>
#include <bit>
#include <numeric>
#include <optional>
#include <unordered_map>

#include <stdexcept>
#include <string>

namespace fray {
namespace {

constexpr double least_overlap = 0.01; // m: two polygons lie over each other if they overlap by more

struct SpotHash {
    size_t operator()(Spot s) const { // adding 0.0 turns -0.0 into 0.0: the two are equal and need the same hash
        const uint64_t x = std::bit_cast<uint64_t>(s.x + 0.0) * 0x9e3779b97f4a7c15u;
        const uint64_t y = (std::bit_cast<uint64_t>(s.y + 0.0) ^ x >> 29) * 0xbf58476d1ce4e5b9u;
        return y ^ y >> 32;
    }
};

/// Merges corners of different tiles that lie within a hair of each other. The result is the corner that came first.
class Welder {
public:
    explicit Welder(double hair) : hair_(hair) {}

    Spot weld(Spot at) {
        const int64_t x = cell(at.x), y = cell(at.y);
        for (int64_t dy = -1; dy <= 1; ++dy)
            for (int64_t dx = -1; dx <= 1; ++dx)
                if (const auto found = known_.find(key(x + dx, y + dy)); found != known_.end())
                    for (const Spot other : found->second)
                        if (length_of(other - at) <= hair_) return other;
        known_[key(x, y)].push_back(at);
        return at;
    }

private:
    int64_t cell(double v) const { return saturated_cast<int64_t>(std::floor(v / hair_)); }
    static uint64_t key(int64_t x, int64_t y) {
        return static_cast<uint64_t>(x) << 32 ^ static_cast<uint64_t>(static_cast<uint32_t>(y));
    }

    double hair_;
    std::unordered_map<uint64_t, std::vector<Spot>> known_;
};

/// Disjoint sets (union-find). The lowest number in a set stands for the set.
class Sets {
public:
    explicit Sets(size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
    uint32_t first(uint32_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void join(uint32_t a, uint32_t b) {
        a = first(a), b = first(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<uint32_t> parent_;
};

/// A part of an edge.
struct Part {
    double from, to;      ///< positions along the edge, 0 to 1
    Spot at_from, at_to;  ///< the points at these positions
    uint32_t polygon = 0; ///< the polygon on the other side
};

/// What is left of the edge from a to b without the parts. Gaps up to `tolerance` (a share of the edge) are dropped.
std::vector<Part> rest_of(std::vector<Part> parts, Spot a, Spot b, double tolerance) {
    std::stable_sort(parts.begin(), parts.end(), [](const Part& p, const Part& q) { return p.from < q.from; });
    std::vector<Part> rest;
    Part left = {0.0, 1.0, a, b};
    for (const Part& part : parts) {
        if (part.from > left.from + tolerance) rest.push_back({left.from, part.from, left.at_from, part.at_from});
        if (part.to > left.from) left.from = part.to, left.at_from = part.at_to;
    }
    if (left.from < 1.0 - tolerance) rest.push_back(left);
    return rest;
}

/// Makes FloorShapes from Detour's mesh.
class ShapeMaker {
public:
    ShapeMaker(const dtNavMesh& mesh, const std::string& name, FloorShapes& out)
        : mesh_(mesh), name_(name), out_(out) {}

    void make() {
        find_extent();
        Welder welder(out_.hair);
        each_polygon([&](const dtMeshTile& tile, const dtPoly& polygon, dtPolyRef reference) {
            add_polygon(tile, polygon, reference, welder);
        });
        cells_ = FloorCells(out_.low, out_.high, out_.polygons.size(), out_.hair);
        cells_.put_polygons(out_.polygons, out_.edges);
        refuse_heaps();
        find_islands();
        for (uint32_t i = 0; i < out_.polygons.size(); ++i) add_borders(i);
        chain_borders();
        find_tips();
    }

private:
    template <typename Visit> void each_polygon(Visit&& visit) const {
        for (int t = 0; t < mesh_.getMaxTiles(); ++t) {
            const dtMeshTile* const tile = mesh_.getTile(t);
            if (tile->header == nullptr) continue;
            const dtPolyRef base = mesh_.getPolyRefBase(tile);
            for (int i = 0; i < tile->header->polyCount; ++i)
                if (tile->polys[i].flags != 0) visit(*tile, tile->polys[i], base | static_cast<dtPolyRef>(i));
        }
    }
    static Spot corner_of(const dtMeshTile& tile, const dtPoly& polygon, int k) {
        const float* const at = tile.verts + 3 * polygon.verts[k % polygon.vertCount];
        return {double{at[0]}, double{at[2]}};
    }

    void find_extent() {
        constexpr double far = 1e9;
        out_.low = {far, far}, out_.high = {-far, -far};
        each_polygon([&](const dtMeshTile& tile, const dtPoly& polygon, dtPolyRef) {
            for (int k = 0; k < polygon.vertCount; ++k) {
                const Spot at = corner_of(tile, polygon, k);
                out_.low = {std::min(out_.low.x, at.x), std::min(out_.low.y, at.y)};
                out_.high = {std::max(out_.high.x, at.x), std::max(out_.high.y, at.y)};
            }
        });
        const double farthest = std::max({-out_.low.x, -out_.low.y, out_.high.x, out_.high.y});
        out_.hair = std::max(0.001, farthest / 4194304.0); // so that floats a hair apart differ even there
    }

    /// Adds a polygon with its edges. The floor is always to the left of an edge, whatever the polygon's orientation in
    /// Detour's mesh.
    void add_polygon(const dtMeshTile& tile, const dtPoly& polygon, dtPolyRef reference, Welder& welder) {
        std::array<Spot, DT_VERTS_PER_POLYGON> corners;
        const int count = polygon.vertCount;
        double twice = 0.0;
        for (int k = 0; k < count; ++k) {
            corners[k] = welder.weld(corner_of(tile, polygon, k));
            if (k >= 2) twice += cross(corners[k - 1] - corners[0], corners[k] - corners[0]);
        }
        Polygon made{.first = static_cast<uint32_t>(out_.edges.size()), .low = corners[0], .high = corners[0]};
        for (int k = 0; k < count; ++k) {
            const Spot a = twice > 0.0 ? corners[k] : corners[count - 1 - k];
            const Spot b = twice > 0.0 ? corners[(k + 1) % count] : corners[(2 * count - 2 - k) % count];
            made.low = {std::min(made.low.x, a.x), std::min(made.low.y, a.y)};
            made.high = {std::max(made.high.x, a.x), std::max(made.high.y, a.y)};
            made.middle = made.middle + a * (1.0 / count);
            if (a == b) continue;
            out_.edges.push_back({a, left_of((b - a) * (1.0 / length_of(b - a)))});
            ++made.count;
        }
        numbers_.emplace(reference, static_cast<uint32_t>(out_.polygons.size()));
        out_.polygons.push_back(made);
        references_.push_back(reference);
        corners_.push_back(corners);
        forwards_.push_back(twice > 0.0);
    }

    // ---- Islands ----

    template <typename Visit> void each_link(uint32_t number, Visit&& visit) const {
        const dtMeshTile* tile = nullptr;
        const dtPoly* polygon = nullptr;
        mesh_.getTileAndPolyByRefUnsafe(references_[number], &tile, &polygon);
        for (unsigned i = polygon->firstLink; i != DT_NULL_LINK; i = tile->links[i].next)
            if (const auto other = numbers_.find(tile->links[i].ref); other != numbers_.end())
                visit(tile->links[i], other->second);
    }

    /// Rejects a mesh with too many polygons over each other: find_islands compares every pair that shares a cell.
    void refuse_heaps() const {
        constexpr double most_pairs = 5e7;
        double pairs = 0.0;
        for (uint32_t cell = 0; cell < cells_.count(); ++cell) {
            const auto here = static_cast<double>(cells_.polygons(cell).size());
            pairs += 0.5 * here * here;
        }
        if (pairs > most_pairs)
            throw std::invalid_argument(name_ + ": given " + std::to_string(out_.polygons.size()) +
                                        " polygons of which too many lie in one place, allowed 10 000 in a place");
    }

    void find_islands() {
        Sets sets(out_.polygons.size());
        for (uint32_t i = 0; i < out_.polygons.size(); ++i)
            each_link(i, [&](const dtLink&, uint32_t other) { sets.join(i, other); });
        for (uint32_t cell = 0; cell < cells_.count(); ++cell) {
            const auto here = cells_.polygons(cell);
            for (size_t a = 0; a < here.size(); ++a)
                for (size_t b = 0; b < a; ++b)
                    if (sets.first(here[a]) != sets.first(here[b]) && overlap(here[a], here[b]))
                        sets.join(here[a], here[b]);
        }
        std::vector<uint32_t> island(out_.polygons.size());
        for (uint32_t i = 0; i < out_.polygons.size(); ++i)
            out_.polygons[i].island = island[i] = sets.first(i) == i ? out_.island_count++ : island[sets.first(i)];
    }

    /// True if no edge of either polygon separates the two (separating axis test).
    bool overlap(uint32_t a, uint32_t b) const { return !parts(a, b) && !parts(b, a); }
    /// True if an edge of the first polygon separates it from the other.
    bool parts(uint32_t whose, uint32_t other) const {
        const Polygon &polygon = out_.polygons[whose], &beyond = out_.polygons[other];
        for (uint32_t i = 0; i < polygon.count; ++i) {
            double deepest = -1e9;
            for (uint32_t k = 0; k < beyond.count; ++k)
                deepest = std::max(deepest, depth(out_.edges[polygon.first + i], out_.edges[beyond.first + k].a));
            if (deepest <= least_overlap) return true;
        }
        return false;
    }

    // ---- Borders ----

    void add_borders(uint32_t number) {
        const dtMeshTile* tile = nullptr;
        const dtPoly* polygon = nullptr;
        mesh_.getTileAndPolyByRefUnsafe(references_[number], &tile, &polygon);
        out_.polygons[number].first_portal = static_cast<uint32_t>(out_.portals.size());
        for (int k = 0; k < polygon->vertCount; ++k) {
            Spot a = corners_[number][k], b = corners_[number][(k + 1) % polygon->vertCount];
            if (a == b) continue;
            if (!forwards_[number]) std::swap(a, b);
            const double tolerance = 1e-9;
            const std::vector<Part> linked = linked_parts(number, k, a, b);
            for (const Part& part : linked)
                out_.portals.push_back(
                    {part.at_from, part.at_to, part.polygon, corner_number(part.at_from), corner_number(part.at_to)});
            const auto rest = rest_of(linked, a, b, tolerance);
            widen(out_.polygons[number], a, rest.empty() ? 2.0 * out_.hair : 0.25 * out_.hair);
            for (const Part& part : rest) add_uncovered(number, part.at_from, part.at_to);
        }
        out_.polygons[number].portals = static_cast<uint32_t>(out_.portals.size()) - out_.polygons[number].first_portal;
    }
    /// Lets points up to `beyond` metres outside an edge count as on the polygon, so that no gap is left between tiles
    /// with slightly different corners. `edge` is the first point of the edge.
    void widen(const Polygon& polygon, Spot edge, double beyond) {
        for (uint32_t i = 0; i < polygon.count; ++i)
            if (Edge& found = out_.edges[polygon.first + i]; found.a == edge) found.beyond = beyond;
    }

    /// The parts of an edge that are shared with other walkable polygons.
    std::vector<Part> linked_parts(uint32_t number, int edge, Spot a, Spot b) const {
        std::vector<Part> parts;
        const dtPolyRef own = references_[number];
        each_link(number, [&](const dtLink& link, uint32_t other) {
            if (link.edge != edge) return;
            if (link.side == 0xff) return parts.push_back({0.0, 1.0, a, b, other}); // the other is in the same tile
            each_link(other, [&](const dtLink& back, uint32_t) {
                if (back.ref == own) add_shared(parts, a, b, other, back.edge);
            });
        });
        return parts;
    }
    void add_shared(std::vector<Part>& parts, Spot a, Spot b, uint32_t other, unsigned edge) const {
        const dtMeshTile* tile = nullptr;
        const dtPoly* polygon = nullptr;
        mesh_.getTileAndPolyByRefUnsafe(references_[other], &tile, &polygon);
        Spot p = corners_[other][edge], q = corners_[other][(edge + 1) % polygon->vertCount];
        const auto place = [&](Spot s) { return dot(s - a, b - a) / dot(b - a, b - a); };
        if (place(p) > place(q)) std::swap(p, q);
        if (place(q) <= 0.0 || place(p) >= 1.0) return;
        const bool before = place(p) <= 0.0, beyond = place(q) >= 1.0;
        parts.push_back({before ? 0.0 : place(p), beyond ? 1.0 : place(q), before ? a : p, beyond ? b : q, other});
    }

    /// Adds borders for the part of an edge from a to b, except where another floor above or below continues on both
    /// sides of the edge.
    void add_uncovered(uint32_t number, Spot a, Spot b) {
        std::vector<Part> covers;
        std::vector<uint32_t> others;
        cells_.along(a, b, [&](uint32_t cell) {
            for (const uint32_t i : cells_.polygons(cell))
                if (i != number) others.push_back(i);
            return false;
        });
        std::sort(others.begin(), others.end());
        others.erase(std::unique(others.begin(), others.end()), others.end());
        for (const uint32_t i : others)
            if (const auto part = covered_by(i, a, b)) covers.push_back(*part);
        if (covers.empty()) return add_border(number, a, b);
        const double tolerance = out_.hair / std::max(length_of(b - a), out_.hair);
        for (const Part& part : rest_of(std::move(covers), a, b, tolerance))
            add_border(number, part.at_from, part.at_to);
    }

    /// The part of the line from a to b that lies within a polygon; none if that part runs along an edge of the
    /// polygon.
    std::optional<Part> covered_by(uint32_t other, Spot a, Spot b) const {
        const Polygon& polygon = out_.polygons[other];
        double from = 0.0, to = 1.0;
        for (uint32_t i = 0; i < polygon.count && from < to; ++i) {
            const double at_a = depth(out_.edges[polygon.first + i], a), at_b = depth(out_.edges[polygon.first + i], b);
            if (at_a < 0.0 && at_b < 0.0) return {};
            if (at_a < 0.0) from = std::max(from, at_a / (at_a - at_b));
            if (at_b < 0.0) to = std::min(to, at_a / (at_a - at_b));
        }
        if (from >= to) return {};
        const Spot middle = a + (b - a) * (0.5 * (from + to));
        for (uint32_t i = 0; i < polygon.count; ++i)
            if (depth(out_.edges[polygon.first + i], middle) <= least_overlap) return {};
        return Part{from, to, from == 0.0 ? a : a + (b - a) * from, to == 1.0 ? b : a + (b - a) * to, other};
    }

    void add_border(uint32_t number, Spot a, Spot b) {
        const double length = length_of(b - a);
        if (length == 0.0) return;
        out_.borders.push_back(
            {.a = a, .b = b, .along = (b - a) * (1.0 / length), .length = length, .polygon = number});
    }

    /// Links each border to the border that begins where it ends. Does nothing at a point where several borders begin
    /// or end.
    void chain_borders() {
        std::unordered_multimap<Spot, uint32_t, SpotHash> starts, ends;
        for (uint32_t i = 0; i < out_.borders.size(); ++i) {
            starts.emplace(out_.borders[i].a, i);
            ends.emplace(out_.borders[i].b, i);
        }
        for (uint32_t i = 0; i < out_.borders.size(); ++i) {
            Border& border = out_.borders[i];
            if (starts.count(border.b) != 1 || ends.count(border.b) != 1) continue;
            const uint32_t next = starts.find(border.b)->second;
            Border& other = out_.borders[next];
            border.after = next, other.before = i;
            const double turn = cross(border.along, other.along);
            border.tip_b = other.tip_a = turn < 0.0 || (turn == 0.0 && dot(border.along, other.along) < 0.0);
        }
    }

    uint32_t corner_number(Spot at) {
        const auto next = static_cast<uint32_t>(out_.corners.size());
        const auto [found, is_new] = corner_numbers_.emplace(at, next);
        if (is_new) out_.corners.push_back(at);
        return found->second;
    }
    void find_tips() {
        out_.sticks_out.assign(out_.corners.size(), 0);
        const auto mark = [&](Spot at) {
            if (const auto found = corner_numbers_.find(at); found != corner_numbers_.end())
                out_.sticks_out[found->second] = 1;
        };
        for (const Border& border : out_.borders) {
            if (border.tip_a) mark(border.a);
            if (border.tip_b) mark(border.b);
        }
    }

    const dtNavMesh& mesh_;
    const std::string& name_;
    FloorShapes& out_;
    std::vector<dtPolyRef> references_; ///< by polygon
    std::unordered_map<Spot, uint32_t, SpotHash> corner_numbers_;
    FloorCells cells_; ///< holds only polygons, no borders
    std::unordered_map<dtPolyRef, uint32_t> numbers_;
    std::vector<std::array<Spot, DT_VERTS_PER_POLYGON>> corners_; ///< by polygon, in Detour's order
    std::vector<bool> forwards_; ///< by polygon: true if it lies to the left of its edges in Detour's order
};

} // namespace

FloorShapes shapes_of(const dtNavMesh& mesh, const std::string& name) {
    FloorShapes shapes;
    ShapeMaker(mesh, name, shapes).make();
    return shapes;
}

} // namespace fray
