// The systems of the stage manager, with what they may touch.
#pragma once

#include "circles/blocked_slots.h"
#include "engagement/engagement_layer.h"
#include "engagement/stage_manager.h"
#include "engagement/support.h"
#include "engagement/token_rules.h"
#include "perception/target_search.h"
#include "ranks/ranks_layer.h"
#include "storage/views.h"

namespace fray {

/// Who lists what is to be planned.
struct AgendaView : Views<Read<column::serial, column::life, column::own_circle, column::role, column::engagement>,
                          Write<column::capacity>, const Clock, const IdTable, const Perception, TargetInfos, Circles,
                          Combat, Proposals> {
    using Views::Views;
};
/// Who plans circles, besides what their manager touches.
struct PlanView : Views<SurveyView, const Combat, Circles> {
    using Views::Views;
};
/// What is prefetched.
struct PrefetchView : Views<Read<column::archetype, column::position, column::heading, column::moved, column::state,
                                 column::engagement, column::arrived, column::attack>,
                            const IdTable, const Circles> {
    using Views::Views;
};
/// Who proposes changes of target.
struct ProposalView : Views<SearchView, Read<column::engagement, column::role, column::target>> {
    using Views::Views;
};
/// What the chunks of plan_engagements have decided.
struct PlanResults : Views<const Settings, Perception, Combat, Proposals, SquadMemories, EventLog, Counters, Division> {
    using Views::Views;
};
using PlanSystem = Together<AgendaView, PlanView, StageView, PrefetchView, ProposalView, PlanResults>;
/// What ranks tell each other about plan_engagements.
struct CircleExchange : Views<RankView, Perception, Circles, AgentClocks, Proposals, EventLog> {
    using Views::Views;
    static constexpr bool of_ranks = true;
};
/// Plans every circle that is dirty or due, or has a target that moved; then collects proposals to change targets.
/// Parallel over circles, then over the chunks of acquire_targets.
void plan_engagements(ParallelLoops& loops, const PlanSystem& world, const CircleExchange& ranks);

/// Who runs the token passes of the deferred circles.
struct DeferredView : Views<CircleChanges, Proposals, EventLog, Counters> {
    using Views::Views;
};
/// Who gives agents other targets.
struct TargetChanges
    : Views<FootingView, Read<column::id, column::serial, column::attack, column::capacity>,
            Write<column::arrived, column::engagement, column::fighting_since, column::give_up, column::joined,
                  column::own_circle, column::queue_links, column::role, column::slot, column::target,
                  column::target_since, column::wait_slot, column::wake>,
            const IdTable, const TargetInfos, const Perception, Circles, Proposals, EventLog, Counters> {
    using Views::Views;
};
/// Who ends circles.
struct CircleEnds
    : Views<Write<column::own_circle>, const Clock, const Kinds, const IdTable, const Proposals, Circles> {
    using Views::Views;
};
/// Who reports wait reasons.
struct WaitReports : Views<WaitView, Write<column::wait_reason>> {
    using Views::Views;
};

using CommitSystem = Together<DeferredView, TargetChanges, SupportChanges, CircleEnds>;
/// Carries out what involves several circles: tokens that depend on clocks of the world, changes of target, the end of
/// circles. Serial. It sets the due time of each circle that it changes, so that the circle is planned in the next
/// frame.
void commit(ParallelLoops& loops, const CommitSystem& world);

struct WaitSystem : Views<WaitReports, const Settings, EventLog> {
    using Views::Views;
};
/// Writes an event for each agent with a wait reason that has changed; the events are the last of the frame. Runs after
/// commit and the summons, only in worlds with `WorldDef::records_wait_reasons`. Parallel over agents.
void report_wait_reasons(ParallelLoops& loops, const WaitSystem& world);

} // namespace fray
