#include "battle/spawner.h"

#include "battle/require.h"
#include "battle/script_commands.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace fray::scenario {
namespace {

template <class List> size_t index_named(const List& list, const std::string& name) {
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& item) { return item.name == name; });
    return static_cast<size_t>(found - list.begin());
}

constexpr size_t at_once = 1024; ///< agents that a call spawns

void check_extent(const GroupDef& group, const std::vector<Vec2>& positions) {
    for (const Vec2 p : positions) {
        const float reach = std::max(std::abs(p.x), std::abs(p.y));
        if (reach <= world_extent) continue;
        refuse(fmt::format("groups.{}: {} agents reach {:.0f} m from the origin; allowed: 0 to {:.0f}", group.name,
                           positions.size(), reach, world_extent));
    }
}

} // namespace

Spawner::Spawner(const Scenario& scenario, std::vector<int64_t> counts)
    : scenario_(scenario), counts_(std::move(counts)) {
    const int64_t total = std::accumulate(counts_.begin(), counts_.end(), int64_t{0});
    if (total < 1 || total > max_agents) refuse(fmt::format("agents: {}; allowed: 1 to {}", total, max_agents));
}

void Spawner::spawn_start(World& world) {
    Standing standing(scenario_);
    for (size_t i = 0; i < scenario_.groups.size(); ++i) {
        if (scenario_.groups[i].spawn_trigger == SpawnTrigger::start) spawn(world, i, standing);
    }
    first_runs_ = runs_.size();
}

void Spawner::spawn(World& world, size_t index) {
    Standing standing(scenario_);
    spawn(world, index, standing);
}

std::vector<Vec2> Spawner::places_of(size_t index, Standing& standing) const {
    const GroupDef& group = scenario_.groups[index];
    Standing::Places places = standing.stand(group, formation_positions(group, counts_[index]));
    check_extent(group, places.positions);
    if (places.without_room != 0)
        refuse(fmt::format("groups.{}: {} agents find no room on the ground", group.name, places.without_room));
    return std::move(places.positions);
}

void Spawner::spawn(World& world, size_t index, Standing& standing) {
    const GroupDef& group = scenario_.groups[index];
    const std::vector<Vec2> positions = places_of(index, standing);
    const auto team = std::find(scenario_.teams.begin(), scenario_.teams.end(), group.team);
    SpawnDef common;
    common.archetype = static_cast<ArchetypeIndex>(index_named(scenario_.archetypes, group.archetype));
    common.team = static_cast<TeamIndex>(team - scenario_.teams.begin());
    common.floor = static_cast<int16_t>(group.floor);
    runs_.push_back({index, spawn_count(), 0});
    try {
        spawn_agents(world, group, common, positions);
    } catch (...) {
        // The agents of earlier calls are in the world, and stay known. All lists get their number of agents.
        const Run& run = runs_.back();
        return_to({static_cast<size_t>(run.first + run.count), runs_.size() - (run.count == 0 ? 1 : 0)});
        throw;
    }
}

void Spawner::spawn_agents(World& world, const GroupDef& group, const SpawnDef& common,
                           const std::vector<Vec2>& positions) {
    const bool companies = group.formation == GroupFormation::companies;
    const size_t company = companies ? static_cast<size_t>(group.company_size) : positions.size() + 1;
    const size_t squad = static_cast<size_t>(group.squad_size);
    const std::vector<SquadId> others =
        group.joins.empty() ? std::vector<SquadId>{} : squads(static_cast<size_t>(group_index(group.joins)));
    const Vec2 heading = direction_of(group.facing);
    SpawnDef def = common;
    std::vector<SpawnDef> defs;
    const auto spawn_defs = [&] {
        const size_t before = ids_.size();
        ids_.resize(before + defs.size());
        require(world.spawn(defs, std::span(ids_).subspan(before)), world);
        runs_.back().count += static_cast<int64_t>(defs.size());
        defs.clear();
    };
    for (size_t k = 0; k < positions.size(); ++k) {
        if (!others.empty()) def.squad = others[k % others.size()];
        // Each company begins a new squad.
        if (squad > 0 && k % company % squad == 0)
            require(world.add_squad(common.team, group.squad_settings, &def.squad), world);
        def.position = positions[k];
        const Vec2 inward = group.at - def.position;
        def.heading = group.formation == GroupFormation::ring && inward != Vec2{} ? inward : heading;
        defs.push_back(def);
        places_.push_back(def.position);
        squads_.push_back(def.squad);
        if (defs.size() == at_once) spawn_defs();
    }
    spawn_defs();
}

