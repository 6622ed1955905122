#include "tiles.h"

#include "fray/spatial/navmesh.h"

#include <DetourNavMesh.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace fray {
namespace {

constexpr int set_magic = 'M' << 24 | 'S' << 16 | 'E' << 8 | 'T', set_version = 1;
constexpr int most_tiles = 65536, most_polygons = 65535, most_links = 1 << 22, farthest_tile = 1 << 20;
constexpr double least_area = 1e-6;  // m^2: a smaller polygon is not walkable
constexpr double least_depth = 0.01; // m: a polygon counts as convex if no corner is dented by more

struct SetHeader {
    int magic = set_magic, version = set_version, count = 0;
    dtNavMeshParams params = {};
};

struct SetTile {
    dtTileRef reference = 1;
    int size = 0;
};

template <typename T> void append(std::vector<std::byte>* out, const T* values, size_t count) {
    const size_t at = out->size();
    out->resize(at + count * sizeof(T));
    if (count != 0) std::memcpy(out->data() + at, values, count * sizeof(T));
}

/// Reads values from bytes. Throws std::invalid_argument, with `place` before the text, if the bytes end too early.
class Bytes {
public:
    Bytes(std::span<const std::byte> bytes, const std::string& place) : left_(bytes), place_(place) {}

    [[noreturn]] void fail(const std::string& what) const { throw std::invalid_argument(place_ + ": " + what); }
    void require(bool ok, const std::string& what) const {
        if (!ok) fail(what);
    }

    std::span<const std::byte> take(size_t count, const char* what) {
        require(count <= left_.size(), std::string("ends within ") + what + ": given " + std::to_string(left_.size()) +
                                           " bytes more, needed " + std::to_string(count));
        const auto taken = left_.first(count);
        left_ = left_.subspan(count);
        return taken;
    }
    template <typename T> T take(const char* what) {
        T value;
        std::memcpy(static_cast<void*>(&value), take(sizeof value, what).data(), sizeof value);
        return value;
    }
    template <typename T> std::vector<T> list(int count, const char* what) {
        const auto taken = take(static_cast<size_t>(count) * sizeof(T), what);
        std::vector<T> values(static_cast<size_t>(count));
        if (count != 0) std::memcpy(static_cast<void*>(values.data()), taken.data(), taken.size());
        return values;
    }
    void end() const { require(left_.empty(), std::to_string(left_.size()) + " bytes too many at the end"); }

private:
    std::span<const std::byte> left_;
    const std::string& place_;
};

bool near_origin(float metres) { return std::abs(metres) <= NavMesh::farthest; } // false for NaN

/// Reads and checks a tile. `kept` returns the part of it that fray keeps.
class Tile {
public:
    Tile(std::span<const std::byte> bytes, const std::string& place) : in_(bytes, place) {
        read_header();
        corners_ = in_.list<float>(3 * header_.vertCount, "its corners");
        polygons_ = in_.list<dtPoly>(header_.polyCount, "its polygons");
        in_.list<dtLink>(header_.maxLinkCount, "its links");
        in_.list<dtPolyDetail>(header_.detailMeshCount, "its details");
        in_.list<float>(3 * header_.detailVertCount, "its details");
        in_.list<int>(header_.detailTriCount, "its details");
        in_.list<dtBVNode>(header_.bvNodeCount, "its box tree");
        in_.list<dtOffMeshConnection>(header_.offMeshConCount, "its connections off the mesh");
        in_.end();
        for (const float metres : corners_)
            in_.require(near_origin(metres), "a corner at " + std::to_string(metres) + "; allowed: -32768 to 32768 m");
        polygons_.resize(static_cast<size_t>(header_.offMeshBase));
        for (size_t i = 0; i < polygons_.size(); ++i) check_polygon(i);
        for (size_t i = 0; i < polygons_.size(); ++i) check_neighbours(i);
    }

    const dtMeshHeader& header() const { return header_; }

