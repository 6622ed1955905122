#include "floor_obstacles.h"

#include "floor.h"
#include "sets.h"

#include <algorithm>
#include <unordered_map>

namespace fray {
namespace {

constexpr uint32_t no_number = FloorPatch::none;
constexpr double least_way = 1e-6;   ///< m: a shorter part of an edge is neither portal nor border
constexpr double same_place = 1e-9;  ///< m: of two ends of a portal so near to each other either may be taken
constexpr double beside_line = 0.02; ///< m: edges of tiles that Detour links lie at most so far apart

bool before(Spot a, Spot b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }

} // namespace

uint64_t FloorPatches::memory() const {
    uint64_t bytes = patches.memory(true) + (free_polygons.capacity() + free_borders.capacity() +
                                             free_corners.capacity() + corners.capacity() + corner_uses.capacity()) *
                                                sizeof(uint32_t);
    for (size_t i = 0; i < patches.size(); ++i) {
        const FloorPatch* const patch = patches[i].get();
        if (patch == nullptr) continue;
        bytes += sizeof *patch + patch->obstacles.capacity() * sizeof(Obstacle) +
                 patch->rectangles.capacity() * sizeof(Footprint) + patch->parts.capacity() * sizeof(FloorPatch::Part);
        for (const FloorPatch::Part& part : patch->parts)
            bytes += part.piece.capacity() * sizeof(PieceCorner) + part.edges.capacity() * sizeof(Edge) +
                     part.portals.capacity() * sizeof(Portal) + part.borders.capacity() * sizeof(uint32_t);
    }
    return bytes;
}

/// Makes a floor with obstacles from a floor with almost the same obstacles.
class FloorChange {
public:
    FloorChange(const Floor& bare, Floor& now)
        : bare_(bare), base_(*bare.shapes_.base), now_(now), shapes_(now.shapes_), state_(now.patches_),
          hair_(bare.shapes_.hair), bare_count_(static_cast<uint32_t>(bare.shapes_.polygons.size())) {
        while (state_.patches.size() < bare_count_) state_.patches.push_back(nullptr);
    }

    void make(std::span<const Obstacle> all, std::span<const Obstacle> changed) {
        find_touched(all, changed);
        if (made_.empty()) return;
        const size_t touched = made_.size();
        add_neighbours();
        for (Made& made : made_) retire(made);
        for (size_t i = 0; i < touched; ++i) cut_polygon(made_[i]);
        for (const Made& made : made_) state_.patches.change(made.bare) = made.patch;
        for (Made& made : made_)
            if (is_as_it_was(made.bare))
                restore(made.bare);
            else
                connect(made);
        close();
        keep_corners();
        now_.cells_.change_lists(change_, shapes_.polygons, shapes_.borders);
        chain_borders();
        find_tips();
        const bool renamed = find_islands();
        now_.cells_.update_islands(change_, shapes_.polygons, renamed,
                                   [&](Spot middle) { return now_.polygon_at(vec(middle)); });
    }

private:
    /// A polygon of the bare mesh that is made anew.
    struct Made {
        uint32_t bare = 0;
        bool touched = false; ///< its obstacles have changed
        std::shared_ptr<FloorPatch> patch;
    };

    const FloorPatch* patch_of(uint32_t bare) const { return state_.patches[bare].get(); }
    bool is_cut(uint32_t bare) const { return patch_of(bare) != nullptr && !patch_of(bare)->obstacles.empty(); }
    const Polygon& bare_polygon(uint32_t bare) const { return bare_.shapes_.polygons[bare]; }

    // ---- What is touched ----

