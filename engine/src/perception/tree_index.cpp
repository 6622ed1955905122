// The system build_trees: the KD-trees over the living agents by team, for acquire_targets.
//
// Each frame refreshes a part of the trees, so that all are refreshed within `tree_interval` frames, and deals a few of
// them out anew. All trees are built anew only when many agents have come, or have got far apart. Agents that were
// spawned or teleported are on the side list until they are added to the trees in the next frame.
#include "perception/perception_layer.h"

#include <algorithm>

namespace fray {
namespace {

constexpr uint32_t piece = 8192; ///< rows in a chunk

/// Lists the living agents by team, each team in the order of the rows. Storage is sorted by space, so neighbours in
/// the list are neighbours in space.
void list_points(PerceptionLayer& layer, ParallelLoops& loops, Vector<uint32_t>& team_end) {
    const size_t teams = layer.kinds.team_names.size();
    const uint32_t chunks = ParallelLoops::chunk_count(layer.agents.rows(), piece);
    Vector<uint32_t>& cursors = layer.perception.team_cursors;
    cursors.assign(chunks * teams, 0);
    loops.parallel_for(layer.agents.rows(), piece, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        const Life* const life = layer.agents.life.any();
        const TeamIndex* const team = layer.agents.team.any();
        for (uint32_t row = begin; row < end; ++row) cursors[chunk * teams + team[row]] += life[row] == Life::living;
    });
    uint32_t sum = 0;
    for (size_t team = 0; team < teams; ++team) {
        for (uint32_t chunk = 0; chunk < chunks; ++chunk) {
            const uint32_t count = cursors[chunk * teams + team];
            cursors[chunk * teams + team] = sum;
            sum += count;
        }
        team_end[team] = sum;
    }
    auto& points = layer.perception.forest.points();
    points.resize(sum);
    loops.parallel_for(layer.agents.rows(), piece, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        const Life* const life = layer.agents.life.any();
        const TeamIndex* const team = layer.agents.team.any();
        const Vec2* const position = layer.agents.position.any();
        const AgentId* const id = layer.agents.id.any();
        for (uint32_t row = begin; row < end; ++row)
            if (life[row] == Life::living)
                points[cursors[chunk * teams + team[row]]++] = {position[row], id[row].index};
    });
}

void build_trees(PerceptionLayer& layer, ParallelLoops& loops) {
    layer.perception.team_end.resize(layer.kinds.team_names.size());
    list_points(layer, loops, layer.perception.team_end);
    layer.perception.forest.build(loops, layer.perception.team_end, layer.perception.drift);
    layer.perception.rebuild_trees = false;
    layer.perception.side_list.clear();
}

/// KdForest::Locate: where an agent is now. False: it is not a living agent of this team.
bool locate(const void* context, uint32_t team, uint32_t item, Vec2& now) {
    const PerceptionLayer& layer = *static_cast<const PerceptionLayer*>(context);
    const uint32_t row = layer.ids.row[item];
    if (row == no_index || layer.agents.team.any()[row] != team || layer.agents.life.any()[row] != Life::living)
        return false;
    now = layer.agents.position.any()[row];
    return true;
}

/// Moves the agents of the side list into the trees. False: too many were added since the last build of the trees.
bool add_newcomers(PerceptionLayer& layer) {
    layer.perception.side_teams.clear();
    layer.perception.side_points.clear();
    for (const uint32_t item : layer.perception.side_list) {
        const uint32_t row = layer.ids.row[item];
        if (row == no_index || layer.agents.life.any()[row] != Life::living) continue;
        layer.perception.side_teams.push_back(layer.agents.team.any()[row]);
        layer.perception.side_points.push_back({layer.agents.position.any()[row], item});
    }
    if (!layer.perception.forest.add(layer.perception.side_teams, layer.perception.side_points, layer.perception.drift,
                                     locate, &layer))
        return false;
    layer.perception.side_list.clear();
    return true;
}

} // namespace

Access refresh_trees_access() {
    using enum Field;
    return uses({identity, life, position}, read_any) + uses({trees}, write_any);
}

void refresh_trees(PerceptionLayer& layer, ParallelLoops& loops) {
    const uint64_t every = layer.settings.tree_interval;
    KdForest& forest = layer.perception.forest;
    // Agents may have come near other than by walking.
    if (layer.perception.rebuild_trees || !layer.perception.side_list.empty()) layer.perception.quiet.forget();
    if (layer.perception.rebuild_trees || forest.has_spread()) return build_trees(layer, loops);
    if (!layer.perception.side_list.empty() && !add_newcomers(layer)) return build_trees(layer, loops);
    forest.refresh(loops, static_cast<uint32_t>(layer.clock.frame % every), static_cast<uint32_t>(every),
                   layer.perception.drift, locate, &layer);
    forest.deal_out(loops, layer.clock.frame, layer.perception.drift, locate, &layer);
}

} // namespace fray