    std::vector<std::byte> kept() const {
        dtMeshHeader header = header_;
        header.polyCount = header.offMeshBase;
        header.detailMeshCount = header.detailVertCount = header.detailTriCount = 0;
        header.bvNodeCount = header.offMeshConCount = 0;
        std::vector<std::byte> out;
        append(&out, &header, 1);
        append(&out, corners_.data(), corners_.size());
        append(&out, polygons_.data(), polygons_.size());
        out.resize(out.size() + static_cast<size_t>(header.maxLinkCount) * sizeof(dtLink));
        return out;
    }

private:
    void read_header() {
        header_ = in_.take<dtMeshHeader>("its header");
        in_.require(header_.magic == DT_NAVMESH_MAGIC, "not a tile of a navmesh: it begins with " +
                                                           std::to_string(header_.magic) + ", allowed " +
                                                           std::to_string(DT_NAVMESH_MAGIC) + " (DNAV)");
        in_.require(header_.version == DT_NAVMESH_VERSION, "a tile of version " + std::to_string(header_.version) +
                                                               "; allowed: " + std::to_string(DT_NAVMESH_VERSION));
        const auto between = [&](const char* what, int given, int least, int most) {
            in_.require(given >= least && given <= most, std::string(what) + ": given " + std::to_string(given) +
                                                             "; allowed: " + std::to_string(least) + " to " +
                                                             std::to_string(most));
        };
        between("x of the tile", header_.x, -farthest_tile, farthest_tile);
        between("y of the tile", header_.y, -farthest_tile, farthest_tile);
        between("layer of the tile", header_.layer, 0, farthest_tile);
        between("polygons", header_.polyCount, 0, most_polygons);
        between("corners", header_.vertCount, 0, most_polygons + 1);
        between("links", header_.maxLinkCount, 1, most_links); // Detour writes to the last
        between("details", header_.detailMeshCount, 0, most_polygons);
        between("corners of details", header_.detailVertCount, 0, most_links);
        between("triangles of details", header_.detailTriCount, 0, most_links);
        between("boxes", header_.bvNodeCount, 0, most_links);
        between("connections off the mesh", header_.offMeshConCount, 0, header_.polyCount);
        between("polygons on the mesh", header_.offMeshBase, 0, header_.polyCount);
        for (const float metres :
             {header_.walkableHeight, header_.walkableRadius, header_.walkableClimb, header_.bmin[0], header_.bmin[1],
              header_.bmin[2], header_.bmax[0], header_.bmax[1], header_.bmax[2]})
            in_.require(near_origin(metres), "a size of " + std::to_string(metres) + "; allowed: -32768 to 32768 m");
    }

    double x(size_t polygon, size_t corner) const { return double{corners_[3 * polygons_[polygon].verts[corner]]}; }
    double y(size_t polygon, size_t corner) const { return double{corners_[3 * polygons_[polygon].verts[corner] + 2]}; }

    /// Checks a polygon, and sets its flags to 1 if it is walkable and to 0 if not.
    void check_polygon(size_t i) {
        dtPoly& polygon = polygons_[i];
        const std::string which = "polygon " + std::to_string(i);
        in_.require(polygon.getType() == DT_POLYTYPE_GROUND, which + ": is not ground");
        in_.require(polygon.vertCount >= 3 && polygon.vertCount <= DT_VERTS_PER_POLYGON,
                    which + ": given " + std::to_string(polygon.vertCount) + " corners; allowed: 3 to 6");
        for (size_t k = 0; k < polygon.vertCount; ++k)
            in_.require(polygon.verts[k] < header_.vertCount, which + ": names corner " +
                                                                  std::to_string(polygon.verts[k]) + " of " +
                                                                  std::to_string(header_.vertCount));
        double twice = 0.0;
        for (size_t k = 0; k < polygon.vertCount; ++k) {
            const size_t next = (k + 1) % polygon.vertCount;
            twice += (x(i, k) - x(i, 0)) * (y(i, next) - y(i, 0)) - (x(i, next) - x(i, 0)) * (y(i, k) - y(i, 0));
        }
        const bool large = std::abs(twice) >= 2.0 * least_area;
        in_.require(!large || is_convex(i, twice > 0.0 ? 1.0 : -1.0), which + ": is not convex");
        polygon.firstLink = DT_NULL_LINK;
        polygon.flags = large && polygon.flags != 0;
        polygon.areaAndtype = DT_POLYTYPE_GROUND << 6;
    }

    /// True if no corner lies outside any edge. `turn` is 1 or -1, the orientation of the polygon.
    bool is_convex(size_t i, double turn) const {
        const size_t count = polygons_[i].vertCount;
        for (size_t k = 0; k < count; ++k) {
            const double ex = x(i, (k + 1) % count) - x(i, k), ey = y(i, (k + 1) % count) - y(i, k);
            const double length = std::sqrt(ex * ex + ey * ey);
            for (size_t m = 0; m < count; ++m) {
                const double depth = turn * (ex * (y(i, m) - y(i, k)) - ey * (x(i, m) - x(i, k)));
                if (depth < -least_depth * length) return false;
            }
        }
        return true;
    }

