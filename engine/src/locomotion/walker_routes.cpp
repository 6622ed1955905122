#include "locomotion/walker_routes.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray {
namespace {

constexpr int64_t renewed_every = 266'667; ///< us between two requests of an agent that keeps its goal
constexpr float near_waypoint = 0.5f;      ///< m: an agent this near to its waypoint requests the next waypoint
/// An agent requests a new path when its goal has moved by more than `least_change` metres and by more than
/// `part_of_distance` of the distance to it.
constexpr float least_change = 0.5f, part_of_distance = 0.1f;

/// Fills the lists of rows and path requests. Each chunk counts its due agents first, so that each then knows where in
/// the lists its part begins. The order is that of the rows, for any number of threads.
void list_due(const RouteView& world, ParallelLoops& loops) {
    world.locomotion.chunk_due.assign(world.settings.chunks(world.rows) + 1, 0);
    const auto is_due = [&](Row row) { return world.path[row].due != 0 && world.life[row] == Life::living; };
    loops.parallel_for(world.rows, world.settings.chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        uint32_t count = 0;
        for (Row row{begin}; row < end; ++row) count += is_due(row);
        world.locomotion.chunk_due[chunk + 1] = count;
    });
    for (size_t i = 1; i < world.locomotion.chunk_due.size(); ++i)
        world.locomotion.chunk_due[i] += world.locomotion.chunk_due[i - 1];
    world.locomotion.route_rows.resize(world.locomotion.chunk_due.back());
    world.locomotion.routes.resize(world.locomotion.chunk_due.back());
    world.stage_memories.reserve(loops.at_once(world.settings.chunks(world.rows)));
    loops.parallel_for(world.rows, world.settings.chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        uint32_t at = world.locomotion.chunk_due[chunk];
        StageFinder stages(world);
        for (Row row{begin}; row < end; ++row) {
            if (!is_due(row)) continue;
            world.locomotion.route_rows[at] = row;
            world.locomotion.routes[at++] = {world.position[row], stages.next_stage(row)};
        }
    });
}

} // namespace

void find_due_paths(const RouteView& world, ParallelLoops& loops) {
    update_crossings(world, loops);
    list_due(world, loops);
    if (world.locomotion.routes.empty()) return;
    world.locomotion.route_finder->find(route_jobs(loops), world.locomotion.routes);
    for (size_t i = 0; i < world.locomotion.routes.size(); ++i) {
        const Route& route = world.locomotion.routes[i];
        Path& path = world.path.change(world.locomotion.route_rows[i]);
        const bool straight = path.around == 0 && route.waypoint == route.to;
        path.waypoint = route.waypoint;
        path.kind = !route.found ? Path::Kind::none : straight ? Path::Kind::straight : Path::Kind::via_waypoint;
        path.due = 0;
    }
}

Vec2 heading_for(const HeadingView& world, Row row, Vec2 here, Vec2 goal) {
    Path& path = world.path.change(row);
    const float change =
        std::max(least_change * least_change, part_of_distance * part_of_distance * distance_squared(here, goal));
    const bool other_goal = distance_squared(path.goal, goal) > change;
    const bool reached =
        path.kind == Path::Kind::via_waypoint && distance_squared(here, path.waypoint) < near_waypoint * near_waypoint;
    const bool due = world.clock.period_begins(world.serial[row], renewed_every, world.update_interval[row]);
    if (path.kind == Path::Kind::unknown || other_goal || reached || due || choice_due(world, row, path)) {
        path.goal = goal;
        path.due = 1;
    }
    return path.kind == Path::Kind::via_waypoint ? path.waypoint : path.kind == Path::Kind::none ? here : goal;
}

} // namespace fray