    /// Finds the polygons under the changed obstacles for which the list of obstacles is another now.
    void find_touched(std::span<const Obstacle> all, std::span<const Obstacle> changed) {
        std::vector<uint32_t> touched, near;
        for (const Obstacle& obstacle : changed) {
            const Footprint rectangle(obstacle);
            find_under(rectangle, near);
            touched.insert(touched.end(), near.begin(), near.end());
        }
        std::sort(touched.begin(), touched.end());
        touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
        Spot low = {1e30, 1e30}, high = {-1e30, -1e30};
        std::vector<std::shared_ptr<FloorPatch>> patches;
        for (const uint32_t i : touched) {
            const Polygon& polygon = bare_polygon(i);
            low = {std::min(low.x, polygon.low.x), std::min(low.y, polygon.low.y)};
            high = {std::max(high.x, polygon.high.x), std::max(high.y, polygon.high.y)};
            patches.push_back(std::make_shared<FloorPatch>());
        }
        for (const Obstacle& obstacle : all) {
            const double reach = double{obstacle.half_extents.x} + double{obstacle.half_extents.y};
            const Spot at = spot(obstacle.at);
            if (at.x - reach > high.x || at.y - reach > high.y || at.x + reach < low.x || at.y + reach < low.y)
                continue;
            const Footprint rectangle(obstacle);
            find_under(rectangle, near);
            for (const uint32_t i : near) {
                const auto found = std::lower_bound(touched.begin(), touched.end(), i);
                if (found == touched.end() || *found != i) continue;
                FloorPatch& patch = *patches[static_cast<size_t>(found - touched.begin())];
                patch.obstacles.push_back(obstacle);
                patch.rectangles.push_back(rectangle);
            }
        }
        for (size_t k = 0; k < touched.size(); ++k) {
            const FloorPatch* const now = patch_of(touched[k]);
            const bool same = now == nullptr ? patches[k]->obstacles.empty() : now->obstacles == patches[k]->obstacles;
            if (!same) made_.push_back({touched[k], true, std::move(patches[k])});
        }
    }

    /// Finds the polygons of the bare mesh under a rectangle.
    void find_under(const Footprint& rectangle, std::vector<uint32_t>& found) const {
        found.clear();
        bare_.cells_.polygons_near(rectangle.low, rectangle.high, found);
        std::erase_if(found, [&](uint32_t i) { return !lies_over(rectangle, bare_polygon(i), 0.25 * hair_); });
    }

    template <typename Visit> void each_loose_link(uint32_t polygon, Visit&& visit) const {
        const auto& loose = base_.loose_links;
        for (auto i = std::lower_bound(loose.begin(), loose.end(), std::pair{polygon, 0u});
             i != loose.end() && i->first == polygon; ++i)
            visit(i->second);
    }
    template <typename Visit> void each_neighbour(uint32_t polygon, Visit&& visit) const {
        for (const Portal& portal : bare_polygon(polygon).portals) visit(portal.polygon);
        for (const Overlap& overlap : base_.overlaps[polygon]) visit(overlap.polygon);
        each_loose_link(polygon, visit);
    }

    /// Adds the polygons with portals to touched polygons, and the polygons over or under them.
    void add_neighbours() {
        std::vector<uint32_t> beside;
        for (const Made& made : made_) each_neighbour(made.bare, [&](uint32_t other) { beside.push_back(other); });
        std::sort(beside.begin(), beside.end());
        beside.erase(std::unique(beside.begin(), beside.end()), beside.end());
        const size_t touched = made_.size();
        for (const uint32_t i : beside) {
            const auto end = made_.begin() + static_cast<std::ptrdiff_t>(touched);
            if (std::any_of(made_.begin(), end, [i](const Made& made) { return made.bare == i; })) continue;
            auto patch = std::make_shared<FloorPatch>();
            if (patch_of(i) != nullptr) {
                patch->obstacles = patch_of(i)->obstacles;
                patch->rectangles = patch_of(i)->rectangles;
                for (const FloorPatch::Part& part : patch_of(i)->parts)
                    patch->parts.push_back({.piece = part.piece, .number = part.number});
            } else {
                patch->parts.push_back({.piece = whole(bare_polygon(i)), .number = i});
            }
            made_.push_back({i, false, std::move(patch)});
        }
    }

    /// True if the polygon and all its neighbours are without obstacles.
    bool is_as_it_was(uint32_t bare) const {
        bool cut = is_cut(bare);
        each_neighbour(bare, [&](uint32_t other) { cut = cut || is_cut(other); });
        return !cut;
    }

