#include "terrain/footing.h"

#include "storage/rules_math.h"

#include <limits>

namespace fray {
namespace {

constexpr uint32_t rows_a_job = 4096;

} // namespace

bool apart_rows(const TerrainLayer& core, uint32_t row, uint32_t other) {
    if (core.terrain.ground == nullptr) return false;
    const uint32_t* const island = core.agents.island.any();
    return apart(island[row], island[other]);
}

void know_islands(TerrainLayer& core, Loops& loops) {
    loops.parallel_for(core.agents.rows(), rows_a_job, [&](uint32_t, uint32_t begin, uint32_t end) {
        core.terrain.ground->islands({core.agents.position.any() + begin, end - begin},
                                     {core.agents.island.write_any() + begin, end - begin});
    });
}

bool is_blocked(const TerrainLayer& core, uint32_t target_row, Vec2 point) {
    const bool on_ground = core.agents.island.any()[target_row] != Ground::no_island;
    return on_ground ? !core.terrain.ground->clear(core.agents.position.any()[target_row], point)
                     : !core.terrain.ground->walkable(point);
}

Vec2 nearest_footing(const TerrainLayer& core, Vec2 point, uint32_t island) {
    Vec2 found{};
    return core.terrain.ground->nearest(point, std::numeric_limits<float>::max(), &found, island) ? found : point;
}

Patrol patrol_from(const TerrainLayer& core, Vec2 here, Vec2 heading, float distance) {
    Vec2 end = within_world(here + heading * distance);
    const uint32_t island = core.terrain.ground == nullptr ? Ground::no_island : core.terrain.ground->island(here);
    if (island != Ground::no_island && core.terrain.ground->island(end) != island)
        end = nearest_footing(core, end, island);
    return {here, end, 0, 0};
}

} // namespace fray
