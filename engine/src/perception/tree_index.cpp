// The system build_trees: the KD-trees over the living agents by team, for acquire_targets.
//
// Each frame refreshes a part of the trees, so that all are refreshed within `tree_interval` frames, and deals a few of
// them out anew. All trees are built anew only when many agents have come, or have got far apart. Agents that were
// spawned or teleported are on the side list until they are added to the trees in the next frame.
#include "perception/systems.h"
#include "storage/views.h"

#include <algorithm>

namespace fray {
namespace {

constexpr uint32_t piece = 8192; ///< rows in a chunk

/// Lists the living agents by team, each team in the order of the rows. Storage is sorted by space, so neighbours in
/// the list are neighbours in space.
void list_points(const TreeChanges& world, ParallelLoops& loops, Vector<uint32_t>& team_end) {
    const size_t teams = world.kinds.team_names.size();
    const uint32_t chunks = ParallelLoops::chunk_count(world.rows, piece);
    Vector<uint32_t>& cursors = world.trees.team_cursors;
    cursors.assign(chunks * teams, 0);
    loops.parallel_for(world.rows, piece, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        const Life* const life = world.life.data();
        const TeamIndex* const team = world.team.data();
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
    auto& points = world.trees.forest.points();
    points.resize(sum);
    loops.parallel_for(world.rows, piece, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        const Life* const life = world.life.data();
        const TeamIndex* const team = world.team.data();
        const Vec2* const position = world.position.data();
        const AgentId* const id = world.id.data();
        for (uint32_t row = begin; row < end; ++row)
            if (life[row] == Life::living)
                points[cursors[chunk * teams + team[row]]++] = {position[row], id[row].index};
    });
}

void build_trees(const TreeChanges& world, ParallelLoops& loops) {
    world.trees.team_end.resize(world.kinds.team_names.size());
    list_points(world, loops, world.trees.team_end);
    world.trees.forest.build(loops, world.trees.team_end, world.trees.drift);
    world.trees.rebuild = false;
    world.trees.side_list.clear();
}

/// KdForest::Locate: where an agent is now. False: it is not a living agent of this team.
bool locate(const void* context, uint32_t team, uint32_t item, Vec2& now) {
    const TreeChanges& world = *static_cast<const TreeChanges*>(context);
    const Row row = world.ids.row[item];
    if (row == Row::none() || world.team[row] != team || world.life[row] != Life::living) return false;
    now = world.position[row];
    return true;
}

/// Moves the agents of the side list into the trees. False: too many were added since the last build of the trees.
bool add_newcomers(const TreeChanges& world) {
    world.trees.side_teams.clear();
    world.trees.side_points.clear();
    for (const uint32_t item : world.trees.side_list) {
        const Row row = world.ids.row[item];
        if (row == Row::none() || world.life[row] != Life::living) continue;
        world.trees.side_teams.push_back(world.team[row]);
        world.trees.side_points.push_back({world.position[row], item});
    }
    if (!world.trees.forest.add(world.trees.side_teams, world.trees.side_points, world.trees.drift, locate, &world))
        return false;
    world.trees.side_list.clear();
    return true;
}

} // namespace

void refresh_trees(ParallelLoops& loops, const TreeChanges& world) {
    const uint64_t every = world.settings.tree_interval;
    KdForest& forest = world.trees.forest;
    // Agents may have come near other than by walking.
    if (world.trees.rebuild || !world.trees.side_list.empty()) world.perception.quiet.forget();
    if (world.trees.rebuild || forest.has_spread()) return build_trees(world, loops);
    if (!world.trees.side_list.empty() && !add_newcomers(world)) return build_trees(world, loops);
    forest.refresh(loops, static_cast<uint32_t>(world.clock.frame % every), static_cast<uint32_t>(every),
                   world.trees.drift, locate, &world);
    forest.deal_out(loops, world.clock.frame, world.trees.drift, locate, &world);
}

} // namespace fray
