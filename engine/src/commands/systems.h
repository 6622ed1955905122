// The system that carries out commands, with what it may touch.
#pragma once

#include "commands/frame_input.h"
#include "commands/spawning.h"
#include "locomotion/gathering.h"
#include "locomotion/motion.h"

namespace fray {

/// What commands touch. Only parts: commands add rows, which ends views of columns.
struct CommandView
    : Views<SpawnChanges, const Clock, ChangedBodies, ListsById<RunningAct>, ListsById<ConditionPlace>, Circles,
            Journeys, OrderQueues, Links, Perception, Vector<CooldownRecord>, AgentClocks, TargetInfos, Combat, Marches,
            Gatherings, NeighbourGrid, LevelOfDetail, Counters, EventLog, FrameInput> {
    using Views::Views;
};

struct TerrainChanges : Views<Terrain> {
    using Views::Views;
};
using CommandSystem = Together<CommandView, TerrainChanges>;
/// The host's commands take effect, in call order. Serial, but for poses and the spawning of many.
void apply_commands(ParallelLoops& loops, const CommandSystem& system);

} // namespace fray
