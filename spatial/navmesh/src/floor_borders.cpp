#include "floor_borders.h"
#include "saturated_cast.h"
#include "sets.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include <stdexcept>
#include <string>

namespace fray {
namespace {

constexpr double touching = 1e-6;         ///< m: polygons that overlap by less only touch
constexpr size_t most_overlaps = 1 << 22; ///< pairs of polygons

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

/// Makes FloorShapes from Detour's mesh.
class ShapeMaker {
public:
    ShapeMaker(const dtNavMesh& mesh, const std::string& name, FloorShapes& out)
        : mesh_(mesh), name_(name), out_(out), base_(std::make_shared<FloorBase>()) {}

    void make() {
        find_extent();
        Welder welder(out_.hair);
        each_polygon([&](const dtMeshTile& tile, const dtPoly& polygon, dtPolyRef reference) {
            add_polygon(tile, polygon, reference, welder);
        });
        for (uint32_t i = 0; i < out_.polygons.size(); ++i) out_.polygons.change(i).edges = edges_of(i);
        out_.polygon_count = static_cast<uint32_t>(out_.polygons.size());
        cells_ = FloorCells(out_.low, out_.high, out_.polygons.size(), out_.hair);
        try {
            cells_.put_polygons(out_.polygons);
        } catch (const std::length_error&) {
            refuse_heap();
        }
        refuse_heaps();
        find_islands();
        find_overlaps();
        std::vector<uint32_t> first_portal;
        for (uint32_t i = 0; i < out_.polygons.size(); ++i) {
            first_portal.push_back(static_cast<uint32_t>(base_->portals.size()));
            base_->first_border.push_back(static_cast<uint32_t>(out_.borders.size()));
            add_borders(i);
        }
        first_portal.push_back(static_cast<uint32_t>(base_->portals.size()));
        base_->first_border.push_back(static_cast<uint32_t>(out_.borders.size()));
        for (uint32_t i = 0; i < out_.polygons.size(); ++i)
            out_.polygons.change(i).portals =
                std::span(base_->portals).subspan(first_portal[i], first_portal[i + 1] - first_portal[i]);
        find_loose_links();
        chain_borders();
        find_tips();
        out_.base = base_;
        out_.polygons.seal(), out_.borders.seal(), out_.corners.seal(), out_.sticks_out.seal();
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
        Polygon made{
            .order = order_of(static_cast<uint32_t>(out_.polygons.size()), 0), .low = corners[0], .high = corners[0]};
        first_edge_.push_back(base_->edges.size());
        for (int k = 0; k < count; ++k) {
            const Spot a = twice > 0.0 ? corners[k] : corners[count - 1 - k];
            const Spot b = twice > 0.0 ? corners[(k + 1) % count] : corners[(2 * count - 2 - k) % count];
            made.low = {std::min(made.low.x, a.x), std::min(made.low.y, a.y)};
            made.high = {std::max(made.high.x, a.x), std::max(made.high.y, a.y)};
            made.middle = made.middle + a * (1.0 / count);
            if (a == b) continue;
            base_->edges.push_back({a, left_of((b - a) * (1.0 / length_of(b - a)))});
        }
        numbers_.emplace(reference, static_cast<uint32_t>(out_.polygons.size()));
        out_.polygons.push_back(made);
        references_.push_back(reference);
        corners_.push_back(corners);
        forwards_.push_back(twice > 0.0);
    }

    std::span<Edge> edges_of(uint32_t polygon) {
        const size_t first = first_edge_[polygon];
        const size_t end =
            polygon + size_t{1} < first_edge_.size() ? first_edge_[polygon + size_t{1}] : base_->edges.size();
        return std::span(base_->edges).subspan(first, end - first);
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
        if (pairs > most_pairs) refuse_heap();
    }
    [[noreturn]] void refuse_heap() const {
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
            out_.polygons.change(i).island = island[i] =
                sets.first(i) == i ? out_.island_count++ : island[sets.first(i)];
    }

    bool overlap(uint32_t a, uint32_t b) const {
        return !apart(out_.polygons[a].edges, out_.polygons[b].edges, least_overlap);
    }

    void find_overlaps() {
        const auto beside = [](double low, double high) { return low >= high - touching; };
        std::vector<std::vector<Overlap>> overlaps(out_.polygons.size());
        std::vector<uint32_t> near;
        size_t count = 0;
        for (uint32_t i = 0; i < out_.polygons.size(); ++i) {
            const Polygon& polygon = out_.polygons[i];
            near.clear();
            cells_.polygons_near(polygon.low, polygon.high, near);
            for (const uint32_t k : near) {
                const Polygon& other = out_.polygons[k];
                if (k <= i || beside(other.low.x, polygon.high.x) || beside(other.low.y, polygon.high.y) ||
                    beside(polygon.low.x, other.high.x) || beside(polygon.low.y, other.high.y) ||
                    apart(polygon.edges, other.edges, touching))
                    continue;
                if (++count > most_overlaps) return;
                const bool joins = overlap(i, k);
                overlaps[i].push_back({k, joins});
                overlaps[k].push_back({i, joins});
            }
        }
        for (auto& list : overlaps)
            std::sort(list.begin(), list.end(),
                      [](const Overlap& a, const Overlap& b) { return a.polygon < b.polygon; });
        base_->overlaps = std::move(overlaps);
    }