    // ---- Polygons ----

    /// Takes away the borders and portals of a polygon, and the polygon itself if it is touched.
    void retire(const Made& made) {
        const FloorPatch* const patch = patch_of(made.bare);
        if (patch == nullptr) {
            for (uint32_t i = base_.first_border[made.bare]; i < base_.first_border[made.bare + 1]; ++i) drop_border(i);
            if (made.touched) drop_polygon(made.bare);
            return;
        }
        for (const FloorPatch::Part& part : patch->parts) {
            for (const uint32_t i : part.borders) {
                drop_border(i);
                state_.free_borders.push_back(i);
            }
            for (const Portal& portal : part.portals)
                for (const uint32_t corner : {portal.corner_a, portal.corner_b})
                    if (corner >= bare_corners()) --state_.corner_uses[corner - bare_corners()];
            if (part.number == no_number) continue;
            if (made.touched) drop_polygon(part.number);
            if (made.touched && part.number >= bare_count_) state_.free_polygons.push_back(part.number);
        }
    }
    void drop_border(uint32_t i) {
        now_.cells_.add(change_, shapes_.borders[i], i, false);
        places_.push_back(shapes_.borders[i].a);
        places_.push_back(shapes_.borders[i].b);
    }
    void drop_polygon(uint32_t i) {
        now_.cells_.add(change_, shapes_.polygons[i], i, false);
        shapes_.polygons.change(i) = {};
        --shapes_.polygon_count;
    }

    /// Gives a touched polygon its pieces, and gives them numbers.
    void cut_polygon(Made& made) {
        const Polygon& bare = bare_polygon(made.bare);
        FloorPatch& patch = *made.patch;
        if (patch.obstacles.empty()) {
            patch.parts.push_back({.piece = whole(bare), .number = made.bare});
            return;
        }
        for (Piece& piece : cut(bare, patch.rectangles, hair_)) {
            if (state_.free_polygons.empty()) {
                state_.free_polygons.push_back(static_cast<uint32_t>(shapes_.polygons.size()));
                shapes_.polygons.push_back({});
            }
            patch.parts.push_back({.piece = std::move(piece), .number = state_.free_polygons.back()});
            state_.free_polygons.pop_back();
        }
    }

    /// Makes a polygon, and its borders, as in the bare mesh.
    void restore(uint32_t bare) {
        const bool is_back = shapes_.polygons[bare].edges.empty();
        const uint32_t island = shapes_.polygons[bare].island;
        shapes_.polygons.change(bare) = bare_polygon(bare);
        shapes_.polygons.change(bare).island = is_back ? Ground::no_island : island;
        if (is_back) add_polygon(bare);
        for (uint32_t i = base_.first_border[bare]; i < base_.first_border[bare + 1]; ++i)
            add_border(i, bare_.shapes_.borders[i]);
        state_.patches.change(bare) = nullptr;
    }
    void add_polygon(uint32_t i) {
        now_.cells_.add(change_, shapes_.polygons[i], i, true);
        ++shapes_.polygon_count;
    }
    void add_border(uint32_t i, const Border& border) {
        shapes_.borders.change(i) = border;
        now_.cells_.add(change_, border, i, true);
        places_.push_back(border.a);
        places_.push_back(border.b);
    }

    // ---- Edges ----

    /// An end of a common part of two edges: its place along their line, and its point.
    struct End {
        double place = 0.0; ///< m
        Spot at;
    };
    /// The later of two ends. Both sides of an edge must choose alike, so ends in the same place are told by their
    /// points.
    static End later(End a, End b) {
        if (std::abs(a.place - b.place) > same_place) return a.place > b.place ? a : b;
        return before(a.at, b.at) ? a : b;
    }
    static End earlier(End a, End b) {
        if (std::abs(a.place - b.place) > same_place) return a.place < b.place ? a : b;
        return before(a.at, b.at) ? a : b;
    }

