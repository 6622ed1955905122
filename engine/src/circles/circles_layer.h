// The circles layer: engagement circles with their slots and queues, cooldowns, and the host's settings for single
// targets. It owns this state and declares no system of its own: resolve_hits, plan_engagements and commit change it.
// It reads archetypes, the ground and the agents' columns.
#pragma once

#include "circles/circles.h"
#include "circles/cooldowns.h"
#include "circles/target_info.h"
#include "squads/squads_layer.h"

namespace fray {

struct CirclesLayer : SquadsLayer {
    Circles circles;
    Vector<CooldownRecord> cooldowns; ///< clocks of scope `world`; those of scope `circle` are in their circle
    AgentClocks agent_clocks;         ///< cooldown clocks that belong to a single agent (`CooldownDef::agent`)
    TargetInfos target_infos;
};

/// Makes a circle for a living target that has no circle, with the target's current capacities and closed slots.
/// Returns its number; the caller stores it in the target's `own_circle`. Not thread-safe; references to circles become
/// invalid.
uint32_t make_circle(CirclesLayer& layer, uint32_t target_row);
/// Call after archetypes or monsters were added or replaced. Updates what is computed from them in definitions, columns
/// and circles. Not thread-safe.
void refresh(CirclesLayer& layer);

} // namespace fray
