// The rows of the agents move: into an order in space, or because others are removed. The table of rows moves with
// them, and so does the neighbour grid, which knows agents by their rows.
//
// The system is sort_storage. It reads positions and writes every column, the table of rows and the neighbour grid.
#pragma once

#include "neighbour_grid.h"
#include "parallel.h"
#include "rows/row_order.h"
#include "storage/agents.h"
#include "storage/clock.h"
#include "storage/event_log.h"
#include "storage/fields.h"
#include "storage/id_table.h"
#include "storage/settings.h"
#include "storage/views.h"

namespace fray {

/// The grid holds the positions of all agents that lived at the frame's start: from build_grid to locomotion, in worlds
/// in which the engine moves an agent.
struct GridIsCurrent {
    bool value;
    GridIsCurrent(bool is_current) : value(is_current) {}
    operator bool() const { return value; }
};

FRAY_PART(NeighbourGrid, grid, Field::grid);
FRAY_PART(GridIsCurrent, grid_is_current, Field::grid);

/// For code that moves the rows of agents.
struct RowView : Views<Agents, IdTable, RowOrder, NeighbourGrid> {
    using Views::Views;
};
struct SortView : Views<RowView, const Settings, const Clock> {
    using Views::Views;
};

/// The system sort_storage: sorts rows along a Z curve, so that neighbours are near in memory. Parallel over windows
/// and columns.
void sort_storage(ParallelLoops& loops, const SortView& world);

/// Removes these rows. Agents of the last rows take those that become free, in the Z order, so that the order of the
/// rows suffers little. Keeps the table of rows and the neighbour grid up to date. Sorts `rows`.
void remove_rows(const RowView& world, Vector<Row>& rows);

} // namespace fray