    /// An edge on a side of a rectangle.
    struct SideEdge {
        LineName line = 0;
        bool backwards = false;
        uint32_t part = 0;
        End from, to; ///< along the side
    };

    /// A piece that has no borders yet.
    struct Open {
        const Made* made;
        uint32_t part;
        std::vector<Part> rest; ///< of its edges: the parts without portals
    };

    /// Makes the edges and portals of a polygon's pieces.
    void connect(const Made& made) {
        FloorPatch& patch = *made.patch;
        find_side_edges(patch);
        for (uint32_t k = 0; k < patch.parts.size(); ++k) {
            FloorPatch::Part& part = patch.parts[k];
            if (part.number == no_number) continue;
            Open open{&made, k, {}};
            make_edges(made.bare, patch, part);
            for (uint32_t i = 0; i < part.piece.size(); ++i) find_ways(made.bare, patch, k, i, open.rest);
            open_.push_back(std::move(open));
        }
    }

    /// Drops the specks, and makes the polygons and borders of all other pieces. A speck is a piece of less than 64
    /// square hairs, to which no portal leads: an agent that was pushed onto it could never leave it.
    void close() {
        std::vector<uint32_t> entered;
        for (const Open& open : open_)
            for (const Portal& portal : open.made->patch->parts[open.part].portals) entered.push_back(portal.polygon);
        std::sort(entered.begin(), entered.end());
        for (const Open& open : open_) {
            FloorPatch::Part& part = open.made->patch->parts[open.part];
            if (part.number != open.made->bare && part.portals.empty() &&
                0.5 * twice_area(part.piece) < 64.0 * hair_ * hair_ &&
                !std::binary_search(entered.begin(), entered.end(), part.number)) {
                if (!shapes_.polygons[part.number].edges.empty()) drop_polygon(part.number);
                state_.free_polygons.push_back(part.number);
                part.number = no_number;
                continue;
            }
            put_polygon(open.made->bare, open.part, part);
            uint64_t order = shapes_.polygons[part.number].order;
            for (const Part& end : open.rest)
                for (const Part& wall : uncovered(open.made->bare, end.at_from, end.at_to))
                    new_border(wall.at_from, wall.at_to, ++order, part);
        }
    }

    void make_edges(uint32_t bare, const FloorPatch& patch, FloorPatch::Part& part) {
        const auto edges = bare_polygon(bare).edges;
        if (patch.obstacles.empty()) return part.edges.assign(edges.begin(), edges.end());
        for (size_t i = 0; i < part.piece.size(); ++i) {
            const PieceCorner& corner = part.piece[i];
            const Spot way = part.piece[(i + 1) % part.piece.size()].at - corner.at;
            const double length = length_of(way);
            Spot inward;
            if (length > 0.5 * hair_) {
                inward = left_of(way * (1.0 / length));
            } else if (corner.line < first_side) { // too short to say in which direction it leads
                inward = edges[corner.line].inward;
            } else {
                const LineName side = corner.line - first_side;
                inward = patch.rectangles[side / 4].sides[side % 4].outward * (corner.backwards ? 1.0 : -1.0);
            }
            part.edges.push_back({corner.at, inward});
        }
    }

    void put_polygon(uint32_t bare, uint32_t index, FloorPatch::Part& part) {
        Polygon& polygon = shapes_.polygons.change(part.number);
        const bool is_new = polygon.edges.empty();
        if (part.number == bare) {
            const uint32_t island = polygon.island;
            polygon = bare_polygon(bare);
            polygon.island = island;
        } else {
            polygon.order = order_of(bare, index + uint64_t{1});
            polygon.low = polygon.high = part.edges[0].a;
            polygon.middle = {};
            for (const Edge& edge : part.edges) {
                polygon.low = {std::min(polygon.low.x, edge.a.x), std::min(polygon.low.y, edge.a.y)};
                polygon.high = {std::max(polygon.high.x, edge.a.x), std::max(polygon.high.y, edge.a.y)};
                polygon.middle = polygon.middle + edge.a * (1.0 / static_cast<double>(part.edges.size()));
            }
        }
        polygon.edges = part.edges;
        polygon.portals = part.portals;
        if (!is_new) return;
        polygon.island = Ground::no_island;
        add_polygon(part.number);
    }

