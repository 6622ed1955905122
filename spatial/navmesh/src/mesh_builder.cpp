#include "mesh_builder.h"

#include "float_mode.h"
#include "fray/spatial/grid_map.h"
#include "fray/spatial/navmesh.h"
#include "saturated_cast.h"

#include <DetourAlloc.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <unordered_map>

namespace fray {
namespace {

constexpr float walkable_height = 2.0f, walkable_climb = 0.4f; ///< m, nominal values: the ground is flat
constexpr float least_voxel = 0.05f;                           ///< m: tiles are linked where they share 2 cm of an edge
constexpr int tile_side = 32;                                  ///< voxels; no polygon is larger
constexpr int most_parts = 8;                                  ///< voxels along the side of a cell
constexpr double most_voxels = 64e6;

/// A raster of squares that are walkable (`open`) or not. A whole number of voxels fits along the side of a cell.
struct Voxels {
    int columns = 0, lines = 0;
    float size = 1.0f; ///< m
    Vec2 low{};
    std::vector<uint8_t> open;

    bool at(int x, int y) const {
        return x >= 0 && y >= 0 && x < columns && y < lines &&
               open[static_cast<size_t>(y) * static_cast<size_t>(columns) + static_cast<size_t>(x)] != 0;
    }
};

/// The number of voxels along the side of a cell, 1 to most_parts. It is chosen so that the radius, rounded up to whole
/// voxels, grows as little as possible.
int parts_for(float cell, float radius) {
    int best = 1;
    const auto excess = [&](int parts) {
        const double voxel = double{cell} / parts;
        return std::ceil(double{radius} / voxel - 1e-4) * voxel - double{radius};
    };
    for (int parts = 2; parts <= most_parts && cell >= least_voxel * static_cast<float>(parts); ++parts)
        if (excess(parts) < excess(best) - 1e-4 * double{cell}) best = parts;
    return best;
}

/// Erodes a line of `count` voxels, which begins at index `start` with `step` between neighbours: removes `width`
/// voxels from both ends of each walkable run. Eroding all lines and then all columns erodes by a square, so corners
/// stay square.
void erode(std::vector<uint8_t>& open, size_t start, size_t step, int count, int width, std::vector<int>& gaps) {
    gaps.assign(static_cast<size_t>(count), 0);
    int since = 0; // voxels since the last voxel that is not walkable, or since the end of the line
    const auto voxel = [&](int i) -> uint8_t& { return open[start + static_cast<size_t>(i) * step]; };
    for (int i = 0; i < count; ++i) gaps[i] = since = voxel(i) != 0 ? since + 1 : 0;
    since = 0;
    for (int i = count; i-- > 0;) {
        since = voxel(i) != 0 ? since + 1 : 0;
        gaps[i] = std::min(gaps[i], since);
    }
    for (int i = 0; i < count; ++i) voxel(i) = gaps[i] > width;
}

Voxels voxels_of(const GridMap& map, float radius) {
    const int parts = parts_for(map.cell_size(), radius);
    const double count = double{static_cast<double>(map.columns())} * map.lines() * parts * parts;
    if (count > most_voxels)
        throw std::invalid_argument("NavMesh: given a map of " + std::to_string(map.columns()) + " by " +
                                    std::to_string(map.lines()) + " cells, each in " + std::to_string(parts * parts) +
                                    " for the radius; allowed: 64 million in all");
    Voxels voxels{
        map.columns() * parts, map.lines() * parts, map.cell_size() / static_cast<float>(parts), map.low(), {}};
    voxels.open.reserve(saturated_cast<size_t>(count));
    for (int y = 0; y < voxels.lines; ++y)
        for (int x = 0; x < voxels.columns; ++x) voxels.open.push_back(map.walkable(x / parts, y / parts));
    const int width = saturated_cast<int>(std::ceil(radius / voxels.size - 1e-4f));
    if (width <= 0) return voxels;
    std::vector<int> gaps;
    const auto columns = static_cast<size_t>(voxels.columns);
    for (int y = 0; y < voxels.lines; ++y)
        erode(voxels.open, static_cast<size_t>(y) * columns, 1, voxels.columns, width, gaps);
    for (int x = 0; x < voxels.columns; ++x)
        erode(voxels.open, static_cast<size_t>(x), columns, voxels.lines, width, gaps);
    return voxels;
}

/// A rectangle of the ground, in voxels from the low corner of the map; right and high are exclusive.
struct Rectangle {
    int left, low, right, high;
};
/// A corner of voxels; x and y count voxels from the low corner of the map.
struct Lattice {
    int x, y;
};
using Corners = std::vector<Lattice>; ///< of a convex polygon, in Detour's orientation; more than two may lie on a line

int64_t turn_of(Lattice a, Lattice b, Lattice c) {
    return int64_t{b.x - a.x} * (c.y - a.y) - int64_t{c.x - a.x} * (b.y - a.y);
}

// Recast's own polygons cannot be used. In version 1.5.1 they do not cover the whole ground on a third of random maps,
// whatever method of partition is set, and a tile of a hundred thin walls takes seconds.
//
// A grid of squares can be cut well into rectangles. Where the corner of a rectangle touches the side of another, that
// side gets a corner, too. So all neighbours share whole edges, as Detour requires, also across tiles.

/// The ground cut into rectangles, each within a tile, and the corners of all rectangles.
class Partition {
public:
    explicit Partition(const Voxels& voxels)
        : voxels_(voxels), width_(static_cast<size_t>(voxels.columns) + 1),
          corners_(width_ * (static_cast<size_t>(voxels.lines) + 1)), taken_(voxels.open.size()) {
        for (int y = 0; y < voxels.lines; y += tile_side)
            for (int x = 0; x < voxels.columns; x += tile_side) part(x, y);
    }

