// Paths of walkers over the ground of a world. Nothing here is used in a world without ground.
//
// An agent keeps the next waypoint of its path (`Way`, storage/agents.h), not the whole path. While it walks it may
// mark its path as due. At the beginning of the next locomotion system all due paths are requested together: one call
// of the `RouteFinder` can share work between agents with the same goal and uses all threads. Each answer depends on
// its own start and goal alone, so it does not matter which agents are due in the same frame.
#pragma once

#include "locomotion/locomotion_layer.h"

namespace fray {

/// Finds the paths of all living agents that have requested one (`Way::due`). Parallel over agents.
void find_due_ways(LocomotionLayer& core, Loops& loops);

/// The point to head for now, on the way to `goal`, in metres: the next waypoint, the goal itself where it can be
/// reached straight or where the path is not known yet, or `here` where there is no path. It requests a new path for
/// the next frame when the path is unknown, the waypoint is reached, or the goal has moved; and every 16 frames.
Vec2 heading_for(const LocomotionLayer& core, Way& way, Vec2 here, Vec2 goal, Serial serial);

} // namespace fray
