// The threat tables of agents, as the page shows them.
#pragma once

#include "kept_agents.h"
#include "sample.h"

#include "fray/world.h"

#include <vector>

namespace fray::demo {

/// Whether an archetype of the world has targeting `threat`.
bool has_threats(const World& world);

/// Overwrites the rows of all tables, by agent, then attacker. `threats` has the rows of the sample before: a value
/// from which the page computes the points to 1 % stays.
void take_threats(const World& world, const KeptAgents& kept, std::vector<ThreatRow>& threats);

} // namespace fray::demo