    /// The rectangles of a tile, in voxels of the whole map.
    const std::vector<Rectangle>& rectangles(int column, int line) const {
        return tiles_[static_cast<size_t>(line) * tile_columns() + static_cast<size_t>(column)];
    }
    Corners corners_of(const Rectangle& r) const {
        Corners corners;
        const auto put = [&](int x, int y) {
            if (corners_[corner(x, y)]) corners.push_back({x, y});
        };
        for (int y = r.low; y < r.high; ++y) put(r.left, y);
        for (int x = r.left; x < r.right; ++x) put(x, r.high);
        for (int y = r.high; y > r.low; --y) put(r.right, y);
        for (int x = r.right; x > r.left; --x) put(x, r.low);
        return corners;
    }

private:
    size_t tile_columns() const { return (static_cast<size_t>(voxels_.columns) + tile_side - 1) / tile_side; }
    size_t corner(int x, int y) const { return static_cast<size_t>(y) * width_ + static_cast<size_t>(x); }
    bool free(int x, int y) const {
        return voxels_.at(x, y) &&
               !taken_[static_cast<size_t>(y) * static_cast<size_t>(voxels_.columns) + static_cast<size_t>(x)];
    }

    void part(int low_x, int low_y) {
        std::vector<Rectangle>& tile = tiles_.emplace_back();
        for (int y = low_y; y < std::min(low_y + tile_side, voxels_.lines); ++y)
            for (int x = low_x; x < std::min(low_x + tile_side, voxels_.columns); ++x)
                if (free(x, y)) tile.push_back(take(x, y, low_x + tile_side, low_y + tile_side));
    }

    /// Takes a free rectangle with the given low left corner. It chooses the rectangle with the longest short side, and
    /// among equals that with the largest area.
    Rectangle take(int x, int y, int end_x, int end_y) {
        Rectangle best = {x, y, x, y};
        int least_width = end_x - x, best_side = 0, best_area = 0;
        for (int height = 1; y + height <= end_y && least_width > 0; ++height) {
            int width = 0;
            while (width < least_width && free(x + width, y + height - 1)) ++width;
            least_width = width;
            const int side = std::min(width, height), area = width * height;
            if (side < best_side || (side == best_side && area <= best_area)) continue;
            best = {x, y, x + width, y + height}, best_side = side, best_area = area;
        }
        for (int v = best.low; v < best.high; ++v)
            std::fill_n(taken_.begin() + static_cast<std::ptrdiff_t>(v) * voxels_.columns + best.left,
                        best.right - best.left, true);
        for (const int v : {best.low, best.high})
            for (const int u : {best.left, best.right}) corners_[corner(u, v)] = true;
        return best;
    }

