// The engagement layer: the stage manager, which decides on every circle which requester gets a slot, which holder
// changes its slot, and which holder gets an attack token. Circles are described in circles/circles.h.
//
// Two systems decide, one after the other:
// - `plan_engagements` runs phases 1 to 7 of rules.md, commit, on every circle that needs it. It runs in parallel over
//   circles and carries each decision out at once. This is safe because an agent belongs to at most one
//   circle. It also collects proposals to change targets, which involve two circles each.
// - `commit` carries out, serially, what involves several circles: token passes where a cooldown of the whole world
//   counts, and the proposals. Then it ends circles that are empty.
// The rules and the event log present both systems as the phases of a single commit pass: each phase goes over all
// circles, by the serial of their target, before the next phase begins.
//
// Reads positions at the frame's start, definitions, the search trees, and the roles, requests and dirty marks that
// resolve_hits has left. Writes circles, slots, attack tokens, waiting positions, wake bits and targets.
//
// Source: grid weight and grid capacity, attack weight and attack capacity, stealing and reassignment of slots are
// those of the stage manager in "Beyond the Kung-Fu Circle" (Game AI Pro, chapter 28).
#pragma once

#include "combat/combat_layer.h"
#include "engagement/proposals.h"
#include "parallel.h"

namespace fray {

struct EngagementLayer : CombatLayer {
    Proposals proposals;
};

/// Plans every circle that is dirty or due, or has a target that moved; then collects proposals to change targets.
/// Parallel over circles, then over the chunks of acquire_targets.
void plan_engagements(EngagementLayer& core, Loops& loops);
Access plan_engagements_access();
/// Carries out what involves several circles: tokens that depend on clocks of the world, changes of target, the end of
/// circles. Serial.
void commit(EngagementLayer& core, Loops& loops);
Access commit_access();
/// Writes an event for each agent with a wait reason that has changed; the events are the last of the frame. Runs after
/// commit and the summons, only in worlds with `WorldDef::wait_reasons`. Parallel over agents.
void report_wait_reasons(EngagementLayer& core, Loops& loops);

} // namespace fray
