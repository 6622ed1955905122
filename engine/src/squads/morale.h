// Morale: squads lose courage, waver, run away and rally (rule commit_morale).
//
// resolve_hits counts what happens to a squad (`SquadMorale`). Twice a second there is a look at each squad with
// morale: its morale changes by what was counted and by what is near, and its mood follows. The members find the mood
// in the next frame: acquire_targets takes the targets of routing members, evaluate_fsm sends them away, locomotion
// moves them.
#pragma once

#include "circles/circles.h"
#include "definitions/kinds.h"
#include "squads/squads.h"
#include "storage/event_log.h"
#include "storage/id_table.h"
#include "storage/views.h"

namespace fray {

/// Rows of the leaders of routing squads: working memory of the looks.
struct RoutingLeaders {
    Vector<Row> rows;
};
FRAY_PART(RoutingLeaders, routing_leaders);

/// For code that looks at the morale of squads.
struct MoraleView : Views<Read<column::archetype, column::floor, column::life, column::as_target, column::position,
                               column::serial, column::target, column::team>,
                          Write<column::scan_due, column::wake>, const Clock, const Kinds, const IdTable, const Circles,
                          Squads, RoutingLeaders, EventLog> {
    using Views::Views;
};

/// Makes the looks that fall in this frame, serially, by the number of the squad.
void look_at_morale(const MoraleView& world);

} // namespace fray
