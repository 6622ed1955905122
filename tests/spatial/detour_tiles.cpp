#include "detour_tiles.h"

#include <DetourAlloc.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>

#include <cstring>
#include <stdexcept>

namespace fray::test {
namespace {

constexpr int corners_at_most = 6;
constexpr unsigned short none = 0xffff;
constexpr float step = 0.1f; // m

/// Numbers the sides of a box as Recast does: 0 is the lowest x, 1 the highest y, 2 the highest x, 3 the lowest y.
unsigned short side_of(const HandMesh& mesh, unsigned short a, unsigned short b) {
    const auto at = [&](unsigned short corner, int axis) { return mesh.corners[3 * corner + axis]; };
    const auto end = [&](int axis) {
        return static_cast<unsigned short>((mesh.high[axis] - mesh.low[axis]) / step + 0.5f);
    };
    if (at(a, 0) == 0 && at(b, 0) == 0) return 0x8000;
    if (at(a, 2) == end(2) && at(b, 2) == end(2)) return 0x8001;
    if (at(a, 0) == end(0) && at(b, 0) == end(0)) return 0x8002;
    if (at(a, 2) == 0 && at(b, 2) == 0) return 0x8003;
    return none;
}

unsigned short neighbour_of(const HandMesh& mesh, size_t polygon, unsigned short a, unsigned short b) {
    for (size_t i = 0; i < mesh.polygons.size(); ++i) {
        const auto& other = mesh.polygons[i];
        for (size_t k = 0; k < other.size() && i != polygon; ++k)
            if (other[k] == b && other[(k + 1) % other.size()] == a) return static_cast<unsigned short>(i);
    }
    return side_of(mesh, a, b);
}

template <typename T> void append(std::vector<std::byte>& out, const T& value) {
    const size_t at = out.size();
    out.resize(at + sizeof value);
    std::memcpy(out.data() + at, &value, sizeof value);
}

} // namespace

HandMesh two_squares() {
    HandMesh mesh;
    mesh.corners = {0, 0, 0, 100, 0, 0, 200, 0, 0, 0, 0, 100, 100, 0, 100, 200, 0, 100};
    mesh.polygons = {{0, 3, 4, 1}, {1, 4, 5, 2}};
    return mesh;
}

HandMesh two_squares_and_a_deck() {
    HandMesh mesh = two_squares();
    mesh.corners.insert(mesh.corners.end(), {180, 40, 20, 180, 40, 80, 240, 40, 80, 240, 40, 20});
    mesh.polygons.push_back({6, 7, 8, 9});
    return mesh;
}

HandMesh deck_over_a_road() {
    HandMesh mesh;
    mesh.corners = {0, 0, 40, 200, 0, 40, 0, 0, 60, 200, 0, 60, 80, 50, 0, 120, 50, 0, 80, 50, 100, 120, 50, 100};
    mesh.polygons = {{0, 2, 3, 1}, {4, 6, 7, 5}};
    return mesh;
}

std::vector<std::byte> tile_of(const HandMesh& mesh) {
    std::vector<unsigned short> polygons(mesh.polygons.size() * 2 * corners_at_most, none);
    for (size_t i = 0; i < mesh.polygons.size(); ++i)
        for (size_t k = 0; k < mesh.polygons[i].size(); ++k) {
            const auto& polygon = mesh.polygons[i];
            polygons[i * 2 * corners_at_most + k] = polygon[k];
            polygons[i * 2 * corners_at_most + corners_at_most + k] =
                neighbour_of(mesh, i, polygon[k], polygon[(k + 1) % polygon.size()]);
        }
    std::vector<unsigned short> flags = mesh.flags;
    flags.resize(mesh.polygons.size(), 1);
    const std::vector<unsigned char> areas(mesh.polygons.size(), 1);
    dtNavMeshCreateParams create{};
    create.verts = mesh.corners.data(), create.vertCount = static_cast<int>(mesh.corners.size() / 3);
    create.polys = polygons.data(), create.polyFlags = flags.data(), create.polyAreas = areas.data();
    create.polyCount = static_cast<int>(mesh.polygons.size()), create.nvp = corners_at_most;
    const float radius = 0.5f;
    const unsigned short jump_flags = 1;
    const unsigned char both_ways = 1, area = 1;
    const unsigned jump_id = 1;
    if (!mesh.jump.empty()) {
        create.offMeshConVerts = mesh.jump.data(), create.offMeshConRad = &radius;
        create.offMeshConFlags = &jump_flags, create.offMeshConAreas = &area, create.offMeshConDir = &both_ways;
        create.offMeshConUserID = &jump_id, create.offMeshConCount = 1;
    }
    std::memcpy(create.bmin, mesh.low, sizeof mesh.low);
    std::memcpy(create.bmax, mesh.high, sizeof mesh.high);
    create.tileX = mesh.tile_x, create.tileY = mesh.tile_y;
    create.walkableHeight = 2.0f, create.walkableClimb = 0.4f;
    create.cs = create.ch = step;
    create.buildBvTree = true;
    unsigned char* data = nullptr;
    int size = 0;
    if (!dtCreateNavMeshData(&create, &data, &size)) throw std::runtime_error("no tile");
    std::vector<std::byte> bytes(static_cast<size_t>(size));
    std::memcpy(bytes.data(), data, bytes.size());
    dtFree(data);
    return bytes;
}

std::vector<std::byte> set_of(const std::vector<std::vector<std::byte>>& tiles, float side) {
    std::vector<std::byte> out;
    append(out, int{'M' << 24 | 'S' << 16 | 'E' << 8 | 'T'});
    append(out, int{1});
    append(out, static_cast<int>(tiles.size()));
    dtNavMeshParams params{};
    params.tileWidth = params.tileHeight = side;
    params.maxTiles = 64, params.maxPolys = 1024;
    append(out, params);
    for (const auto& tile : tiles) {
        append(out, unsigned{1});
        append(out, static_cast<int>(tile.size()));
        out.insert(out.end(), tile.begin(), tile.end());
    }
    return out;
}

std::vector<std::byte> two_tiles() {
    HandMesh left, right;
    left.high[0] = left.high[2] = right.low[0] = right.high[2] = 10.0f, right.high[0] = 20.0f;
    left.corners = {0, 0, 0, 0, 0, 70, 100, 0, 70, 100, 0, 0};
    left.polygons = {{0, 1, 2, 3}};
    right.tile_x = 1;
    right.corners = {0, 0, 30, 0, 0, 61, 0, 0, 100, 100, 0, 100, 100, 0, 61, 100, 0, 30};
    right.polygons = {{0, 1, 4, 5}, {1, 2, 3, 4}};
    return set_of({tile_of(left), tile_of(right)}, 10.0f);
}

} // namespace fray::test
