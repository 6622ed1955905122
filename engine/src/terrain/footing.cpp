#include "terrain/footing.h"

#include "bodies/bodies.h"
#include "storage/rules_math.h"
#include "terrain/reach.h"

#include <limits>

namespace fray {
namespace {

constexpr uint32_t rows_a_job = 4096;

} // namespace

bool apart_rows(const IslandView& world, Row row, Row other) {
    if (world.terrain.ground == nullptr) return false;
    return apart(world.island[row], world.island[other]);
}

void know_islands(const Views<Read<column::position>, Write<column::island>, const Terrain, RowCount>& world,
                  ParallelLoops& loops) {
    loops.parallel_for(world.rows, rows_a_job, [&](uint32_t, uint32_t begin, uint32_t end) {
        world.terrain.ground->islands({world.position.data() + begin, end - begin},
                                      {&world.island.change(Row(begin)), end - begin});
    });
}

bool is_blocked(const FootingView& world, Row target_row, Vec2 from, bool on_ground, Vec2 place) {
    const Ground& ground = *world.terrain.ground;
    if (on_ground) return !ground.clear(from, place);
    return !ground.walkable(place) || is_walled_off(world, {from, radius_of(world, target_row)}, {place});
}

bool is_blocked(const FootingView& world, Row target_row, Vec2 place) {
    const bool on_ground = world.island[target_row] != Ground::no_island;
    return is_blocked(world, target_row, world.position[target_row], on_ground, place);
}

Vec2 nearest_footing(const Terrain& terrain, Vec2 point, uint32_t island) {
    Vec2 found{};
    return terrain.ground->nearest(point, std::numeric_limits<float>::max(), &found, island) ? found : point;
}

Patrol patrol_from(const Terrain& terrain, Vec2 here, Vec2 heading, float distance) {
    Vec2 end = within_world(here + heading * distance);
    const uint32_t island = terrain.ground == nullptr ? Ground::no_island : terrain.ground->island(here);
    if (island != Ground::no_island && terrain.ground->island(end) != island)
        end = nearest_footing(terrain, end, island);
    return {here, end, 0, 0};
}

} // namespace fray
