// The perception layer knows where agents are, and decides which target each agent has.
//
// Reads: positions, squads, circles, orders. Writes: targets, distance bands, wake bits and the search trees.
#pragma once

#include "circles/circles_layer.h"
#include "parallel.h"
#include "perception/perception.h"
#include "perception/squad_memories.h"
#include "storage/part.h"
#include "storage/views.h"

namespace fray {

FRAY_PART(Perception, perception);
FRAY_PART(SquadMemories, squad_memories);

/// Who changes the floors of agents, or those that their orders name (links.h).
struct FloorChanges : Views<Read<column::id, column::floor>, Write<column::orders>, Perception> {
    using Views::Views;
};

struct PerceptionLayer : CirclesLayer {
    Perception perception;
    SquadMemories squad_memories;
};

/// The system build_trees: brings the KD-trees of the living agents up to date. Parallel over trees.
void refresh_trees(PerceptionLayer& layer, ParallelLoops& loops);
Access refresh_trees_access();
/// The system acquire_targets: squads scan for targets. Parallel over squads that are due.
void acquire_targets(PerceptionLayer& layer, ParallelLoops& loops);
Access acquire_targets_access();
/// The system classify_distances: distance band, arrival and timers of every agent. Parallel over agents.
void classify_distances(PerceptionLayer& layer, ParallelLoops& loops);
Access classify_distances_access();

} // namespace fray
