// Paths of walkers over the ground of a world. Nothing here is used in a world without ground.
//
// An agent keeps the next waypoint of its path (`Path`, storage/agents.h), not the whole path. While it walks it may
// mark its path as due. At the beginning of the next locomotion system all due paths are requested together: one call
// of the `RouteFinder` can share work between agents with the same goal and uses all threads. Each answer depends on
// its own start and goal alone, so it does not matter which agents are due in the same frame.
//
// The shortest paths on a navmesh come from the Polyanya algorithm (Cui, Harabor, Grastien 2017; way_search.h), the
// flow fields of a grid map from Dijkstra's (GridRoutes, flow_field.h). Detour only loads the mesh: a path from
// dtNavMeshQuery may change from request to request, and send an agent back and forth.
#pragma once

#include "locomotion/crossings.h"
#include "locomotion/locomotion.h"
#include "parallel.h"
#include "storage/views.h"

namespace fray {

/// What finding the paths of walkers touches.
struct RouteView : Views<CrossingChoice, ReadOwn<column::goal>, Read<column::life>, const Settings, const Terrain,
                         RowCount, Locomotion> {
    using Views::Views;
};
/// For code that follows the paths of walkers.
struct HeadingView : Views<ChoiceView, WriteOwn<column::path>, ReadOwn<column::update_interval>> {
    using Views::Views;
};

// ## Over ground

/// Lets a path finder use the threads of the frame.
inline RouteJobs route_jobs(ParallelLoops& loops) {
    return {[](void* jobs, uint32_t count, void (*work)(void*, uint32_t), void* context) {
                static_cast<ParallelLoops*>(jobs)->parallel_for(
                    count, 1, [&](uint32_t i, uint32_t, uint32_t) { work(context, i); });
            },
            &loops};
}

// Call it once at the beginning of the system locomotion, in a world with a ground. Parallel over agents.
/// Rule: On a grid map, agents that go to the same goal share flow fields. On a navmesh each gets its shortest path. On
/// a host's own `Ground` paths are what its RouteFinder finds. A path comes a frame after its request.
void find_due_paths(const RouteView& world, ParallelLoops& loops);

// Returns the point to head for now, in metres; `here` where there is no path.
/// Rule: A walker that does not see its goal heads for the next waypoint of its path. The path is requested anew when
/// the waypoint is reached, when the goal has moved by a tenth of the distance (0.5 m at least), and every 267 ms. A
/// goal that cannot be reached is replaced by the nearest place that can be reached (`find_place`: the points of
/// orders). An agent that is not on walkable ground stays where it is.
Vec2 heading_for(const HeadingView& world, Row row, Vec2 here, Vec2 goal);

} // namespace fray
