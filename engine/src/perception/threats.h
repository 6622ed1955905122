// The threat tables of agents with `Targeting::threat` (rules change_threat and most_threatening): which attackers have
// hurt an agent, and how much. Points fade with time: they are kept as they were at their last change, and computed for
// the present when they are needed. So a table changes only when its agent is hurt.
//
// Each function changes the table of a single agent; different agents at once are safe.
#pragma once

#include "definitions/kinds.h"
#include "storage/clock.h"
#include "storage/id_table.h"
#include "storage/views.h"

#include <cstdint>

namespace fray {

/// For code that reads threat tables.
struct ThreatView : Views<Read<column::archetype, column::threats>, const Kinds, const Clock> {
    using Views::Views;
};
/// For code that changes threat tables.
struct ThreatChanges
    : Views<Read<column::archetype, column::life>, Write<column::threats>, const Kinds, const Clock, const IdTable> {
    using Views::Views;
};

/// The points of a row as they have faded by now. 0: the row is free.
float points_now(const ThreatView& world, Row row, const ThreatTable::Entry& threat);
/// The points of an attacker for the agent of this row as they have faded by now; 0: it has none.
float threat_of(const ThreatView& world, Row row, Serial attacker);
/// Changes the points of an attacker by `points`. Does nothing if the agent has no threat table.
void change_threat(const ThreatChanges& world, Row row, Serial attacker, float points);

} // namespace fray
