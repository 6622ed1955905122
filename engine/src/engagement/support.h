// Support: agents that have nothing to do go to where the enemy's line is open (rule commit_support).
//
// The surveys of a team fall on a schedule, twice a second. A survey first looks at the agents of the team alone, in
// parallel. Only if there are spare agents, it draws a map (support_map.h) and sends each spare agent on its way,
// serially, by serial.
#pragma once

#include "circles/circles.h"
#include "engagement/proposals.h"
#include "squads/squads.h"
#include "storage/event_log.h"
#include "storage/views.h"
#include "terrain/terrain.h"

namespace fray {

/// For code that surveys teams, and sends agents to support.
struct SupportChanges
    : Views<
          BodyView,
          Read<column::id, column::serial, column::team, column::floor, column::life, column::position, column::island,
               column::squad, column::scan_due, column::orders, column::state, column::attack, column::monster>,
          Write<column::support, column::target, column::target_since, column::wake, column::engagement, column::joined,
                column::queue_links, column::role, column::wait_place, column::wait_slot>,
          const Settings, const IdTable, const Terrain, const Squads, RowCount, Circles, Proposals, EventLog> {
    using Views::Views;
};

/// Makes the surveys that fall in this frame. Runs after commit.
void survey_teams(ParallelLoops& loops, const SupportChanges& world);

} // namespace fray
