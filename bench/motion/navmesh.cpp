#include "navmesh.h"

#include <DetourNavMeshBuilder.h>
#include <Recast.h>
#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace fray::motion {
namespace {

constexpr float height_step = 0.2f, walkable_height = 2.0f, walkable_climb = 0.4f; ///< m; the ground is flat
constexpr float margin = 100.0f;                                                   ///< m, around an open scene
constexpr int corners = 6; ///< maximum number of vertices of a polygon

void require(bool ok, const char* what) {
    if (!ok) throw std::runtime_error(std::string("navmesh: ") + what);
}

/// The walkable cells that Recast gets.
struct Cells {
    int columns = 1, lines = 1;
    float size = 1.0f; ///< m
    Vec2 low{};
    const GridMap* ground = nullptr; ///< null: all cells are walkable

    bool walkable(int column, int line) const { return ground == nullptr || ground->walkable(column, line); }
    double area() const {
        int64_t count = 0;
        for (int y = 0; y < lines; ++y)
            for (int x = 0; x < columns; ++x) count += walkable(x, y);
        return static_cast<double>(count) * double{size} * double{size};
    }
};

Cells cells_of(const Scene& scene) {
    if (scene.ground) {
        const GridMap& ground = *scene.ground;
        return {ground.columns(), ground.lines(), ground.cell_size(), ground.low(), &ground};
    }
    constexpr int side = 4; // several cells, because Recast makes no contour from a single cell
    Vec2 low = scene.walkers.front().start, high = low; // of all starts and goals
    for (const Walker& walker : scene.walkers)
        for (const Vec2 at : {walker.start, walker.goal}) low = glm::min(low, at), high = glm::max(high, at);
    const float across = std::max(high.x - low.x, high.y - low.y) + 2.0f * margin;
    return {side, side, across / side, {low.x - margin, low.y - margin}};
}

using HeightfieldOwner = std::unique_ptr<rcHeightfield, FreeBy<rcFreeHeightField>>;
using CompactOwner = std::unique_ptr<rcCompactHeightfield, FreeBy<rcFreeCompactHeightfield>>;
using ContoursOwner = std::unique_ptr<rcContourSet, FreeBy<rcFreeContourSet>>;
using PolyMeshOwner = std::unique_ptr<rcPolyMesh, FreeBy<rcFreePolyMesh>>;

HeightfieldOwner heightfield(rcContext& context, const Cells& cells) {
    HeightfieldOwner field(rcAllocHeightfield());
    const float low[3] = {cells.low.x, 0.0f, cells.low.y};
    const float high[3] = {cells.low.x + cells.size * static_cast<float>(cells.columns), walkable_height,
                           cells.low.y + cells.size * static_cast<float>(cells.lines)};
    require(rcCreateHeightfield(&context, *field, cells.columns, cells.lines, low, high, cells.size, height_step),
            "no heightfield");
    for (int y = 0; y < cells.lines; ++y)
        for (int x = 0; x < cells.columns; ++x)
            if (cells.walkable(x, y)) require(rcAddSpan(&context, *field, x, y, 0, 1, RC_WALKABLE_AREA, 1), "no span");
    return field;
}

PolyMeshOwner polygons(rcContext& context, const Cells& cells) {
    const HeightfieldOwner field = heightfield(context, cells);
    const CompactOwner compact(rcAllocCompactHeightfield());
    const ContoursOwner contours(rcAllocContourSet());
    PolyMeshOwner mesh(rcAllocPolyMesh());
    const auto steps = [](float metres) { return static_cast<int>(std::lround(metres / height_step)); };
    require(rcBuildCompactHeightfield(&context, steps(walkable_height), steps(walkable_climb), *field, *compact),
            "no compact heightfield");
    require(rcBuildDistanceField(&context, *compact), "no distance field");
    require(rcBuildRegions(&context, *compact, 0, 0, 0), "no regions");
    require(rcBuildContours(&context, *compact, 0.01f, 0, *contours), "no contours");
    require(rcBuildPolyMesh(&context, *contours, corners, *mesh), "no polygons");
    std::fill(mesh->flags, mesh->flags + mesh->npolys, uint16_t{1});
    return mesh;
}

double area_of(const rcPolyMesh& mesh) {
    double cells = 0.0;
    for (int i = 0; i < mesh.npolys; ++i) {
        const unsigned short* const polygon = mesh.polys + i * 2 * mesh.nvp;
        int count = 0;
        while (count < mesh.nvp && polygon[count] != RC_MESH_NULL_IDX) ++count;
        int64_t twice = 0;
        for (int j = 0; j < count; ++j) {
            const unsigned short* const a = mesh.verts + 3 * polygon[j];
            const unsigned short* const b = mesh.verts + 3 * polygon[(j + 1) % count];
            twice += int64_t{a[0]} * b[2] - int64_t{b[0]} * a[2];
        }
        cells += 0.5 * std::abs(static_cast<double>(twice));
    }
    return cells * double{mesh.cs} * double{mesh.cs};
}

dtNavMeshCreateParams parameters(const rcPolyMesh& mesh) {
    dtNavMeshCreateParams out{};
    out.verts = mesh.verts;
    out.vertCount = mesh.nverts;
    out.polys = mesh.polys;
    out.polyFlags = mesh.flags;
    out.polyAreas = mesh.areas;
    out.polyCount = mesh.npolys;
    out.nvp = mesh.nvp;
    std::copy(mesh.bmin, mesh.bmin + 3, out.bmin);
    std::copy(mesh.bmax, mesh.bmax + 3, out.bmax);
    out.walkableHeight = walkable_height;
    out.walkableRadius = 0.0f;
    out.walkableClimb = walkable_climb;
    out.cs = mesh.cs;
    out.ch = mesh.ch;
    out.buildBvTree = true;
    return out;
}

} // namespace

NavMeshOwner build_navmesh(const Scene& scene) {
    const Cells cells = cells_of(scene);
    rcContext context(false);
    const PolyMeshOwner mesh = polygons(context, cells);
    require(std::abs(area_of(*mesh) / cells.area() - 1.0) < 1e-6, "a mesh that is not as large as its cells");
    dtNavMeshCreateParams create = parameters(*mesh);
    unsigned char* data = nullptr;
    int size = 0;
    require(dtCreateNavMeshData(&create, &data, &size), "no data");
    NavMeshOwner navmesh(dtAllocNavMesh());
    if (dtStatusFailed(navmesh->init(data, size, DT_TILE_FREE_DATA))) {
        dtFree(data);
        require(false, "no mesh");
    }
    return navmesh;
}

} // namespace fray::motion
