// The engagement layer: the stage manager, which decides on every circle which requester gets a slot, which holder
// changes its slot, and which holder gets an attack token. Circles are described in circles/circles.h.
//
// Two systems decide, one after the other:
// - `plan_engagements` runs phases 1 to 7 of rules.md, commit, on every circle that needs it. It runs in parallel over
//   circles and carries each decision out at once. This is safe because an agent belongs to at most one
//   circle. It also collects proposals to change targets (the first half of phase 8), which involve two circles each.
// - `commit` carries out, serially, what involves several circles: token passes where a clock of the world
//   counts (the clock of a cooldown with `CooldownScope::world`, which all circles share), and the proposals (the
//   second half of phase 8). Then come the surveys (phase 9, support.h). At last it ends circles that have no members
//   and no running clocks (`Circle::over`). Phase 10, summons, runs in the same system of the frame graph, after
//   `commit` (`summon`, commands/spawning.h).
// The rules and the event log present both systems as the phases of a single commit pass: each phase goes over all
// circles, by the serial of their target, before the next phase begins.
//
// Which circles are planned (`DirtyMarks`, circles.h):
// - A dirty circle was marked in this frame by `Circles::mark_dirty`. It gets a full plan.
// - A due circle has a due time that is reached (`DirtyMarks::due`, us): a clock ends, for example. It gets a full plan
//   too, which sets the next due time.
// - A circle that was only marked by `Circles::mark_target_moved` gets a plan of rebalancing, and of later phases if
//   that changed a slot.
// - If the token pass of a circle is due (`DirtyMarks::tokens_due`) and nothing else is, the circle gets just that
//   pass: its outcome may change by itself.
// Invariant: code that changes what a phase reads marks the circle dirty in the same frame before plan_engagements, or
// sets its due time. This concerns role, slot, token, arrival, recovery, capacities, closed slots, the queue, the
// attacks that an agent may use, and definitions. An unnecessary mark costs time; a missing mark makes the result
// wrong.
// The marks are set by these:
// - commands: a reload that changes something marks all circles. When an archetype begins or ceases to share a clock of
//   the world, `refresh` (circles_layer.h) makes all circles due. plan_engagements itself marks the circles that
//   set_capacity and set_closed_slots change;
// - acquire_targets: a requester waits in front of a slot that is not open, while another is;
// - classify_distances: a holder without a token has moved, or its target has, and it is outside the leash of a target
//   with a queue (only with `allows_stealing`).
//   It also calls `mark_target_moved` for a target that has moved, and `mark_holder_moved` where a holder that waits
//   for its way may have moved or turned;
// - evaluate_fsm: a holder arrived, is ready for a token, left its slot for a timed state, or may use other attacks;
// - resolve_hits: slots or tokens were released, or agents requested;
// - plan_engagements and commit: the due times of the circles that they changed.
// Nothing marks a circle for what may change in any frame: the positions that decide which attacks reach, the target's
// view, clocks of the world. A ready holder for which they matter makes the token pass due in every frame. What changes
// at a known time, such as the end of a cooldown, makes it due then (`TokenPass::reason_changes_at`).
//
// Wake bits (`Agents::wake`, `Wake` in storage/agents.h) are the way back: they tell evaluate_fsm to evaluate an agent
// in the next frame. Each change of role, slot or token sets `wake_engagement`. What may make a holder give its slot
// up sets it too: the start of an unusable clock, a change of capacity, a reservation. A new target sets `wake_target`.
//
// Terms of storage: a row is an agent's index in the columns and changes between frames; circles name their members by
// the index of the id, which does not (storage/agents.h, storage/id_table.h). `Read` and `ReadOwn` are the ways in
// which a view reads a column, for all agents or for the agent at hand (storage/views.h). These systems use `Read`.
//
// plan_engagements reads:
// - of agents: identity, life, position, island, heading, state, target and since when they have it, whether they have
//   moved, phases;
// - squads, the table of rows, the search trees and the grid, target biases;
// - of targets: the view cone and the closed slots; of monsters: their acts, which say what attacks they may use.
// It writes:
// - circles with their queues, marks and due times; cooldowns; the capacities of targets;
// - of agents, at the circle: role, slot, wait slot, queue number or time of admission, last switch, queue links;
// - of agents, in a fight: arrival, cause to give up, token, attack phase, wake bits;
// - the working lists of the earlier systems (`Field::decisions`): it adds proposals, and clears the commands that
//   apply_commands has left to this system (`Settling::for_targets`); `Proposals`;
// - events and counters.
// commit may write every column, since the summons spawn agents. It also writes the table of rows, squads, circles,
// marks, cooldowns, acts, trees, `Proposals`, counters and events. It reads the working lists of the earlier systems,
// and the view cones and closed slots of targets (`TargetInfo`). plan_engagements_access() and commit_access() have the
// exact lists.
//
// Units: times us, lengths whole mm (positions m), weights and capacities whole numbers without a unit.
// Source: grid weight and grid capacity, attack weight and attack capacity, stealing and reassignment of slots are
// those of the stage manager in "Beyond the Kung-Fu Circle" (Game AI Pro, chapter 28). Changes of target, dirty marks
// and due times are additions.
#pragma once

#include "combat/combat_layer.h"
#include "engagement/proposals.h"
#include "parallel.h"
#include "storage/part.h"

namespace fray {

FRAY_PART(Proposals, proposals, Field::proposals);

/// What the systems of this layer work on: the layers below, and the working data of the two systems. It has no state
/// of its own: the state is in `CirclesLayer` and in the columns.
struct EngagementLayer : CombatLayer {
    Proposals proposals;
};

} // namespace fray
