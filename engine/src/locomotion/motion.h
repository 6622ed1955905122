// Locomotion decides where each agent wants to be and moves it there without collisions. For agents that the host moves
// (`MotionType::host`) it writes the guidance columns (preferred speed, facing) instead of a position. The reasons for
// this design are in engine/docs/locomotion.md, what was tried in vain in engine/docs/decisions.md.
//
// For one agent the system works in this order:
//  1. Intent (intent.h). State, slot, target and orders give a goal, a speed, an avoidance priority and a facing.
//  2. Path (walker_routes.h). On a ground, an agent that does not see its goal heads for the next waypoint of its path.
//  3. Preferred velocity: the velocity that the agent would choose without neighbours. It points at the goal, at the
//     waypoint of the path or at the waypoint of the local detour, and lets the agent brake in time at the goal.
//  4. Local avoidance (steering.h). The preferred velocity is bent around neighbours, then limited by the agent's
//     acceleration, then turned into a step. The agent makes the nearest step that all ORCA lines allow (orca_lines.h).
//  5. Local detour (local_detour.h). An agent that others have blocked for 8 ticks searches a way around standing
//     agents.
//  6. Ground. `Ground::slide` cuts off the part of a step that would leave the walkable area.
//
// Two rates. Contacts are looked for in every frame in which an agent walks. All else that needs neighbours is planned
// 15 times a second, at a time that depends on the serial (`plan_every`): the soft layer, progress and jams, detours.
// The answer of the soft layer is kept (`Avoidance`). Where no agent can come near before the next plan, and the agent
// neither turns nor brakes, it coasts: it moves at the planned velocity and looks at nothing (`Mover::coast`).
//
// Sleeping agents. In a melee most agents stand in combat, and a reserve stands idle. An agent that stands, faces
// its target, if it has one, and has nothing to do until something changes is marked as asleep (`Sleep`). Locomotion
// skips it: it keeps its position and heading. In the grid it is an obstacle without velocity. So is an agent that
// rests. It wakes when its target moves (system classify_distances), when its state machine is evaluated, when the
// host moves it, or when its target loses the slot that it held (`Sleepers`). If it is not updated in every frame,
// it wakes at its next update only (`Sleep::until_update`). Every 267 ms (times the frames of its update interval)
// it also checks that no other agent stands in its place. Sleeping never changes a result.
//
// Jams. `stalled` counts the ticks without progress (`Mover::stalled_after`). A walker that stays stalled is helped
// more and more: a local detour (`Mover::keep_detour`), other directions (`Steering::turn_another_way`), a higher
// priority (`priority_of`). Other things grow in proportion to it (`full_jam`, steering.h). Agents of the priorities
// `waits` and `arrived` rest instead (`Mover::rest_if_stuck`).
//
// A detour goes through these modes (`Detour::Mode`):
//  - none, round: the walker heads for its goal, or for the waypoint of its detour.
//  - presses, rests: it has found no detour (`Mover::give_up`).
//  - makes_room: it only makes room (`Mover::keeps_resting`).
//  - joins, gathered: it goes to a free place in a crowd, or rests in it (`Mover::join_crowd`).
//
// Level of detail. An agent with an update interval of 2, 4 or 8 frames moves only in the frames of its updates, each
// time as far as in all frames until the next. In the other frames it stands, costs next to nothing, and leaves the
// whole gap to a walker that comes near (`GridItem::waits_for_update`). `Agents::moved` says how many frames a step
// covers; from that, grid and trees know how far agents may get (drift.h). Hosts draw it on its way
// (`World::interpolated_position`).
//
// Units are metres, seconds, metres per second and radians; times of the clock are whole microseconds.
//
// Invariants:
//  - Every agent is computed from the positions and velocities of the frame's start, and only its own columns are
//    written. Results depend neither on the number of threads nor on the order in which agents are visited.
//  - The grid visits the neighbours of a cell in an arbitrary order. What is combined over neighbours is therefore
//    independent of order: minima, sorted constraints, and sums of integers. Which neighbours are the nearest is
//    decided by their distances, and by both serials where these are equal.
//  - Two agents that fray moves, and that do not overlap, do not come to overlap by more than a small tolerance
//    (`Steering::add_line`).
//  - Agents on different floors never interact.
#pragma once

#include "circles/circle_views.h"
#include "combat/combat.h"
#include "engagement/proposals.h"
#include "locomotion/crossings.h"
#include "locomotion/gathering.h"
#include "locomotion/locomotion.h"
#include "locomotion/marches.h"
#include "orders/links.h"
#include "parallel.h"
#include "rows/rows.h"
#include "squads/squads.h"
#include "storage/fields.h"
#include "storage/level_of_detail.h"
#include "storage/views.h"
#include "terrain/reach.h"
#include "ways/trees.h"

namespace fray {

/// What the mean velocities follow from, and they themselves.
struct VelocityView
    : Views<Read<column::archetype>, ReadOwn<column::moved>, WriteOwn<column::velocity, column::mean_velocity>,
            const Kinds, const Clock, const Settings, RowCount> {
    using Views::Views;
};

/// What moving agents touches.
struct WalkView
    : Views<
          WallView,
          Read<column::id, column::serial, column::team, column::life, column::floor, column::slot, column::orders,
               column::march, column::mean_velocity, column::as_target>,
          ReadOwn<column::wake, column::state, column::squad, column::target, column::support, column::band,
                  column::role, column::engagement, column::wait_place, column::wait_slot, column::arrived,
                  column::attack, column::attack_phase, column::brain, column::led_path, column::user_move,
                  column::monster>,
          WriteOwn<column::next_position, column::heading, column::velocity, column::goal, column::moved, column::walk,
                   column::sleep, column::path, column::preferred_speed, column::facing, column::update_interval>,
          const Settings, const IdTable, const Squads, const Circles, const Links, const LevelOfDetail,
          const NeighbourGrid, const Crossings, const Trees, RowCount> {
    using Views::Views;
};
// ## Agents that the host moves
// To walkers a host-moved agent stands: it does not yield. Walkers pass before or behind it, and an agent in its path
// gets out of the way at up to 0.7 of its run speed.

// Parallel over agents.
/// Rule: The velocity of a host-moved agent is that from where it was in the frame before, or was teleported to in this
/// frame, to where it is now. It is 0 if it would be more than 100 m/s (the host has put it there), and without a pose
/// in this frame. Before and after a frame without duration an agent that has not moved keeps it: a pause after a hit
/// takes nothing from a charge. The *mean velocity* of any agent has an exponential memory of a quarter of a second.
void average_velocities(const VelocityView& world, ParallelLoops& loops);

} // namespace fray
