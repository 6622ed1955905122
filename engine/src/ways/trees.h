// The search trees over the living agents.
//
// They are kept from frame to frame. Each frame refreshes only a part of them, so they hold positions of the last few
// frames. Each search therefore reaches farther by the distance that agents may have moved since (`drift`), and then
// measures the present distance. So the age of the trees never changes a result.
#pragma once

#include "definitions/kinds.h"
#include "definitions/team_set.h"
#include "drift.h"
#include "host_memory.h"
#include "kd_forest.h"
#include "storage/views.h"

#include <cstdint>

namespace fray {

struct Trees {
    KdForest forest;     ///< a group for each team; items are indices of ids
    bool rebuild = true; ///< build all anew: a host pose led far, or a new team, origin shift or restore
    /// Indices of ids of agents that were spawned or teleported: the trees do not know where they are, so each search
    /// visits them all.
    Vector<uint32_t> side_list;
    Drift drift; ///< of all agents; it only grows

    // Scratch.
    Vector<uint32_t> team_cursors, team_end, side_teams;
    Vector<KdPoint> side_points;
};

FRAY_PART(Trees, trees, Field::trees);

/// For code that searches the trees.
struct TreeView : Views<Read<column::id>, const Kinds, const Trees, RowCount> {
    using Views::Views;
};
/// Calls `visit` for all agents of some teams that may lie within the bound around `at`, see KdForest::nearest.
/// `bound_squared` is in m^2. `visit` has to check each item: the item may come twice, be dead, be of another team, or
/// have an id that was reused. Between two steps the trees may be out of date, as after a restore; all agents are
/// visited then.
void search_teams(const TreeView& world, const TeamSet& teams, Vec2 at, float bound_squared, KdForest::Visit visit,
                  void* context);

} // namespace fray