    void find_side_edges(const FloorPatch& patch) {
        side_edges_.clear();
        for (uint32_t k = 0; k < patch.parts.size(); ++k) {
            const Piece& piece = patch.parts[k].piece;
            for (size_t i = 0; i < piece.size(); ++i) {
                if (piece[i].line < first_side) continue;
                const LineName name = piece[i].line - first_side;
                const Footprint::Side& side = patch.rectangles[name / 4].sides[name % 4];
                const auto end = [&](Spot at) { return End{dot(side.along, at - side.a), at}; };
                End from = end(piece[i].at), to = end(piece[(i + 1) % piece.size()].at);
                if (piece[i].backwards) std::swap(from, to);
                side_edges_.push_back({piece[i].line, piece[i].backwards, k, from, to});
            }
        }
        std::sort(side_edges_.begin(), side_edges_.end(), [](const SideEdge& a, const SideEdge& b) {
            if (a.line != b.line) return a.line < b.line;
            return a.backwards != b.backwards ? b.backwards : a.part < b.part;
        });
    }

    /// Makes the portals of an edge of a piece. Appends the parts of the edge without a portal to `rest`.
    void find_ways(uint32_t bare, FloorPatch& patch, uint32_t k, uint32_t i, std::vector<Part>& rest) {
        FloorPatch::Part& part = patch.parts[k];
        const PieceCorner& corner = part.piece[i];
        const Spot a = corner.at, b = part.piece[(i + 1) % part.piece.size()].at;
        std::vector<Part> ways;
        if (corner.line >= first_side)
            find_inner_ways(patch, corner, a, b, ways);
        else
            for (const Portal& portal : bare_polygon(bare).portals)
                if (portal.edge == corner.line) find_outer_ways(portal, a, b, ways);
        std::stable_sort(ways.begin(), ways.end(), [](const Part& p, const Part& q) { return p.from < q.from; });
        for (const Part& way : ways)
            part.portals.push_back(
                {way.at_from, way.at_to, way.polygon, corner_number(way.at_from), corner_number(way.at_to), i});
        const double tolerance = least_way / std::max(length_of(b - a), least_way);
        const std::vector<Part> left = rest_of(std::move(ways), a, b, tolerance);
        part.edges[i].beyond = left.empty() ? 2.0 * hair_ : 0.25 * hair_;
        rest.insert(rest.end(), left.begin(), left.end());
    }

    /// Adds the part of the edge from a to b between two ends, if it is long enough.
    static void add_way(Spot a, Spot b, End from, End to, uint32_t polygon, std::vector<Part>& ways) {
        if (to.place - from.place <= least_way) return;
        const Spot way = b - a;
        const auto place = [&](Spot at) { return dot(at - a, way) / dot(way, way); };
        if (place(from.at) > place(to.at)) std::swap(from, to);
        ways.push_back({place(from.at), place(to.at), from.at, to.at, polygon});
    }

    /// Finds the other pieces of the same polygon on the other side of a cut.
    void find_inner_ways(const FloorPatch& patch, const PieceCorner& corner, Spot a, Spot b,
                         std::vector<Part>& ways) const {
        const LineName name = corner.line - first_side;
        const Footprint::Side& side = patch.rectangles[name / 4].sides[name % 4];
        const auto end = [&](Spot at) { return End{dot(side.along, at - side.a), at}; };
        End from = end(a), to = end(b);
        if (corner.backwards) std::swap(from, to);
        const SideEdge sought{.line = corner.line, .backwards = !corner.backwards};
        const auto [first, last] =
            std::equal_range(side_edges_.begin(), side_edges_.end(), sought, [](const SideEdge& p, const SideEdge& q) {
                return p.line != q.line ? p.line < q.line : p.backwards < q.backwards;
            });
        for (auto other = first; other != last; ++other)
            if (const uint32_t number = patch.parts[other->part].number; number != no_number)
                add_way(a, b, later(from, other->from), earlier(to, other->to), number, ways);
    }

