// Walkable ground: grids and navmeshes.
#include "api.h"
#include "defs.h"
#include "handles.h"

#include "fray/spatial/grid_map.h"
#ifdef FRAY_C_NAVMESH
#include "fray/spatial/navmesh.h"
#endif

#include <cmath>
#include <mutex>
#include <utility>

namespace fray::c {
namespace {

Handles<const Ground, fray_ground_id>& grounds() {
    static auto& all = *new Handles<const Ground, fray_ground_id>("ground", FRAY_ERROR_STALE_GROUND, FRAY_MAX_GROUNDS);
    return all;
}

/// The ground with this id; null for the null id.
std::shared_ptr<const Ground> ground_or_none(fray_ground_id id) {
    return id.index == 0 && id.generation == 0 ? nullptr : grounds().find(id);
}

/// Takes ground that was made or loaded, so that worlds can share it. Throws Refused if that failed.
template <typename Kind> std::shared_ptr<const Ground> shared(Result<Kind> made) {
    return std::make_shared<const Kind>(value_of(std::move(made)));
}

/// Converts a point given to a ground query. Throws Refused if it is not finite or too far away.
Vec2 point(fray_vec2 at) {
    constexpr float farthest = 4.0f * FRAY_WORLD_EXTENT;
    if (std::abs(at.x) <= farthest && std::abs(at.y) <= farthest) return vec(at);
    throw Refused{std::isfinite(at.x) && std::isfinite(at.y) ? FRAY_ERROR_OUT_OF_RANGE : FRAY_ERROR_NOT_FINITE,
                  "point: given (" + std::to_string(at.x) + ", " + std::to_string(at.y) + ")"};
}

std::shared_ptr<const Ground> grid_of(const fray_grid_def& def) {
    for (const int side : {def.columns, def.lines})
        if (side < 1 || side > GridMap::max_side)
            throw Refused{FRAY_ERROR_OUT_OF_RANGE, "columns, lines: given " + std::to_string(side) + ", allowed 1 to " +
                                                       std::to_string(GridMap::max_side)};
    const size_t cells = static_cast<size_t>(def.columns) * static_cast<size_t>(def.lines);
    given(def.walkable, cells, "walkable");
    return shared(GridMap::create(def.columns, def.lines, std::vector<uint8_t>(def.walkable, def.walkable + cells),
                                  def.cell, vec(def.low)));
}

} // namespace
} // namespace fray::c

using namespace fray::c;

fray_error fray_init_grid_def(fray_grid_def* def, size_t size) {
    return fill_in(def, size, "grid_def", [] {
        fray_grid_def grid = {};
        grid.cell = 1.0f;
        return grid;
    });
}

fray_error fray_create_grid_ground(const fray_grid_def* def, fray_ground_id* out) {
    return answer([&] {
        given(out, "out") = {0, 0};
        *out = grounds().add(grid_of(initialised(def, "grid_def")));
    });
}

fray_error fray_load_grid_ground(const char* path, float cell, fray_vec2 low, fray_ground_id* out) {
    return answer([&] {
        given(out, "out") = {0, 0};
        const char* const file = &given(path, "path");
        *out = grounds().add(shared(fray::GridMap::load(file, cell, vec(low))));
    });
}

fray_error fray_load_navmesh_ground(const char* path, fray_ground_id* out) {
    return answer([&] {
        given(out, "out") = {0, 0};
        const char* const file = &given(path, "path");
#ifdef FRAY_C_NAVMESH
        *out = grounds().add(shared(fray::NavMesh::load(file)));
#else
        static_cast<void>(file);
        throw Refused{FRAY_ERROR_UNSUPPORTED, "navmeshes: this library was built without FRAY_NAVMESH"};
#endif
    });
}

fray_error fray_destroy_ground(fray_ground_id ground) {
    return answer([&] { grounds().remove(ground); });
}

fray_error fray_ground_walkable(fray_ground_id ground, fray_vec2 at, bool* out) {
    return answer([&] { given(out, "out") = grounds().find(ground)->walkable(point(at)); });
}

fray_error fray_ground_clear(fray_ground_id ground, fray_vec2 a, fray_vec2 b, bool* out) {
    return answer([&] {
        given(out, "out") = false;
        const auto found = grounds().find(ground);
        const fray::Vec2 from = point(a), to = point(b);
        *out = found->walkable(from) && found->walkable(to) && found->clear(from, to);
    });
}

fray_error fray_world_set_ground(fray_world_id world, fray_ground_id ground) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_ground(ground_or_none(ground)); });
}

fray_error fray_world_set_obstacle(fray_world_id world, const fray_obstacle* obstacle, fray_on_obstacle agents,
                                   uint32_t* id) {
    return in_world(world, [&](OpenWorld& w) {
        given(id, "id") = 0;
        const fray_obstacle& c = given(obstacle, "obstacle");
        fray::ObstacleId made;
        const fray::Error error = w.world.set_obstacle(
            {vec(c.at), vec(c.half_extents), vec(c.axis), static_cast<fray::ObstacleBlocks>(c.blocks)}, &made,
            narrowed<fray::OnObstacle>(agents));
        *id = made.value;
        return error;
    });
}

fray_error fray_world_remove_obstacle(fray_world_id world, uint32_t id) {
    return in_world(world, [&](OpenWorld& w) { return w.world.remove_obstacle({id}); });
}

fray_error fray_world_shift_origin(fray_world_id world, fray_vec2 by, fray_ground_id ground) {
    return in_world(world, [&](OpenWorld& w) { return w.world.shift_origin(vec(by), ground_or_none(ground)); });
}
