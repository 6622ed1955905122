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
void list_due(LocomotionLayer& layer, ParallelLoops& loops) {
    layer.locomotion.chunk_due.assign(layer.settings.chunks(layer.agents.rows()) + 1, 0);
    const auto is_due = [&](uint32_t row) {
        return layer.agents.path.own()[row].due != 0 && layer.agents.life.any()[row] == Life::living;
    };
    loops.parallel_for(layer.agents.rows(), layer.settings.chunk_size,
                       [&](uint32_t chunk, uint32_t begin, uint32_t end) {
                           uint32_t count = 0;
                           for (uint32_t row = begin; row < end; ++row) count += is_due(row);
                           layer.locomotion.chunk_due[chunk + 1] = count;
                       });
    for (size_t i = 1; i < layer.locomotion.chunk_due.size(); ++i)
        layer.locomotion.chunk_due[i] += layer.locomotion.chunk_due[i - 1];
    layer.locomotion.route_rows.resize(layer.locomotion.chunk_due.back());
    layer.locomotion.routes.resize(layer.locomotion.chunk_due.back());
    layer.stage_memories.reserve(loops.at_once(layer.settings.chunks(layer.agents.rows())));
    loops.parallel_for(
        layer.agents.rows(), layer.settings.chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
            uint32_t at = layer.locomotion.chunk_due[chunk];
            StageFinder stages(layer);
            for (uint32_t row = begin; row < end; ++row) {
                if (!is_due(row)) continue;
                layer.locomotion.route_rows[at] = row;
                layer.locomotion.routes[at++] = {layer.agents.position.any()[row], stages.next_stage(row)};
            }
        });
}

} // namespace

void find_due_paths(LocomotionLayer& layer, ParallelLoops& loops) {
    update_crossings(layer, loops);
    list_due(layer, loops);
    if (layer.locomotion.routes.empty()) return;
    layer.locomotion.route_finder->find(route_jobs(loops), layer.locomotion.routes);
    for (size_t i = 0; i < layer.locomotion.routes.size(); ++i) {
        const Route& route = layer.locomotion.routes[i];
        Path& path = layer.agents.path.write_own()[layer.locomotion.route_rows[i]];
        const bool straight = path.around == 0 && route.waypoint == route.to;
        path.waypoint = route.waypoint;
        path.kind = !route.found ? Path::Kind::none : straight ? Path::Kind::straight : Path::Kind::via_waypoint;
        path.due = 0;
    }
}

Vec2 heading_for(LocomotionLayer& layer, uint32_t row, Vec2 here, Vec2 goal) {
    Path& path = layer.agents.path.write_own()[row];
    const float change =
        std::max(least_change * least_change, part_of_distance * part_of_distance * distance_squared(here, goal));
    const bool other_goal = distance_squared(path.goal, goal) > change;
    const bool reached =
        path.kind == Path::Kind::via_waypoint && distance_squared(here, path.waypoint) < near_waypoint * near_waypoint;
    const bool due = layer.clock.period_begins(layer.agents.serial.any()[row], renewed_every,
                                               layer.agents.update_interval.own()[row]);
    if (path.kind == Path::Kind::unknown || other_goal || reached || due || choice_due(layer, row)) {
        path.goal = goal;
        path.due = 1;
    }
    return path.kind == Path::Kind::via_waypoint ? path.waypoint : path.kind == Path::Kind::none ? here : goal;
}

} // namespace fray