    /// Finds the pieces on the other side of a portal of the bare mesh.
    void find_outer_ways(const Portal& portal, Spot a, Spot b, std::vector<Part>& ways) const {
        // Both sides of the portal count along it in the same direction.
        const bool turned = before(portal.b, portal.a);
        const Spot low = turned ? portal.b : portal.a, high = turned ? portal.a : portal.b;
        const double length = length_of(high - low);
        if (length <= least_way) return;
        const Spot along = (high - low) * (1.0 / length);
        const auto end = [&](Spot at) { return End{dot(along, at - low), at}; };
        // The ends of the portal itself, unless the edge ends before.
        const auto within = [&](End& first, End& last) {
            if (first.place > last.place) std::swap(first, last);
            if (first.place < same_place) first = {0.0, low};
            if (last.place > length - same_place) last = {length, high};
        };
        End from = end(a), to = end(b);
        within(from, to);
        const auto look = [&](const Piece& piece, uint32_t number) {
            for (size_t i = 0; i < piece.size(); ++i) {
                if (piece[i].line >= first_side) continue;
                const Spot p = piece[i].at, q = piece[(i + 1) % piece.size()].at;
                if ((dot(along, q - p) > 0.0) != turned || std::abs(cross(along, p - low)) > beside_line ||
                    std::abs(cross(along, q - low)) > beside_line)
                    continue;
                End first = end(p), last = end(q);
                within(first, last);
                add_way(a, b, later(from, first), earlier(to, last), number, ways);
            }
        };
        if (const FloorPatch* const patch = patch_of(portal.polygon)) {
            for (const FloorPatch::Part& part : patch->parts)
                if (part.number != no_number) look(part.piece, part.number);
        } else {
            look(whole(bare_polygon(portal.polygon)), portal.polygon);
        }
    }

    // ---- Borders ----

    /// The parts of the line from a to b, at the end of a polygon, over which no other floor goes on. Obstacles on the
    /// other floor end it too.
    std::vector<Part> uncovered(uint32_t bare, Spot a, Spot b) const {
        std::vector<Part> covers;
        const auto at = [&](double place) { return place == 0.0 ? a : place == 1.0 ? b : a + (b - a) * place; };
        for (const Overlap& overlap : base_.overlaps[bare]) {
            const auto cover = covered_by(bare_polygon(overlap.polygon).edges, a, b);
            if (!cover) continue;
            std::vector<Part> under;
            if (is_cut(overlap.polygon))
                for (const Footprint& rectangle : patch_of(overlap.polygon)->rectangles) {
                    double from = cover->from, to = cover->to;
                    for (const Footprint::Side& side : rectangle.sides) {
                        const double at_a = dot(side.outward, a - side.a) - 0.5 * hair_;
                        const double at_b = dot(side.outward, b - side.a) - 0.5 * hair_;
                        if (at_a > 0.0 && at_b > 0.0) to = from;
                        if (at_a > 0.0 && at_b <= 0.0) from = std::max(from, at_a / (at_a - at_b));
                        if (at_b > 0.0 && at_a <= 0.0) to = std::min(to, at_a / (at_a - at_b));
                    }
                    if (from < to) under.push_back({from, to, at(from), at(to)});
                }
            // The part before the cover and the part after it are left out, too.
            under.push_back({-1.0, cover->from, a, at(cover->from)});
            for (Part& part : rest_of(std::move(under), a, b, 0.0)) {
                part.to = std::min(part.to, cover->to);
                part.at_to = at(part.to);
                if (part.from < part.to) covers.push_back(part);
            }
        }
        const double tolerance = hair_ / std::max(length_of(b - a), hair_);
        if (covers.empty()) return {Part{0.0, 1.0, a, b}};
        return rest_of(std::move(covers), a, b, tolerance);
    }

