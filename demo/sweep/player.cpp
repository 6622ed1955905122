#include "player.h"

#include "files/bad_input.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace fray::demo {
namespace {

/// A group of agents that are spawned before the first frame.
struct Placed {
    const GroupDef* group;
    Serial first;
};

std::vector<Placed> placed(const Scenario& scenario, int64_t agents) {
    const std::vector<int64_t> counts = group_counts(scenario, agents);
    std::vector<Placed> all;
    int64_t first = 0;
    for (size_t i = 0; i < counts.size(); ++i) {
        if (scenario.groups[i].spawn_trigger != SpawnTrigger::start || counts[i] == 0) continue;
        all.push_back({&scenario.groups[i], static_cast<Serial>(first)});
        first += counts[i];
    }
    return all;
}

TeamIndex team_index(const Scenario& scenario, const std::string& team) {
    const auto found = std::find(scenario.teams.begin(), scenario.teams.end(), team);
    if (found == scenario.teams.end())
        throw BadInput(
            fmt::format("--team {}: there is no such team; allowed: {}", team, fmt::join(scenario.teams, ", ")));
    return static_cast<TeamIndex>(found - scenario.teams.begin());
}

bool has_brain(const Scenario& scenario, const GroupDef& group) {
    const auto named = [&](const ArchetypeDef& archetype) { return archetype.name == group.archetype; };
    return std::find_if(scenario.archetypes.begin(), scenario.archetypes.end(), named)->autonomous;
}

Player first_of(const Scenario& scenario, const Placed& group) {
    return {group.first, team_index(scenario, group.group->team),
            fmt::format("agent {}, the first of '{}', team '{}'", group.first, group.group->name, group.group->team)};
}

Player of_group(const Scenario& scenario, const std::vector<Placed>& groups, const std::string& name,
                const std::string& team) {
    std::vector<std::string> names;
    for (const Placed& group : groups) {
        if (group.group->name == name) {
            if (team.empty() || team == group.group->team) return first_of(scenario, group);
            throw BadInput(fmt::format("--player {}: is of team '{}', not of '{}'", name, group.group->team, team));
        }
        names.push_back(group.group->name);
    }
    throw BadInput(fmt::format("--player {}: there is no such group with agents from the start; allowed: {}", name,
                               fmt::join(names, ", ")));
}

} // namespace

Player find_player(const Scenario& scenario, int64_t agents, const std::string& group, const std::string& team) {
    if (!team.empty()) team_index(scenario, team);
    const std::vector<Placed> groups = placed(scenario, agents);
    if (!group.empty()) return of_group(scenario, groups, group, team);
    for (const Placed& one : groups)
        if ((team.empty() || one.group->team == team) && !has_brain(scenario, *one.group))
            return first_of(scenario, one);
    const std::string side = !team.empty()    ? team
                             : groups.empty() ? scenario.teams.front()
                                              : groups.front().group->team;
    return {no_serial, team_index(scenario, side),
            fmt::format("the agent of team '{}' that is attacked most, in each battle", side)};
}

} // namespace fray::demo