bool Spawner::return_to(Mark mark) {
    if (mark.agents > ids_.size() || mark.runs > runs_.size()) return false;
    ids_.resize(mark.agents);
    places_.resize(mark.agents);
    squads_.resize(mark.agents);
    runs_.resize(mark.runs);
    return true;
}

std::vector<Spawner::Wave> Spawner::waves() const {
    std::vector<Wave> waves;
    for (size_t i = first_runs_; i < runs_.size(); ++i) {
        const auto first = static_cast<std::ptrdiff_t>(runs_[i].first);
        const auto last = first + static_cast<std::ptrdiff_t>(runs_[i].count);
        waves.push_back({runs_[i].group,
                         {ids_.begin() + first, ids_.begin() + last},
                         {squads_.begin() + first, squads_.begin() + last}});
    }
    return waves;
}

void Spawner::take_over(const std::vector<Wave>& waves) {
    const auto fail = [](const std::string& text) { throw BadResult({Error::bad_snapshot, text}); };
    if (runs_.size() != first_runs_) fail("progress of a battle: the script of this battle has spawned agents already");
    for (const Wave& wave : waves) {
        if (wave.group >= counts_.size()) fail(fmt::format("progress of a battle: there is no group {}", wave.group));
        const auto count = static_cast<size_t>(counts_[wave.group]);
        if (wave.agents.size() != count || wave.squads.size() != count)
            fail(fmt::format("progress of a battle: group {} has {} agents, allowed {}",
                             scenario_.groups[wave.group].name, wave.agents.size(), count));
    }
    const Mark before = mark();
    try {
        for (const Wave& wave : waves) {
            Standing standing(scenario_);
            const std::vector<Vec2> positions = places_of(wave.group, standing);
            runs_.push_back({wave.group, spawn_count(), counts_[wave.group]});
            places_.insert(places_.end(), positions.begin(), positions.end());
            squads_.insert(squads_.end(), wave.squads.begin(), wave.squads.end());
            ids_.insert(ids_.end(), wave.agents.begin(), wave.agents.end());
        }
    } catch (...) {
        return_to(before);
        throw;
    }
}

std::vector<int64_t> Spawner::members(size_t group) const {
    std::vector<int64_t> serials;
    for (const Run& run : runs_) {
        if (run.group != group) continue;
        for (int64_t serial = run.first; serial < run.first + run.count; ++serial) serials.push_back(serial);
    }
    return serials;
}

const ArchetypeDef& Spawner::archetype_of(int64_t serial) const {
    const auto run = std::find_if(runs_.begin(), runs_.end(),
                                  [serial](const Run& r) { return serial >= r.first && serial < r.first + r.count; });
    const std::string& name = scenario_.groups.at(run->group).archetype;
    return scenario_.archetypes.at(index_named(scenario_.archetypes, name));
}

std::vector<SquadId> Spawner::squads(size_t group) const {
    std::vector<SquadId> list;
    for (const int64_t serial : members(group))
        if (squad_of(serial) && (list.empty() || !(list.back() == squad_of(serial)))) list.push_back(squad_of(serial));
    return list;
}

int Spawner::group_index(const std::string& name) const {
    const size_t index = index_named(scenario_.groups, name);
    return index < scenario_.groups.size() ? static_cast<int>(index) : -1;
}

} // namespace fray::scenario
