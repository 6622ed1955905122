// The systems that move agents, with what they may touch.
#pragma once

#include "bodies/bodies.h"
#include "locomotion/marches.h"
#include "locomotion/motion.h"
#include "locomotion/sleepers.h"
#include "locomotion/walker_routes.h"
#include "storage/divided_loops.h"
#include "ways/trees.h"

namespace fray {

/// What the levels of the grid follow from.
struct LevelView : Views<BodyView, const IdTable> {
    using Views::Views;
};
/// What the grid stores of agents.
struct CrowdView : Views<UpdateView,
                         ReadOwn<column::position, column::life, column::floor, column::moved, column::sleep,
                                 column::walk, column::velocity>,
                         const Settings, const Locomotion> {
    using Views::Views;
};
/// The grid itself.
struct GridChanges : Views<const Kinds, RowCount, NeighbourGrid, GridIsCurrent, Locomotion> {
    using Views::Views;
};
using GridSystem = Together<VelocityView, LevelView, CrowdView, GridChanges>;
/// Brings the neighbour grid and the mean velocities up to date. Parallel over agents.
void refresh_neighbours(ParallelLoops& loops, const GridSystem& world);

/// What the chunks of locomotion have found out.
struct MotionResults : Views<const Settings, const Clock, const Terrain, RowCount, Locomotion, Trees, GridIsCurrent,
                             LevelOfDetail, Counters> {
    using Views::Views;
};
using MotionSystem = Together<WalkView, RouteView, MarchView, SleeperView, MotionResults>;
/// Intents, local avoidance, turning, integration. Parallel over agents.
void locomotion(DividedLoops& loops, const MotionSystem& world);

} // namespace fray
