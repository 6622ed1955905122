// Where agents are, and which target each has. Reads squads and circles, writes targets, bands and the trees.
#pragma once

#include "circles/circles_layer.h"
#include "parallel.h"
#include "perception/perception.h"

namespace fray {

struct PerceptionLayer : CirclesLayer {
    Perception perception;
};

/// KD-trees of the living, or their grids. Parallel over trees.
void refresh_trees(PerceptionLayer& core, Loops& loops);
Access refresh_trees_access();
/// Squads look for targets. Parallel over squads that are due.
void alert(PerceptionLayer& core, Loops& loops);
Access alert_access();
/// Band, arrival and timers of every agent. Parallel over agents.
void sense(PerceptionLayer& core, Loops& loops);
Access sense_access();

} // namespace fray