    void new_border(Spot a, Spot b, uint64_t order, FloorPatch::Part& part) {
        const double length = length_of(b - a);
        if (length == 0.0) return;
        if (state_.free_borders.empty()) {
            state_.free_borders.push_back(static_cast<uint32_t>(shapes_.borders.size()));
            shapes_.borders.push_back({});
        }
        const uint32_t number = state_.free_borders.back();
        state_.free_borders.pop_back();
        part.borders.push_back(number);
        add_border(number, {.a = a, .b = b, .along = (b - a) * (1.0 / length), .length = length, .order = order});
    }

    /// Calls visit(number, border) for all borders that begin or end in a place.
    template <typename Visit> void borders_at(Spot place, Visit&& visit) {
        const uint32_t cell = now_.cells_.cell_at(place);
        if (cell == FloorCells::no_cell) return;
        for (const uint32_t i : now_.cells_.borders(cell))
            if (shapes_.borders[i].a == place || shapes_.borders[i].b == place) visit(i, shapes_.borders.change(i));
    }

    /// Links borders at all places where borders have come or gone.
    void chain_borders() {
        std::sort(places_.begin(), places_.end(), before);
        places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
        for (const Spot place : places_) {
            uint32_t starts = 0, ends = 0, first = 0, last = 0;
            borders_at(place, [&](uint32_t i, Border& border) {
                if (border.a == place) ++starts, last = i, border.before = Border::none, border.tip_a = true;
                if (border.b == place) ++ends, first = i, border.after = Border::none, border.tip_b = true;
            });
            if (starts == 1 && ends == 1) chain(shapes_.borders, first, last);
        }
    }

    // ---- Corners ----

    uint32_t bare_corners() const { return static_cast<uint32_t>(bare_.shapes_.corners.size()); }

    uint32_t known_corner(Spot at) const {
        if (const auto found = base_.corner_numbers.find(at); found != base_.corner_numbers.end()) return found->second;
        const auto i =
            std::lower_bound(state_.corners.begin(), state_.corners.end(), at,
                             [&](uint32_t corner, Spot sought) { return before(shapes_.corners[corner], sought); });
        if (i != state_.corners.end() && shapes_.corners[*i] == at) return *i;
        const auto found = new_corners_.find(at);
        return found == new_corners_.end() ? no_number : found->second;
    }
    uint32_t corner_number(Spot at) {
        uint32_t number = known_corner(at);
        if (number == no_number && state_.free_corners.empty()) {
            state_.free_corners.push_back(static_cast<uint32_t>(shapes_.corners.size()));
            shapes_.corners.push_back({});
            shapes_.sticks_out.push_back(0);
            state_.corner_uses.push_back(0);
        }
        if (number == no_number) {
            number = state_.free_corners.back();
            state_.free_corners.pop_back();
            shapes_.corners.change(number) = at;
            new_corners_.emplace(at, number);
        }
        if (number >= bare_corners()) ++state_.corner_uses[number - bare_corners()];
        named_.push_back(number);
        return number;
    }

    /// Puts the new corners into the list by place, and takes those out that no portal has now.
    void keep_corners() {
        std::erase_if(state_.corners, [&](uint32_t corner) {
            if (state_.corner_uses[corner - bare_corners()] != 0) return false;
            state_.free_corners.push_back(corner);
            return true;
        });
        const auto known = static_cast<std::ptrdiff_t>(state_.corners.size());
        for (const auto& [at, number] : new_corners_) state_.corners.push_back(number);
        const auto by_place = [&](uint32_t a, uint32_t b) { return before(shapes_.corners[a], shapes_.corners[b]); };
        std::sort(state_.corners.begin() + known, state_.corners.end(), by_place);
        std::inplace_merge(state_.corners.begin(), state_.corners.begin() + known, state_.corners.end(), by_place);
        new_corners_.clear();
    }

