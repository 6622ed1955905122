// The locomotion layer decides where each agent wants to be and moves it there without collisions.
//
// Reads: states, slots, targets, orders, circles and squads of the layers below; positions as they were when the frame
// began. Writes: next positions, headings, velocities, goals, the neighbour grid. For agents that the host moves
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
// Rest. An agent that has no free way and no reason to press on stands still (rules.md, At rest;
// `Detour::Mode::rests`). Ten times a second it looks whether it could go on, and whether it is in the way of others.
// Between these looks it costs next to nothing. An agent that waits and is asked to make room does only that: it takes
// up its own way again only where this is free for half a metre. Else a crowd that waits would jostle for ever.
//
// Sleeping agents. In a melee most agents stand in combat, and a reserve stands idle. An agent that stands, faces
// its target, if it has one, and has nothing to do until something changes is marked as asleep (`Sleep`). Locomotion
// skips it: it keeps its position and heading. In the grid it is an obstacle without velocity. So is an agent that
// rests. It wakes when its target moves (system classify_distances), when its state machine is evaluated, when the
// host moves it, or when its target loses the slot that it held (`Sleepers`). If it is not updated in every frame,
// it wakes at its next update only (`Sleep::until_update`). Every 267 ms (times the frames of its update interval)
// it also checks that no other agent stands in its place. Sleeping never changes a result.
//
// Jams. `stalled` counts the ticks, 60ths of a second, in which a walker wanted to move and made no progress: less than
// a quarter of the preferred step in the preferred direction. It counts up to 255 at most, and down twice as fast.
// Waiting behind agents that go the same way counts one of eight ticks. On the way to a waypoint such waiting counts as
// progress, because a queue before a door is no jam. Agents of the priorities `waits` and `arrived` have another
// measure of progress, and rest instead (`Mover::rest_if_stuck`). A walker that stays stalled is helped more and more:
//
// | stalled      | what happens                                                             | constant         |
// |--------------|--------------------------------------------------------------------------|------------------|
// | 8            | A blocked walker searches a local detour (`Mover::keep_detour`).         | `detour_after`   |
// | more than 15 | Blocked by walkers, it tries other directions (`turn_another_way`).      | `turn_after`     |
// | 40 and more  | One agent in eight goes first: four times its priority (`priority_of`).  | `priority_after` |
// | 0 to 60      | These grow in proportion (steering.h): the gap at which a walker draws   | `full_jam`       |
// |              | back from a neighbour, and its speed then; the turn of another way; by   |                  |
// |              | how much two walkers count as narrower to each other (`squeeze`).        |                  |
//
// A detour goes through these modes (`Detour::Mode`):
//  - none: the walker heads for its goal.
//  - round: it heads for the waypoint of its detour, and searches again there.
//  - presses: only walkers block it. For 90 ticks it heads for its goal, with the priority `presses` instead of
//  `walks`.
//  - rests: standing agents block it, and no detour was found. It rests for 90 ticks, because standing agents usually
//    stand for a long time. A holder rests for 240 ticks after a repeated failure. An agent that steps into its
//    attack, or slips, presses for 30 ticks instead (rules.md, Y26a).
//  - joins, gathered: see below.
//
// Gathering. Many agents may be ordered to one point, where there is room for a single agent. They get places of their
// own around it before they arrive (gathering.h). Agents without a place (rules.md, Y40 to Y42) do without: an agent
// that meets another agent with the same goal, and gets no farther, looks for a free place much nearer to the goal: the
// search sees only agents that stand (`Mover::join_crowd`). It goes there (`Detour::Mode::joins`), or rests where it is
// (`gathered`). Agents with the same goal do not ask each other to make room, unless they make room themselves. So a
// crowd at its goal comes to rest, and lets others through.
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
//  - Two agents that fray moves, and that do not overlap, do not come to overlap by more than a small tolerance. The
//    section "No overlap" of steering.h has all conditions and exceptions.
//  - Agents on different floors never interact.
#pragma once

#include "engagement/engagement_layer.h"
#include "locomotion/crossings.h"
#include "locomotion/gathering.h"
#include "locomotion/locomotion.h"
#include "locomotion/marches.h"
#include "locomotion/motion_exchange.h"
#include "parallel.h"

namespace fray {

struct LocomotionLayer : EngagementLayer {
    Locomotion locomotion;
    MotionExchange motion_exchange;
    Marches marches;
    Gatherings gatherings;
    Crossings crossings;
    StageMemories stage_memories;
};

/// The system build_grid: brings the neighbour grid and the mean velocities up to date. Parallel over agents.
void refresh_neighbours(LocomotionLayer& layer, ParallelLoops& loops);
Access refresh_neighbours_access();
/// Ends the velocity of host-moved agents that the host has not moved in this frame (rules.md, Y16). Writes
/// `Agents::mean_velocity`: the velocity with an exponential memory of a quarter of a second, so that neither
/// the jitter of a player nor that of a crowd shows in it. Parallel over agents.
void average_velocities(LocomotionLayer& layer, ParallelLoops& loops);
/// The system itself: intents, local avoidance, turning, integration. Parallel over agents.
void locomotion(LocomotionLayer& layer, ParallelLoops& loops);
Access locomotion_access();

} // namespace fray
