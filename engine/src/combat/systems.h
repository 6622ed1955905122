// Hits, projectiles and deaths, and what agents release or request at circles.
//
// Reads the decisions of evaluate_fsm (hits, releases, requests), commands of the host that change health, and
// positions at the frame's start. Writes health, life, targets, roles, circles, squad leaders and events.
#pragma once

#include "behaviour/decisions.h"
#include "circles/circle_queue.h"
#include "circles/releaser.h"
#include "combat/combat.h"
#include "definitions/bodies.h"
#include "squads/following.h"
#include "storage/views.h"
#include "ways/trees.h"

namespace fray {

/// Who looks from agents to their circles and to whom they fight.
struct OpponentView : Views<Read<column::serial, column::archetype, column::target, column::engagement, column::attack>,
                            const IdTable, const Circles> {
    using Views::Views;
};
/// Who asks how far the hit of an agent's attack reaches.
struct RangeView : Views<BodyView, Read<column::attack, column::attack_phase, column::kept_attack>> {
    using Views::Views;
};
/// What collecting the effects of a frame touches.
struct CollectView
    : Views<RangeView,
            Read<column::id, column::serial, column::team, column::floor, column::life, column::position,
                 column::target, column::engagement>,
            const Settings, const IdTable, RowCount, const Circles, const Trees, const Behaviour, Combat, EventLog> {
    using Views::Views;
};
/// What applying effects to their targets touches.
struct ResolveView
    : Views<RangeView,
            Read<column::serial, column::team, column::floor, column::life, column::squad, column::position,
                 column::heading, column::orders, column::state, column::impact_speed, column::monster>,
            Write<column::wake, column::brain, column::health, column::last_attacker, column::last_attacked,
                  column::threats>,
            const IdTable, const Terrain, Squads, Combat, EventLog, Counters> {
    using Views::Views;
};
/// Who finds out which agents have fallen, and marks the killed as dead.
struct DeathView : Views<Read<column::id, column::serial, column::squad, column::state>, Write<column::life>,
                         const IdTable, Squads, Combat, EventLog, Counters> {
    using Views::Views;
};
/// Who pushes the agents that charges have hit.
struct PushView : Views<BodyChanges, const Combat> {
    using Views::Views;
};
/// What ends with the fallen: their acts, attacks, targets and circles.
struct BurialView : Views<Read<column::id, column::serial, column::archetype, column::life, column::kept_attack>,
                          Write<column::target, column::state, column::engagement, column::attack, column::attack_phase,
                                column::monster, column::own_circle>,
                          const Settings, const Clock, const Kinds, const IdTable, RowCount, const Behaviour,
                          const Combat, Circles, ListsById<RunningAct>, EventLog> {
    using Views::Views;
};
/// Who tells the survivors: agents whose target has fallen, and squads whose leader has.
struct SurvivorView
    : Views<LeaderChanges, Read<column::squad>, Write<column::target, column::target_since, column::scan_due>,
            const Settings, const Clock, RowCount, Combat, EventLog> {
    using Views::Views;
};
/// What releases at circles touch.
struct ReturnView : Views<ReleaseView, Read<column::target, column::own_circle>, const Settings, RowCount,
                          const Behaviour, Combat, EventLog> {
    using Views::Views;
};
/// What requests at circles touch.
struct RequestView : Views<QueueChanges, Read<column::serial, column::life, column::target, column::capacity>,
                           Write<column::wake, column::own_circle>, const Settings, RowCount, const Behaviour,
                           const TargetInfos, Combat> {
    using Views::Views;
};

using HitSystem =
    Together<CollectView, ResolveView, DeathView, PushView, BurialView, SurvivorView, ReturnView, RequestView>;
/// Hits, deaths, releases and requests. Parallel over targets.
void resolve_hits(ParallelLoops& loops, const HitSystem& world);

} // namespace fray
