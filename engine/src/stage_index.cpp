// index: the KD-trees over the living by team, for alert, and the grid of neighbours, for move.
#include "core.h"
#include "neighbour.h"

#include <algorithm>

namespace fray {
namespace {

constexpr uint32_t piece = 8192;
constexpr size_t longest_side_list = 64;
constexpr uint32_t rounds_per_build = 16; ///< of bringing the trees up to date, until all are dealt out anew

/// Lists the living by team, each team's in storage order: its neighbours in the list are neighbours in space.
void list_points(Core& core, Loops& loops, List<uint32_t>& team_end) {
    const size_t teams = core.team_names.size();
    const uint32_t chunks = Loops::chunk_count(core.rows(), piece);
    List<uint32_t>& cursors = core.team_cursors;
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
        core.group_grid.build(loops, core.team_end, core.moved);
    else
        core.forest.build(loops, core.team_end, core.moved);
    core.rebuild_trees = false;
    core.side_list.clear();
}

bool locate(const void* context, uint32_t team, uint32_t item, Vec2& now) {
    const Core& core = *static_cast<const Core*>(context);
    const uint32_t row = core.ids.row[item];
    if (row == no_index || core.agents.team.any()[row] != team || core.agents.life.any()[row] != Life::living)
        return false;
    now = core.agents.position.any()[row];
    return true;
}

/// Puts those on the side list into the trees, if there is room.
bool add_newcomers(Core& core) {
    core.side_teams.clear();
    core.side_points.clear();
    for (const uint32_t item : core.side_list) {
        const uint32_t row = core.ids.row[item];
        if (row == no_index || core.agents.life.any()[row] != Life::living) continue;
        core.side_teams.push_back(core.agents.team.any()[row]);
        core.side_points.push_back({core.agents.position.any()[row], item});
    }
    if (!core.forest.add(core.side_teams, core.side_points, core.moved)) return false;
    core.side_list.clear();
    return true;
}

/// Who was spawned or placed is not where the trees think, and is looked through one by one; for all others it is known
/// how far they may have moved.
void keep_trees(Core& core, Loops& loops) {
    const uint64_t every = core.settings.tree_every;
    const bool grid = core.settings.search == SearchBackend::grid;
    if (core.rebuild_trees || core.frame % (grid ? every : every * rounds_per_build) == 0)
        return build_trees(core, loops);
    const bool crowded = core.side_list.size() > longest_side_list;
    if (grid) {
        if (crowded) build_trees(core, loops);
        return;
    }
    if ((crowded || (core.frame % every == 0 && !core.side_list.empty())) && !add_newcomers(core))
        return build_trees(core, loops);
    core.forest.refresh(loops, static_cast<uint32_t>(core.frame % every), static_cast<uint32_t>(every), core.moved,
                        locate, &core);
}

/// What the grid of neighbours is built of.
class Crowd {
public:
    explicit Crowd(const Core& core) : core_(core), agents_(core.agents) {}

    bool item(uint32_t row, GridItem& item) const {
        item = {agents_.position.own()[row], row % GridItem::most_rows, rests(row), agents_.archetype.own()[row],
                agents_.layer.own()[row]};
        return agents_.life.own()[row] == Life::living;
    }
    bool still(uint32_t row) const {
        return rests(row) && agents_.moved.own()[row] == 0 && agents_.life.own()[row] == Life::living;
    }
    void ask_for_walker(uint32_t row) const {
        if (rests(row)) return;
        agents_.velocity.ask_for(row);
        agents_.wish.ask_for(row);
        agents_.serial.ask_for(row);
        agents_.stance.ask_for(row);
        agents_.stalled.ask_for(row);
    }
    GridWalker walker(uint32_t row) const {
        const Archetype& archetype = core_.archetypes[agents_.archetype.own()[row]];
        // Whom the host moves gives no way, and wants to go where he goes.
        const bool carried = archetype.motion == Motion::host;
        const Stance stance = carried ? Stance::stands : agents_.stance.own()[row];
        const Vec2 velocity = agents_.velocity.own()[row];
        const Wish wish = carried ? wish_of(velocity) : agents_.wish.own()[row];
        const float weight =
            weight_of(core_, archetype.mass, stance, agents_.serial.own()[row], agents_.stalled.own()[row]);
        return {velocity, weight, wish.x, wish.y};
    }

private:
    bool rests(uint32_t row) const { return agents_.quiet.own()[row] != Quiet::no; }

    const Core& core_;
    const Agents& agents_;
};

/// Only for those whom fray moves.
void keep_neighbours(Core& core, Loops& loops) {
    float widest = 0.0f;
    bool moves = false;
    for (size_t i = 0; i < core.archetypes.size(); ++i) {
        if (core.population[i] == 0) continue;
        widest = std::max(widest, core.archetypes[i].radius);
        moves |= core.archetypes[i].motion == Motion::fray;
    }
    if (moves)
        core.grid.update(loops, core.rows(), widest, Crowd(core));
    else
        core.grid.forget();
}

} // namespace

void index(Core& core, Loops& loops) {
    keep_trees(core, loops);
    keep_neighbours(core, loops);
}

} // namespace fray
