// The agents' columns, their ids, the clock, the event log. Offers the order of rows.
// System: reorder reads where agents are and writes every column.
#pragma once

#include "fray/stats.h"
#include "neighbour_grid.h"
#include "parallel.h"
#include "storage/access.h"
#include "storage/agents.h"
#include "storage/clock.h"
#include "storage/event_log.h"
#include "storage/id_table.h"
#include "storage/level_of_detail.h"
#include "storage/row_order.h"
#include "storage/settings.h"

namespace fray {

struct StorageLayer {
    Settings settings;
    Clock clock;
    Agents agents;
    IdTable ids;
    RowOrder order;
    NeighbourGrid grid; ///< of walkers; reordered with the rows
    LevelOfDetail lod;
    EventLog log;
    Counters counters;
};

/// Rows go into space-filling order, so that neighbours are near in memory. Parallel over windows.
void reorder(StorageLayer& core, Loops& loops);
Access reorder_access();

} // namespace fray
