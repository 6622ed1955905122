// Paths of walkers over the ground of a world. Nothing here is used in a world without ground.
//
// An agent keeps the next waypoint of its path (`Path`, storage/agents.h), not the whole path. While it walks it may
// mark its path as due. At the beginning of the next locomotion system all due paths are requested together: one call
// of the `RouteFinder` can share work between agents with the same goal and uses all threads. Each answer depends on
// its own start and goal alone, so it does not matter which agents are due in the same frame.
//
// A path is one frame late. A request is made from the agent's position, for the goal that it had in the frame before.
// Until the first answer the agent heads straight for its goal, and later for the waypoint that it has.
//
// The algorithm is that of the world's ground:
//  - `GridMap`: flow fields by Dijkstra's algorithm, shared by agents with nearby goals (GridRoutes, flow_field.h).
//  - `NavMesh`: the shortest path of each agent, by the Polyanya algorithm (Cui, Harabor, Grastien 2017; way_search.h).
//    Detour only loads the mesh. A path from dtNavMeshQuery may change from request to request, and send an agent back
//    and forth.
//  - A host's own `Ground`: whatever its RouteFinder does.
//
// Unreachable goals (rule Y30). The RouteFinder replaces such a goal by the nearest point that the agent can reach, and
// the path leads there. So fray's grounds answer "no path" (`Path::Kind::none`) only for an agent that is not on
// walkable ground. Such an agent stays where it is.
#pragma once

#include "locomotion/locomotion_layer.h"

namespace fray {

/// Lets a path finder use the threads of the frame.
inline RouteJobs route_jobs(ParallelLoops& loops) {
    return {[](void* jobs, uint32_t count, void (*work)(void*, uint32_t), void* context) {
                static_cast<ParallelLoops*>(jobs)->parallel_for(
                    count, 1, [&](uint32_t i, uint32_t, uint32_t) { work(context, i); });
            },
            &loops};
}

/// Finds the paths of all living agents that have requested a path (`Path::due`). Call it once at the beginning of the
/// system locomotion, in a world with a ground. Parallel over agents.
void find_due_paths(LocomotionLayer& layer, ParallelLoops& loops);

/// The point to head for now, on the way to `goal`, in metres: the next waypoint, the goal itself where it can be
/// reached straight or where the path is not known yet, or `here` where there is no path.
///
/// It requests a new path for the next frame in these cases:
///  - the path is unknown;
///  - the agent is within 0.5 m of its waypoint;
///  - the goal has moved, since the last request, by more than 0.5 m and by more than 10 % of the distance to it: far
///    from the goal a small change of it does not change the next waypoint;
///  - every 267 ms, because an agent that others push aside may have lost sight of its waypoint.
Vec2 heading_for(LocomotionLayer& layer, uint32_t row, Vec2 here, Vec2 goal);

} // namespace fray
