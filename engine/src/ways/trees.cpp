#include "ways/trees.h"

namespace fray {

void search_teams(const TreeView& world, const TeamSet& teams, Vec2 at, float bound_squared, KdForest::Visit visit,
                  void* context) {
    float bound = bound_squared;
    if (world.trees.rebuild) {
        for (Row row{0}; row < world.rows && bound >= 0.0f; ++row) bound = visit(context, world.id[row].index, bound);
        return;
    }
    for (uint32_t team = 0; team < world.kinds.team_names.size() && bound >= 0.0f; ++team) {
        if (!teams.has(static_cast<TeamIndex>(team))) continue;
        bound = world.trees.forest.nearest(team, at, bound, world.trees.drift, visit, context);
    }
    for (const uint32_t item : world.trees.side_list) bound = visit(context, item, bound);
}

} // namespace fray