    /// Marks the corners at which a wall's corner sticks out, where portals or borders have come or gone.
    void find_tips() {
        for (const Spot place : places_)
            if (const uint32_t corner = known_corner(place); corner != no_number) named_.push_back(corner);
        std::sort(named_.begin(), named_.end());
        named_.erase(std::unique(named_.begin(), named_.end()), named_.end());
        const double near = 0.1 * hair_; // rounding may put two corners beside each other
        for (const uint32_t corner : named_) {
            const Spot at = shapes_.corners[corner];
            const uint32_t cell = now_.cells_.cell_at(at);
            bool tip = false;
            if (cell != FloorCells::no_cell)
                for (const uint32_t i : now_.cells_.borders(cell)) {
                    const Border& border = shapes_.borders[i];
                    tip = tip || (border.tip_a && length_of(border.a - at) <= near) ||
                          (border.tip_b && length_of(border.b - at) <= near);
                }
            shapes_.sticks_out.put(corner, tip);
        }
    }

    // ---- Islands ----

    /// Calls visit(number) for the pieces that stand for a polygon of the bare mesh, in their order.
    template <typename Visit> void each_piece(uint32_t bare, Visit&& visit) const {
        const FloorPatch* const patch = patch_of(bare);
        if (patch == nullptr) return visit(bare);
        for (const FloorPatch::Part& part : patch->parts)
            if (part.number != no_number) visit(part.number);
    }

    /// Numbers the islands by their first polygons. Returns true if a polygon that was there before has another number.
    bool find_islands() {
        Sets sets(shapes_.polygons.size());
        for (uint32_t i = 0; i < shapes_.polygons.size(); ++i)
            for (const Portal& portal : shapes_.polygons[i].portals) sets.join(i, portal.polygon);
        for (uint32_t i = 0; i < bare_count_; ++i)
            for (const Overlap& overlap : base_.overlaps[i])
                if (overlap.joins && overlap.polygon > i) join_overlapping(sets, i, overlap.polygon);
        for (const auto& [a, b] : base_.loose_links)
            if (!is_cut(a) && !is_cut(b)) sets.join(a, b);
        std::vector<uint32_t> islands(shapes_.polygons.size(), Ground::no_island); // by first polygon of the set
        bool renamed = false;
        shapes_.island_count = 0;
        for (uint32_t bare = 0; bare < bare_count_; ++bare)
            each_piece(bare, [&](uint32_t i) {
                uint32_t& island = islands[sets.first(i)];
                if (island == Ground::no_island) island = shapes_.island_count++;
                const uint32_t known = shapes_.polygons[i].island;
                if (known == island) return;
                renamed = renamed || known != Ground::no_island;
                shapes_.polygons.change(i).island = island;
            });
        return renamed;
    }
    void join_overlapping(Sets& sets, uint32_t a, uint32_t b) const {
        if (!is_cut(a) && !is_cut(b)) return sets.join(a, b);
        each_piece(a, [&](uint32_t i) {
            each_piece(b, [&](uint32_t k) {
                if (sets.first(i) != sets.first(k) &&
                    !apart(shapes_.polygons[i].edges, shapes_.polygons[k].edges, least_overlap))
                    sets.join(i, k);
            });
        });
    }

    const Floor& bare_;
    const FloorBase& base_;
    Floor& now_;
    FloorShapes& shapes_;
    FloorPatches& state_;
    double hair_;
    uint32_t bare_count_;
    std::vector<Made> made_; ///< the touched polygons, then their neighbours
    FloorCells::Change change_;
    std::vector<Spot> places_; ///< where borders that come or go begin and end
    std::unordered_map<Spot, uint32_t, SpotHash> new_corners_;
    std::vector<uint32_t> named_;      ///< corners of new portals
    std::vector<SideEdge> side_edges_; ///< of the polygon that is being connected
    std::vector<Open> open_;
};

std::unique_ptr<Floor> with_obstacles(const Floor& bare, const Floor& before, std::span<const Obstacle> all,
                                      std::span<const Obstacle> changed) {
    if (bare.shapes().base->overlaps.empty()) return nullptr;
    auto now = std::make_unique<Floor>(before);
    FloorChange(bare, *now).make(all, changed);
    return now;
}

} // namespace fray
