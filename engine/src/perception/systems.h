// The systems that know where agents are and decide which target each has, with what they may touch.
#pragma once

#include "bodies/bodies.h"
#include "circles/circle_views.h"
#include "orders/journeys.h"
#include "parallel.h"
#include "perception/squad_memories.h"
#include "rows/rows.h"
#include "squads/squads.h"
#include "storage/divided_loops.h"
#include "storage/views.h"
#include "ways/promised_places.h"
#include "ways/trees.h"

namespace fray {

/// What brings the trees up to date.
struct TreeChanges : Views<Read<column::id, column::team, column::life, column::position>, const Kinds, const IdTable,
                           const Settings, const Clock, Trees, Perception, RowCount> {
    using Views::Views;
};

/// Brings the KD-trees of the living agents up to date. Parallel over trees.
void refresh_trees(ParallelLoops& loops, const TreeChanges& world);

/// What choosing targets touches.
struct TargetChoice
    : Views<
          BodyView,
          Read<column::id, column::serial, column::team, column::floor, column::life, column::position, column::heading,
               column::island, column::sleep, column::update_interval, column::state, column::role, column::engagement,
               column::attack, column::attack_phase, column::reports, column::monster, column::as_target,
               column::threats>,
          Write<column::target, column::target_since, column::support, column::scan_due, column::orders, column::wake>,
          const IdTable, const Terrain, const TargetInfos, Squads, const Circles, const Trees, Perception,
          SquadMemories, RowCount> {
    using Views::Views;
};

struct TargetSystem : Views<TargetChoice, EventLog, Counters> {
    using Views::Views;
};
/// Squads scan for targets. Parallel over squads that are due.
void acquire_targets(DividedLoops& loops, const TargetSystem& world);

/// What classifying agents touches.
struct DistanceView
    : Views<UpdateView,
            Read<column::life, column::floor, column::squad, column::position, column::island, column::moved,
                 column::slot, column::orders, column::as_target>,
            ReadOwn<column::target, column::timer, column::state, column::engagement, column::role, column::arrived,
                    column::attack, column::monster>,
            WriteOwn<column::wake, column::sleep, column::band, column::brain, column::scan_due>, const IdTable,
            const Settings, const Terrain, RowCount, Squads, Circles, PromisedPlaces, Perception> {
    using Views::Views;
};

struct DistanceSystem : Views<DistanceView, Read<column::id>, EventLog> {
    using Views::Views;
};
/// Distance band, arrival and timers of every agent. Parallel over agents.
void classify_distances(DividedLoops& loops, const DistanceSystem& world, const JourneyWatch& journeys);

} // namespace fray