    const Voxels& voxels_;
    size_t width_;
    std::vector<bool> corners_; ///< by lattice point: true if a rectangle has a corner there
    std::vector<bool> taken_;   ///< by voxel: true if it is part of a rectangle
    std::vector<std::vector<Rectangle>> tiles_;
};

/// Cuts a polygon into pieces that have no more corners than Detour allows.
void add_pieces(const Corners& polygon, std::vector<Corners>& out) {
    const size_t count = polygon.size();
    if (count <= DT_VERTS_PER_POLYGON) return out.push_back(polygon);
    const auto piece = [&](size_t from, size_t to) {
        Corners corners;
        for (size_t i = from; i != to; i = (i + 1) % count) corners.push_back(polygon[i]);
        corners.push_back(polygon[to]);
        return corners;
    };
    const auto flat = [](const Corners& corners) {
        for (size_t i = 2; i < corners.size(); ++i)
            if (turn_of(corners[0], corners[i - 1], corners[i]) != 0) return false;
        return true;
    };
    // Cut into pieces as even as possible, but never along a side of the polygon.
    for (size_t ahead = count / 2; ahead >= 2; --ahead)
        for (size_t i = 0; i < count; ++i) {
            const Corners a = piece(i, (i + ahead) % count), b = piece((i + ahead) % count, i);
            if (flat(a) || flat(b)) continue;
            add_pieces(a, out);
            return add_pieces(b, out);
        }
}

/// Makes the data of a Detour tile.
class TileBuilder {
public:
    TileBuilder(const Voxels& voxels, int column, int line)
        : voxels_(voxels), column_(column), line_(line), low_{column * tile_side, line * tile_side} {}

    /// Returns the bytes of the tile; empty if nothing in it is walkable.
    std::vector<std::byte> build(const Partition& partition) {
        for (const Rectangle& r : partition.rectangles(column_, line_)) add_pieces(partition.corners_of(r), polygons_);
        if (polygons_.empty()) return {};
        const std::vector<unsigned short> polygons = numbered();
        const std::vector<unsigned short> flags(polygons_.size(), 1);
        const std::vector<unsigned char> areas(polygons_.size(), 0);
        dtNavMeshCreateParams create{};
        create.verts = corners_.data(), create.vertCount = static_cast<int>(corners_.size() / 3);
        create.polys = polygons.data(), create.polyFlags = flags.data(), create.polyAreas = areas.data();
        create.polyCount = static_cast<int>(polygons_.size()), create.nvp = DT_VERTS_PER_POLYGON;
        create.bmin[0] = place(voxels_.low.x, low_.x), create.bmin[2] = place(voxels_.low.y, low_.y);
        create.bmax[0] = place(voxels_.low.x, low_.x + tile_side);
        create.bmax[1] = walkable_height;
        create.bmax[2] = place(voxels_.low.y, low_.y + tile_side);
        create.tileX = column_, create.tileY = line_;
        create.walkableHeight = walkable_height, create.walkableClimb = walkable_climb;
        create.cs = create.ch = voxels_.size;
        return data_of(create);
    }

private:
    float place(float low, int voxel) const { return low + static_cast<float>(voxel) * voxels_.size; }

    unsigned short number_of(Lattice at) {
        const auto x = static_cast<unsigned short>(at.x - low_.x), y = static_cast<unsigned short>(at.y - low_.y);
        const auto next = static_cast<unsigned short>(corners_.size() / 3);
        const auto [found, is_new] = numbers_.emplace(uint32_t{y} << 16 | x, next);
        if (is_new) corners_.insert(corners_.end(), {x, 0, y});
        return found->second;
    }
    static uint32_t edge_key(unsigned short a, unsigned short b) { return uint32_t{a} << 16 | b; }

