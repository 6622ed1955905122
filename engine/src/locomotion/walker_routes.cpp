#include "locomotion/walker_routes.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray {
namespace {

constexpr uint64_t renewed_every = 16; ///< frames between two requests of an agent that keeps its goal
constexpr float at_waypoint = 0.5f;    ///< m: an agent this near to its waypoint requests the next
/// An agent requests a new path when its goal has moved by more than `least_change` metres and by more than
/// `part_of_way` of the distance to it.
constexpr float least_change = 0.5f, part_of_way = 0.1f;

/// Lets the path finder use the threads of the frame (`RouteJobs::run`).
void run_jobs(void* loops, uint32_t count, void (*work)(void*, uint32_t), void* context) {
    static_cast<Loops*>(loops)->parallel_for(count, 1, [&](uint32_t i, uint32_t, uint32_t) { work(context, i); });
}

/// Fills the lists of rows and path requests. Each chunk counts its due agents first, so that each then knows where in
/// the lists its part begins. The order is that of the rows, for any number of threads.
void list_due(LocomotionLayer& core, Loops& loops) {
    core.locomotion.chunk_due.assign(core.settings.chunks(core.agents.rows()) + 1, 0);
    const auto is_due = [&](uint32_t row) {
        return core.agents.way.own()[row].due != 0 && core.agents.life.any()[row] == Life::living;
    };
    loops.parallel_for(core.agents.rows(), core.settings.chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        uint32_t count = 0;
        for (uint32_t row = begin; row < end; ++row) count += is_due(row);
        core.locomotion.chunk_due[chunk + 1] = count;
    });
    for (size_t i = 1; i < core.locomotion.chunk_due.size(); ++i)
        core.locomotion.chunk_due[i] += core.locomotion.chunk_due[i - 1];
    core.locomotion.route_rows.resize(core.locomotion.chunk_due.back());
    core.locomotion.routes.resize(core.locomotion.chunk_due.back());
    loops.parallel_for(core.agents.rows(), core.settings.chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        uint32_t at = core.locomotion.chunk_due[chunk];
        for (uint32_t row = begin; row < end; ++row) {
            if (!is_due(row)) continue;
            core.locomotion.route_rows[at] = row;
            core.locomotion.routes[at++] = {core.agents.position.any()[row], core.agents.way.own()[row].to};
        }
    });
}

} // namespace

void find_due_ways(LocomotionLayer& core, Loops& loops) {
    list_due(core, loops);
    if (core.locomotion.routes.empty()) return;
    core.locomotion.route_finder->find({run_jobs, &loops}, core.locomotion.routes);
    for (size_t i = 0; i < core.locomotion.routes.size(); ++i) {
        const Route& route = core.locomotion.routes[i];
        const bool straight = route.waypoint.x == route.to.x && route.waypoint.y == route.to.y;
        const auto kind = !route.found ? Way::Kind::none : straight ? Way::Kind::straight : Way::Kind::round;
        core.agents.way.write_own()[core.locomotion.route_rows[i]] = {route.waypoint, route.to, kind, 0, {}};
    }
}

Vec2 heading_for(const LocomotionLayer& core, Way& way, Vec2 here, Vec2 goal, Serial serial) {
    const float change =
        std::max(least_change * least_change, part_of_way * part_of_way * distance_squared(here, goal));
    const bool other_goal = distance_squared(way.to, goal) > change;
    const bool reached =
        way.kind == Way::Kind::round && distance_squared(here, way.waypoint) < at_waypoint * at_waypoint;
    if (way.kind == Way::Kind::unknown || other_goal || reached || core.clock.takes_turn(serial, renewed_every)) {
        way.to = goal;
        way.due = 1;
    }
    return way.kind == Way::Kind::round ? way.waypoint : way.kind == Way::Kind::none ? here : goal;
}

} // namespace fray
