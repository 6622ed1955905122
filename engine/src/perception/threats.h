// The threat tables of agents with `Targeting::threat` (rules change_threat and most_threatening): which attackers have
// hurt an agent, and how much. Points fade with time: they are kept as they were at their last change, and computed for
// the present when they are needed. So a table changes only when its agent is hurt.
//
// Each function changes the table of a single agent; different agents at once are safe.
#pragma once

#include "perception/perception_layer.h"

#include <cstdint>

namespace fray {

/// The points of a row as they have faded by now. 0: the row is free.
float points_now(const PerceptionLayer& layer, uint32_t row, const ThreatTable::Row& threat);
/// The points of an attacker for the agent of this row as they have faded by now; 0: it has none.
float threat_of(const PerceptionLayer& layer, uint32_t row, Serial attacker);
/// Changes the points of an attacker by `points`. Does nothing if the agent has no threat table.
void change_threat(PerceptionLayer& layer, uint32_t row, Serial attacker, float points);

} // namespace fray