    /// The polygons in the format of dtCreateNavMeshData: for each polygon its corners, then its neighbours.
    std::vector<unsigned short> numbered() {
        constexpr size_t most = DT_VERTS_PER_POLYGON;
        constexpr unsigned short none = 0xffff;
        std::vector<unsigned short> out(polygons_.size() * 2 * most, none);
        std::unordered_map<uint32_t, unsigned short> owners; // by edge: its polygon
        for (size_t i = 0; i < polygons_.size(); ++i)
            for (size_t k = 0; k < polygons_[i].size(); ++k) {
                const unsigned short a = number_of(polygons_[i][k]);
                out[2 * most * i + k] = a;
                owners[edge_key(a, number_of(polygons_[i][(k + 1) % polygons_[i].size()]))] =
                    static_cast<unsigned short>(i);
            }
        for (size_t i = 0; i < polygons_.size(); ++i)
            for (size_t k = 0; k < polygons_[i].size(); ++k) {
                const size_t next = (k + 1) % polygons_[i].size();
                const auto other = owners.find(edge_key(out[2 * most * i + next], out[2 * most * i + k]));
                out[2 * most * i + most + k] =
                    other != owners.end() ? other->second : side_of(polygons_[i][k], polygons_[i][next]);
            }
        return out;
    }
    /// The mark of an edge on a side of the tile, which leads to the next tile; 0xffff for all other edges. Recast
    /// numbers the sides clockwise from side 0, which has the lowest x.
    unsigned short side_of(Lattice a, Lattice b) const {
        constexpr unsigned short none = 0xffff, leads_on = 0x8000;
        if (a.x == b.x && a.x == low_.x) return leads_on | 0;
        if (a.y == b.y && a.y == low_.y + tile_side) return leads_on | 1;
        if (a.x == b.x && a.x == low_.x + tile_side) return leads_on | 2;
        if (a.y == b.y && a.y == low_.y) return leads_on | 3;
        return none;
    }

    static std::vector<std::byte> data_of(dtNavMeshCreateParams& create) {
        unsigned char* data = nullptr;
        int size = 0;
        if (!dtCreateNavMeshData(&create, &data, &size))
            throw std::invalid_argument("NavMesh: Detour cannot make a tile");
        std::vector<std::byte> tile(static_cast<size_t>(size));
        std::memcpy(tile.data(), data, tile.size());
        dtFree(data);
        return tile;
    }

    const Voxels& voxels_;
    int column_, line_;
    Lattice low_;
    std::vector<Corners> polygons_;
    std::vector<unsigned short> corners_; ///< in Detour's format: x, height, z of each, in voxels
    std::unordered_map<uint32_t, unsigned short> numbers_;
};

} // namespace

TileSet tiles_of(const GridMap& map, float radius) {
    const FloatMode float_mode;
    if (!(radius >= 0.0f && radius <= NavMesh::max_body_radius))
        throw std::invalid_argument("NavMesh: radius: given " + std::to_string(radius) + ", allowed 0 to 10 m");
    if (map.cell_size() < least_voxel)
        throw std::invalid_argument("NavMesh: given a map with cells of " + std::to_string(map.cell_size()) +
                                    " m, allowed 0.05 to 100");
    const Voxels voxels = voxels_of(map, radius);
    const Partition partition(voxels);
    TileSet set;
    set.origin[0] = map.low().x, set.origin[2] = map.low().y;
    set.tile_width = set.tile_height = static_cast<float>(tile_side) * voxels.size;
    for (int line = 0; line * tile_side < voxels.lines; ++line)
        for (int column = 0; column * tile_side < voxels.columns; ++column)
            if (auto tile = TileBuilder(voxels, column, line).build(partition); !tile.empty())
                set.tiles.push_back(std::move(tile));
    if (set.tiles.empty())
        throw std::invalid_argument("NavMesh: radius: given " + std::to_string(radius) +
                                    " m, which leaves no cell walkable");
    // Write and read the tiles, so that they get the same checks and form as tiles from a file.
    std::vector<std::byte> bytes;
    append_tiles(set, &bytes);
    return read_tiles(bytes, "NavMesh");
}

} // namespace fray
