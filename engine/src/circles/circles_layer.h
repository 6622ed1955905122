// The circles round targets: slots, queues, cooldowns, and what the host said of single targets.
#pragma once

#include "circles/circles.h"
#include "circles/cooldowns.h"
#include "circles/target_info.h"
#include "squads/squads_layer.h"

namespace fray {

struct CirclesLayer : SquadsLayer {
    Circles circles;
    List<CooldownRecord> cooldowns; ///< the world's
    AgentClocks agent_clocks;
    TargetInfos target_infos;
};

/// A circle round a target that has none yet; serial. Its number.
uint32_t make_circle(CirclesLayer& core, uint32_t target_row);
/// After archetypes or monsters have changed: what follows from them for kinds, columns and circles.
void refresh(CirclesLayer& core);

} // namespace fray
