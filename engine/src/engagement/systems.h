// The stage manager, which decides on every circle which requester gets a slot, which holder
// changes its slot, and which holder gets an attack token. Circles are described in circles/circles.h.
//
// Two systems decide, one after the other:
// - `plan_engagements` runs phases 1 to 7 of rules.md, commit, on every circle that needs it. It runs in parallel over
//   circles and carries each decision out at once. This is safe because an agent belongs to at most one
//   circle. It also collects proposals to change targets (the first half of phase 8), which involve two circles each.
// - `commit` carries out, serially, what involves several circles: token passes where a clock of the world
//   counts (the clock of a cooldown with `CooldownScope::world`, which all circles share), and the proposals (the
//   second half of phase 8). The same system of the frame graph goes on, step by step: the surveys (phase 9,
//   support.h); `end_circles`, which ends circles that have no members and no running clocks (`Circle::over`); the
//   summons (phase 10, commands/spawning.h); the looks at morale (squads/morale.h); the reports of wait reasons.
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
//   the world, `refresh` (circle_views.h) makes all circles due. plan_engagements itself marks the circles that
//   set_capacity and set_closed_slots change;
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
// Wake bits (`Agents::wake`, `Wake` in behaviour/components.h) are the way back: they tell evaluate_fsm to evaluate an
// agent in the next frame. Each change of role, slot or token sets `wake_engagement`. What may make a holder give its
// slot up sets it too: the start of an unusable clock, a change of capacity, a reservation. A new target sets
// `wake_target`.
//
// Terms of storage: a row is an agent's index in the columns and changes between frames; circles name their members by
// the index of the id, which does not (storage/agents.h, storage/id_table.h). `Read` and `ReadOwn` are the ways in
// which a view reads a column, for all agents or for the agent at hand (storage/views.h). These systems use `Read`.
//
// Units: times us, lengths whole mm (positions m), weights and capacities whole numbers without a unit.
// Source: grid weight and grid capacity, attack weight and attack capacity, stealing and reassignment of slots are
// those of the stage manager in "Beyond the Kung-Fu Circle" (Game AI Pro, chapter 28). Changes of target, dirty marks
// and due times are additions.
#pragma once

#include "circles/blocked_slots.h"
#include "combat/combat.h"
#include "engagement/proposals.h"
#include "engagement/stage_manager.h"
#include "engagement/support.h"
#include "engagement/token_rules.h"
#include "perception/target_search.h"
#include "storage/divided_loops.h"
#include "storage/views.h"

namespace fray {

/// For code that lists what is to be planned.
struct AgendaView
    : Views<Read<column::serial, column::life, column::role, column::engagement>, Write<column::as_target>, const Clock,
            const IdTable, const Perception, TargetInfos, Circles, Combat, Proposals> {
    using Views::Views;
};
/// For code that plans circles, besides what their manager touches.
struct PlanView : Views<SurveyView, const Combat, Circles> {
    using Views::Views;
};
/// What planning reads of a holder.
struct HolderAhead : Views<Read<column::archetype, column::position, column::heading, column::state, column::engagement,
                                column::arrived, column::attack>> {
    using Views::Views;
};
/// What is prefetched.
struct PrefetchView : Views<HolderAhead, Read<column::moved>, const IdTable, const Circles> {
    using Views::Views;
};
/// For code that proposes changes of target.
struct ProposalView : Views<SearchView, Read<column::state, column::engagement, column::role, column::target>,
                            const NeighbourGrid, const GridIsCurrent, const PromisedPlaces> {
    using Views::Views;
};
/// What the chunks of plan_engagements have decided.
struct PlanResults : Views<const Settings, Perception, Combat, Proposals, SquadMemories, EventLog, Counters> {
    using Views::Views;
};
using PlanSystem = Together<AgendaView, PlanView, StageView, PrefetchView, ProposalView, PlanResults>;
/// Plans every circle that is dirty or due, or has a target that moved; then collects proposals to change targets.
/// Parallel over circles, then over the chunks of acquire_targets.
void plan_engagements(DividedLoops& loops, const PlanSystem& world);

/// For code that runs the token passes of the deferred circles.
struct DeferredView : Views<CircleChanges, const PromisedPlaces, Proposals, EventLog, Counters> {
    using Views::Views;
};
/// For code that gives agents other targets.
struct TargetChanges
    : Views<FootingView, Read<column::id, column::serial, column::attack>,
            Write<column::arrived, column::engagement, column::fighting_since, column::give_up, column::joined,
                  column::as_target, column::queue_links, column::role, column::slot, column::target,
                  column::target_since, column::wait_place, column::wait_slot, column::wake>,
            const IdTable, const TargetInfos, const Perception, Circles, Proposals, EventLog, Counters> {
    using Views::Views;
};
using CommitSystem = Together<DeferredView, TargetChanges>;
/// Carries out what involves several circles: tokens that depend on clocks of the world, changes of target. Serial. It
/// sets the due time of each circle that it changes, so that the circle is planned in the next frame.
void commit(const CommitSystem& world);

/// For code that ends circles.
struct CircleEnds : Views<Write<column::as_target>, const Clock, const Kinds, const IdTable, const Proposals, Circles> {
    using Views::Views;
};
/// Ends the circles that are over, among those that the plans have listed or that agents have left. Serial; runs after
/// the surveys.
void end_circles(const CircleEnds& world);

/// For code that reports wait reasons.
struct WaitReports : Views<WaitView, Write<column::wait_reason>, const Settings, EventLog> {
    using Views::Views;
};
/// Writes an event for each agent with a wait reason that has changed; the events are the last of the frame. Runs after
/// commit and the summons, and does nothing without `WorldDef::records_wait_reasons`. Parallel over agents.
void report_wait_reasons(ParallelLoops& loops, const WaitReports& world);

} // namespace fray
