#include "mesh_builder.h"

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

constexpr float walkable_height = 2.0f, walkable_climb = 0.4f; ///< m; the ground is flat
constexpr float least_voxel = 0.05f;                           ///< m: tiles join where they have 2 cm in common
constexpr int tile_side = 32;                                  ///< voxels: no polygon is larger
constexpr int most_parts = 8;                                  ///< voxels a cell
constexpr double most_voxels = 64e6;

/// Squares that can be walked on, a whole number of them to a cell.
struct Voxels {
    int columns = 0, lines = 0;
    float size = 1.0f; ///< m
    Vec2 low;
    std::vector<uint8_t> open;

    bool at(int x, int y) const {
        return x >= 0 && y >= 0 && x < columns && y < lines &&
               open[static_cast<size_t>(y) * static_cast<size_t>(columns) + static_cast<size_t>(x)] != 0;
    }
};

/// So many to a cell that the radius is hardly rounded up.
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

/// Takes off as many as `width` from all sides of what is walkable, corners staying square: along lines of `count`
/// voxels that are `step` apart.
void erode(std::vector<uint8_t>& open, size_t start, size_t step, int count, int width, std::vector<int>& gaps) {
    gaps.assign(static_cast<size_t>(count), 0);
    int since = 0; // the last that is not, or the end
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
    const int parts = parts_for(map.cell(), radius);
    const double count = double{static_cast<double>(map.columns())} * map.lines() * parts * parts;
    if (count > most_voxels)
        throw std::invalid_argument("NavMesh: given a map of " + std::to_string(map.columns()) + " by " +
                                    std::to_string(map.lines()) + " cells, each in " + std::to_string(parts * parts) +
                                    " for the radius; allowed: 64 million in all");
    Voxels voxels{map.columns() * parts, map.lines() * parts, map.cell() / static_cast<float>(parts), map.low(), {}};
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

/// A part of the ground, in voxels from the tile's low corner; the high ends are not part of it.
struct Rectangle {
    int left, low, right, high;
};
struct Lattice {
    int x, y;
};
using Corners = std::vector<Lattice>; ///< of a convex polygon, as Detour goes round; several may be in line

int64_t turn_of(Lattice a, Lattice b, Lattice c) {
    return int64_t{b.x - a.x} * (c.y - a.y) - int64_t{c.x - a.x} * (b.y - a.y);
}

// Recast's own polygons will not do: of version 1.5.1 they are not as large as the ground on one random map in three,
// whatever it is parted by, and a tile of a hundred thin walls takes seconds. A grid of squares parts well into
// rectangles. Where their corners touch each other's sides these get corners too, so that all neighbours have whole
// edges in common, as Detour wants it: also those of other tiles.

/// The ground in rectangles that keep to tiles of a fixed side, and all their corners.
class Partition {
public:
    explicit Partition(const Voxels& voxels)
        : voxels_(voxels), width_(static_cast<size_t>(voxels.columns) + 1),
          corners_(width_ * (static_cast<size_t>(voxels.lines) + 1)), taken_(voxels.open.size()) {
        for (int y = 0; y < voxels.lines; y += tile_side)
            for (int x = 0; x < voxels.columns; x += tile_side) part(x, y);
    }

    /// Of a tile; places are those of all voxels.
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

    /// From a low left corner on: the one whose shorter side is the longest, and of those the largest.
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
    std::vector<bool> corners_; ///< of all rectangles, by place
    std::vector<bool> taken_;   ///< by voxel
    std::vector<std::vector<Rectangle>> tiles_;
};

/// In pieces that have no more corners than Detour's polygons.
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
    // As even as can be, where the cut does not go along a side.
    for (size_t ahead = count / 2; ahead >= 2; --ahead)
        for (size_t i = 0; i < count; ++i) {
            const Corners a = piece(i, (i + ahead) % count), b = piece((i + ahead) % count, i);
            if (flat(a) || flat(b)) continue;
            add_pieces(a, out);
            return add_pieces(b, out);
        }
}

/// Detour's polygons of one tile.
class TileBuilder {
public:
    TileBuilder(const Voxels& voxels, int column, int line)
        : voxels_(voxels), column_(column), line_(line), low_{column * tile_side, line * tile_side} {}

    /// Empty: nothing can be walked on.
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

    /// As dtCreateNavMeshData has them: corners, then neighbours, for each.
    std::vector<unsigned short> numbered() {
        constexpr size_t most = DT_VERTS_PER_POLYGON;
        constexpr unsigned short none = 0xffff;
        std::vector<unsigned short> out(polygons_.size() * 2 * most, none);
        std::unordered_map<uint32_t, unsigned short> owners; // of edges
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
    /// As Recast numbers the sides of a tile that lead to the next: 0 is that of the lowest x, then clockwise.
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
        if (!dtCreateNavMeshData(&create, &data, &size)) throw std::runtime_error("NavMesh: Detour makes no tile");
        std::vector<std::byte> tile(static_cast<size_t>(size));
        std::memcpy(tile.data(), data, tile.size());
        dtFree(data);
        return tile;
    }

    const Voxels& voxels_;
    int column_, line_;
    Lattice low_;
    std::vector<Corners> polygons_;
    std::vector<unsigned short> corners_; ///< as Detour has them
    std::unordered_map<uint32_t, unsigned short> numbers_;
};

} // namespace

TileSet tiles_of(const GridMap& map, float radius) {
    if (!(radius >= 0.0f && radius <= NavMesh::most_radius))
        throw std::invalid_argument("NavMesh: radius: given " + std::to_string(radius) + ", allowed 0 to 10 m");
    if (map.cell() < least_voxel)
        throw std::invalid_argument("NavMesh: given a map with cells of " + std::to_string(map.cell()) +
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
    // As they would be read from a file.
    std::vector<std::byte> bytes;
    append_tiles(set, &bytes);
    return read_tiles(bytes, "NavMesh");
}

} // namespace fray