    /// Checks that each neighbour in the same tile shares the edge, and names this polygon as its neighbour.
    void check_neighbours(size_t i) const {
        const dtPoly& polygon = polygons_[i];
        for (size_t k = 0; k < polygon.vertCount; ++k) {
            if (polygon.neis[k] == 0 || (polygon.neis[k] & DT_EXT_LINK) != 0) continue;
            const size_t other = polygon.neis[k] - size_t{1};
            in_.require(other < polygons_.size() && other != i &&
                            has_edge(polygons_[other], polygon.verts[(k + 1) % polygon.vertCount], polygon.verts[k], i),
                        "polygon " + std::to_string(i) + ": its neighbour " + std::to_string(other) +
                            " does not share its edge " + std::to_string(k));
        }
    }
    static bool has_edge(const dtPoly& polygon, unsigned short from, unsigned short to, size_t neighbour) {
        for (size_t k = 0; k < polygon.vertCount; ++k)
            if (polygon.verts[k] == from && polygon.verts[(k + 1) % polygon.vertCount] == to &&
                polygon.neis[k] == neighbour + 1)
                return true;
        return false;
    }

    Bytes in_;
    dtMeshHeader header_ = {};
    std::vector<float> corners_;
    std::vector<dtPoly> polygons_;
};

TileSet one_tile(std::span<const std::byte> bytes, const std::string& name) {
    const Tile tile(bytes, name);
    const dtMeshHeader& header = tile.header();
    TileSet set;
    std::copy(header.bmin, header.bmin + 3, set.origin);
    set.tile_width = std::clamp(header.bmax[0] - header.bmin[0], 1.0f, NavMesh::farthest);
    set.tile_height = std::max(header.bmax[2] - header.bmin[2], 1.0f);
    set.tiles.push_back(tile.kept());
    return set;
}

TileSet many_tiles(std::span<const std::byte> bytes, const std::string& name) {
    Bytes in(bytes, name);
    const auto header = in.take<SetHeader>("its header");
    in.require(header.version == set_version, "a set of tiles of version " + std::to_string(header.version) +
                                                  "; allowed: " + std::to_string(set_version));
    in.require(header.count >= 1 && header.count <= most_tiles,
               "given " + std::to_string(header.count) + " tiles; allowed: 1 to " + std::to_string(most_tiles));
    TileSet set;
    const dtNavMeshParams& params = header.params;
    std::copy(params.orig, params.orig + 3, set.origin);
    set.tile_width = params.tileWidth, set.tile_height = params.tileHeight;
    for (const float metres : {params.orig[0], params.orig[1], params.orig[2]})
        in.require(near_origin(metres), "an origin at " + std::to_string(metres) + "; allowed: -32768 to 32768 m");
    for (const float metres : {params.tileWidth, params.tileHeight})
        in.require(metres > 0.0f && near_origin(metres),
                   "tiles of " + std::to_string(metres) + " m; allowed: more than 0, to 32768");
    for (int i = 0; i < header.count; ++i) {
        const auto tile = in.take<SetTile>("the header of a tile");
        in.require(tile.size > 0, "tile " + std::to_string(i) + ": given " + std::to_string(tile.size) + " bytes");
        set.tiles.push_back(
            Tile(in.take(static_cast<size_t>(tile.size), "a tile"), name + ": tile " + std::to_string(i)).kept());
    }
    in.end();
    return set;
}

} // namespace

TileSet read_tiles(std::span<const std::byte> bytes, const std::string& name) {
    int magic = 0;
    if (bytes.size() >= sizeof magic) std::memcpy(&magic, bytes.data(), sizeof magic);
    if (magic == set_magic) return many_tiles(bytes, name);
    if (magic == DT_NAVMESH_MAGIC) return one_tile(bytes, name);
    throw std::invalid_argument(name + ": not a navmesh: given " + std::to_string(bytes.size()) +
                                " bytes; allowed: a tile (DNAV) or a set of tiles (MSET)");
}

void append_tiles(const TileSet& set, std::vector<std::byte>* out) {
    SetHeader header{.count = static_cast<int>(set.tiles.size())};
    std::copy(set.origin, set.origin + 3, header.params.orig);
    header.params.tileWidth = set.tile_width, header.params.tileHeight = set.tile_height;
    header.params.maxTiles = header.count;
    header.params.maxPolys = most_polygons;
    append(out, &header, 1);
    for (const std::vector<std::byte>& tile : set.tiles) {
        const SetTile one{.size = static_cast<int>(tile.size())};
        append(out, &one, 1);
        append(out, tile.data(), tile.size());
    }
}

} // namespace fray
