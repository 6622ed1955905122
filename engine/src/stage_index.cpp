// index: the KD-trees over the living by team, for alert, and the grid of neighbours, for move.
#include "core.h"

#include <algorithm>

namespace fray {
namespace {

constexpr uint32_t piece = 8192;
constexpr size_t longest_side_list = 64;

/// Lists the living by team, each team's in storage order: its neighbours in the list are neighbours in space.
void list_points(Core& core, Loops& loops, std::vector<uint32_t>& team_end) {
    const size_t teams = core.team_names.size();
    const uint32_t chunks = Loops::chunk_count(core.rows(), piece);
    std::vector<uint32_t>& cursors = core.team_cursors;
    cursors.assign(chunks * teams, 0);
    loops.chunks(core.rows(), piece, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        const Life* const life = core.agents.life.any();
        const TeamIndex* const team = core.agents.team.any();
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
    auto& points = core.settings.search == SearchBackend::grid ? core.group_grid.points() : core.forest.points();
    points.resize(sum);
    loops.chunks(core.rows(), piece, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        const Life* const life = core.agents.life.any();
        const TeamIndex* const team = core.agents.team.any();
        const Vec2* const position = core.agents.position.any();
        const AgentId* const id = core.agents.id.any();
        for (uint32_t row = begin; row < end; ++row)
            if (life[row] == Life::living)
                points[cursors[chunk * teams + team[row]]++] = {position[row], id[row].index};
    });
}

void build_trees(Core& core, Loops& loops) {
    core.team_end.resize(core.team_names.size());
    list_points(core, loops, core.team_end);
    if (core.settings.search == SearchBackend::grid)
        core.group_grid.build(loops, core.team_end);
    else
        core.forest.build(loops, core.team_end);
    core.drift = 0.0f;
    core.rebuild_trees = false;
    core.side_list.clear();
}

} // namespace

void index(Core& core, Loops& loops) {
    // Who was spawned or placed is not where the trees think, and is looked through one by one; for all others the
    // drift tells.
    if (core.rebuild_trees || core.side_list.size() > longest_side_list || core.frame % core.settings.tree_every == 0)
        build_trees(core, loops);

    const Agents& agents = core.agents;
    float widest = 0.5f;
    for (size_t i = 0; i < core.archetypes.size(); ++i)
        if (core.population[i] != 0) widest = std::max(widest, core.archetypes[i].radius);
    const float reach = 2.0f * widest + neighbour_margin;
    core.grid.build(loops, core.rows(), reach, [&](uint32_t row, GridItem& item) {
        if (agents.life.own()[row] != Life::living) return false;
        item = {agents.position.own()[row], core.archetypes[agents.archetype.own()[row]].radius, row,
                agents.layer.own()[row], agents.standing.own()[row] != 0};
        return true;
    });
}

} // namespace fray
