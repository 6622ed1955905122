#include "terrain/footing.h"

#include "definitions/bodies.h"
#include "storage/rules_math.h"
#include "terrain/walls.h"

#include <limits>

namespace fray {
namespace {

constexpr uint32_t rows_a_job = 4096;

} // namespace

bool apart_rows(const TerrainLayer& layer, uint32_t row, uint32_t other) {
    if (layer.terrain.ground == nullptr) return false;
    const uint32_t* const island = layer.agents.island.any();
    return apart(island[row], island[other]);
}

void know_islands(TerrainLayer& layer, ParallelLoops& loops) {
    loops.parallel_for(layer.agents.rows(), rows_a_job, [&](uint32_t, uint32_t begin, uint32_t end) {
        layer.terrain.ground->islands({layer.agents.position.any() + begin, end - begin},
                                      {layer.agents.island.write_any() + begin, end - begin});
    });
}

bool is_blocked(const TerrainLayer& layer, uint32_t target_row, Vec2 from, bool on_ground, Vec2 place) {
    const Ground& ground = *layer.terrain.ground;
    if (on_ground) return !ground.clear(from, place);
    return !ground.walkable(place) || is_walled_off(layer, {from, radius_of(layer, target_row)}, {place});
}

bool is_blocked(const TerrainLayer& layer, uint32_t target_row, Vec2 place) {
    const bool on_ground = layer.agents.island.any()[target_row] != Ground::no_island;
    return is_blocked(layer, target_row, layer.agents.position.any()[target_row], on_ground, place);
}

Vec2 nearest_footing(const TerrainLayer& layer, Vec2 point, uint32_t island) {
    Vec2 found{};
    return layer.terrain.ground->nearest(point, std::numeric_limits<float>::max(), &found, island) ? found : point;
}

Patrol patrol_from(const TerrainLayer& layer, Vec2 here, Vec2 heading, float distance) {
    Vec2 end = within_world(here + heading * distance);
    const uint32_t island = layer.terrain.ground == nullptr ? Ground::no_island : layer.terrain.ground->island(here);
    if (island != Ground::no_island && layer.terrain.ground->island(end) != island)
        end = nearest_footing(layer, end, island);
    return {here, end, 0, 0};
}

} // namespace fray