    /// Finds the links that portals do not show.
    void find_loose_links() {
        const auto leads_to = [&](uint32_t from, uint32_t to) {
            const auto portals = out_.polygons[from].portals;
            return std::any_of(portals.begin(), portals.end(),
                               [to](const Portal& portal) { return portal.polygon == to; });
        };
        auto& loose = base_->loose_links;
        for (uint32_t i = 0; i < out_.polygons.size(); ++i)
            each_link(i, [&](const dtLink&, uint32_t other) {
                if (leads_to(i, other) && leads_to(other, i)) return;
                loose.emplace_back(i, other);
                loose.emplace_back(other, i);
            });
        std::sort(loose.begin(), loose.end());
        loose.erase(std::unique(loose.begin(), loose.end()), loose.end());
    }

    // ---- Borders ----

    void add_borders(uint32_t number) {
        const dtMeshTile* tile = nullptr;
        const dtPoly* polygon = nullptr;
        mesh_.getTileAndPolyByRefUnsafe(references_[number], &tile, &polygon);
        for (int k = 0; k < polygon->vertCount; ++k) {
            Spot a = corners_[number][k], b = corners_[number][(k + 1) % polygon->vertCount];
            if (a == b) continue;
            if (!forwards_[number]) std::swap(a, b);
            const double tolerance = 1e-9;
            const std::vector<Part> linked = linked_parts(number, k, a, b);
            const auto rest = rest_of(linked, a, b, tolerance);
            const uint32_t edge = widen(number, a, rest.empty() ? 2.0 * out_.hair : 0.25 * out_.hair);
            for (const Part& part : linked)
                base_->portals.push_back({part.at_from, part.at_to, part.polygon, corner_number(part.at_from),
                                          corner_number(part.at_to), edge});
            for (const Part& part : rest) add_uncovered(number, part.at_from, part.at_to);
        }
    }
    /// Lets points up to `beyond` metres outside an edge count as on the polygon, so that no gap is left between tiles
    /// with slightly different corners. `first` is the first point of the edge. Returns the index of the edge.
    uint32_t widen(uint32_t polygon, Spot first, double beyond) {
        const std::span<Edge> edges = edges_of(polygon);
        uint32_t index = 0;
        for (uint32_t i = 0; i < edges.size(); ++i)
            if (edges[i].a == first) edges[i].beyond = beyond, index = i;
        return index;
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
            if (const auto part = covered_by(out_.polygons[i].edges, a, b)) covers.push_back(*part);
        if (covers.empty()) return add_border(number, a, b);
        const double tolerance = out_.hair / std::max(length_of(b - a), out_.hair);
        for (const Part& part : rest_of(std::move(covers), a, b, tolerance))
            add_border(number, part.at_from, part.at_to);
    }

    void add_border(uint32_t number, Spot a, Spot b) {
        const double length = length_of(b - a);
        if (length == 0.0) return;
        const uint64_t order = order_of(number, 0) + 1 + (out_.borders.size() - base_->first_border[number]);
        out_.borders.push_back({.a = a, .b = b, .along = (b - a) * (1.0 / length), .length = length, .order = order});
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
            const Spot end = out_.borders[i].b;
            if (starts.count(end) == 1 && ends.count(end) == 1) chain(out_.borders, i, starts.find(end)->second);
        }
    }

    uint32_t corner_number(Spot at) {
        const auto next = static_cast<uint32_t>(out_.corners.size());
        const auto [found, is_new] = base_->corner_numbers.emplace(at, next);
        if (is_new) out_.corners.push_back(at);
        return found->second;
    }
    void find_tips() {
        out_.sticks_out.assign(out_.corners.size(), 0);
        const auto mark = [&](Spot at) {
            if (const auto found = base_->corner_numbers.find(at); found != base_->corner_numbers.end())
                out_.sticks_out.change(found->second) = 1;
        };
        for (uint32_t i = 0; i < out_.borders.size(); ++i) {
            const Border& border = out_.borders[i];
            if (border.tip_a) mark(border.a);
            if (border.tip_b) mark(border.b);
        }
    }

    const dtNavMesh& mesh_;
    const std::string& name_;
    FloorShapes& out_;
    std::vector<dtPolyRef> references_; ///< by polygon
    std::shared_ptr<FloorBase> base_;
    std::vector<size_t> first_edge_; ///< by polygon
    FloorCells cells_;               ///< holds only polygons, no borders
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
