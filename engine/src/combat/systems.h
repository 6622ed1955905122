// Hits, projectiles and deaths, and what agents release or request at circles.
#pragma once

#include "behaviour/decisions.h"
#include "bodies/bodies.h"
#include "circles/limited_attacks.h"
#include "circles/releases.h"
#include "circles/requests.h"
#include "combat/combat.h"
#include "perception/perception.h"
#include "squads/following.h"
#include "storage/settings.h"
#include "storage/views.h"
#include "ways/trees.h"

namespace fray {

/// For code that asks how far the hit of an agent's attack reaches.
struct RangeView : Views<BodyView, Read<column::attack, column::attack_phase, column::kept_attack>> {
    using Views::Views;
};
/// What collecting the effects of a frame touches.
struct CollectView
    : Views<RangeView,
            Read<column::id, column::serial, column::team, column::floor, column::life, column::position,
                 column::heading, column::velocity, column::health, column::target, column::orders, column::engagement>,
            const Settings, const IdTable, const Terrain, RowCount, const Circles, const Trees, const Behaviour,
            TargetGroups, Combat, EventLog> {
    using Views::Views;
};
/// What applying effects to their targets touches.
struct ResolveView
    : Views<RangeView,
            Read<column::serial, column::team, column::floor, column::life, column::squad, column::position,
                 column::heading, column::orders, column::state, column::impact_speed, column::monster>,
            Write<column::wake, column::brain, column::health, column::credit, column::threats>, const IdTable,
            const Terrain, Squads, const TargetGroups, Combat, EventLog, Counters> {
    using Views::Views;
};
/// For code that finds out which agents have fallen, and marks the killed as dead.
struct DeathView : Views<Read<column::id, column::serial, column::squad, column::state>, Write<column::life>,
                         const IdTable, Squads, Combat, EventLog, Counters> {
    using Views::Views;
};
/// For code that pushes the agents that charges have hit.
struct PushView : Views<BodyChanges, const Combat> {
    using Views::Views;
};
/// What ends with the fallen: their acts, attacks, targets and circles.
struct BurialView : Views<Read<column::id, column::serial, column::archetype, column::team, column::body, column::life,
                               column::kept_attack>,
                          Write<column::target, column::state, column::engagement, column::attack, column::attack_phase,
                                column::monster, column::as_target>,
                          const Settings, const Clock, const Kinds, const ChangedBodies, const IdTable, RowCount,
                          const Behaviour, const Combat, Circles, ListsById<RunningAct>, EventLog> {
    using Views::Views;
};
/// For code that wakes the agents that have lost their target.
struct SurvivorView : Views<Read<column::id, column::serial, column::life, column::squad>,
                            Write<column::target, column::target_since, column::scan_due, column::wake>, const Settings,
                            const Clock, const IdTable, RowCount, Squads, Combat, EventLog> {
    using Views::Views;
};
/// For code that answers unmanaged agents that want to attack.
struct WishView
    : Views<Read<column::serial, column::archetype, column::life, column::target, column::attack, column::attack_phase,
                 column::as_target, column::id, column::orders, column::update_interval>,
            const Settings, const Clock, const Kinds, const IdTable, RowCount, const Behaviour, const Circles,
            LimitedAttacks> {
    using Views::Views;
};
using HitSystem = Together<CollectView, ResolveView, DeathView, PushView, BurialView, SurvivorView, WishView,
                           ReturnView, RequestView, SuccessionView>;
/// Hits, deaths, releases and requests. Parallel over targets.
void resolve_hits(ParallelLoops& loops, const HitSystem& world);

} // namespace fray
