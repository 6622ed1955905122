// Support: agents that have nothing to do go to where the enemy's line is open (rule commit_support).
//
// The surveys of a team fall on a schedule, twice a second. A survey first looks at the agents of the team alone, in
// parallel. Only if there are spare agents, it draws a map (support_map.h) and sends each spare agent on its way,
// serially, by serial.
//
// Reads: what an agent does (orders, state, role, target, rest), positions, squads, the first of each queue.
// Writes: the column `support`; of agents that begin or cease to support: target, role, wake bits, queues, due times.
#pragma once

#include "engagement/engagement_layer.h"

namespace fray {

/// Makes the surveys that fall in this frame. `events` gets the events of all of them.
void survey_teams(EngagementLayer& layer, ParallelLoops& loops, EventWriter events);

} // namespace fray
