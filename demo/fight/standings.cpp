#include "standings.h"

#include "files/whole_numbers.h"
#include "fray/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fray::demo {
namespace {

bool has_foe(const World& world, const std::vector<Standing>& teams, const Standing& team) {
    return std::any_of(teams.begin(), teams.end(),
                       [&](const Standing& other) { return world.hostile(team.team, other.team); });
}

bool has_living_foe(const World& world, const std::vector<Standing>& teams, const Standing& team) {
    return std::any_of(teams.begin(), teams.end(), [&](const Standing& other) {
        const int64_t itself = other.team == team.team ? 1 : 0; // of a team that fights itself
        return other.living() > itself && world.hostile(team.team, other.team);
    });
}

/// Whether the script has spawns that are not made yet. It compares times, because a replay has no running script.
bool spawns_more(const Battle& battle) {
    const World& world = battle.world();
    const int64_t given = microseconds(world.time() - 1.0 / world.hz()); // the start of the last frame
    return std::ranges::any_of(battle.scenario().script, [&](const CommandDef& def) {
        return std::holds_alternative<ScriptSpawn>(def.command) && microseconds(def.time) > given;
    });
}

std::string won(const std::vector<Standing>& winners) {
    std::vector<std::string> names;
    int64_t agents = 0, living = 0;
    for (const Standing& team : winners) {
        names.push_back(team.name);
        agents += team.agents;
        living += team.living();
    }
    return fmt::format("{} {} won: {} of {} agents {} left", fmt::join(names, " and "),
                       winners.size() == 1 ? "has" : "have", living, agents, living == 1 ? "is" : "are");
}

/// Compares the share of its agents that each team has lost, because the teams may differ in size.
std::string lead(const World& world, const std::vector<Standing>& fighting) {
    const auto fewer = [](const Standing& a, const Standing& b) { return a.lost_share() < b.lost_share(); };
    const Standing& first = *std::min_element(fighting.begin(), fighting.end(), fewer);
    const Standing* next = nullptr;
    for (const Standing& team : fighting)
        if (team.team != first.team && world.hostile(first.team, team.team) && (next == nullptr || fewer(team, *next)))
            next = &team;
    if (next == nullptr) return {};
    if (std::all_of(fighting.begin(), fighting.end(), [](const Standing& team) { return team.lost == 0; }))
        return "No team leads: no agent has died";
    if (!fewer(first, *next))
        return fmt::format("No team leads: {} and {} have lost {:.1f} % of their agents each", first.name, next->name,
                           100.0 * first.lost_share());
    return fmt::format("{} leads: it has lost {:.1f} % of its agents, {} {:.1f} %", first.name,
                       100.0 * first.lost_share(), next->name, 100.0 * next->lost_share());
}

} // namespace

std::vector<Standing> standings(const World& world) {
    std::vector<Standing> all(world.team_count());
    for (size_t team = 0; team < all.size(); ++team) {
        all[team].team = static_cast<TeamIndex>(team);
        all[team].name = escaped(world.team_name(all[team].team));
    }
    const auto teams = world.teams();
    const auto states = world.states();
    for (size_t row = 0; row < teams.size(); ++row) {
        ++all[teams[row]].agents;
        all[teams[row]].lost += states[row] == AgentState::dead ? 1 : 0;
    }
    std::erase_if(all, [](const Standing& team) { return team.agents == 0; });
    return all;
}

std::string verdict(const Battle& battle, const std::vector<Standing>& teams) {
    const World& world = battle.world();
    std::vector<Standing> fighting, winners;
    for (const Standing& team : teams)
        if (has_foe(world, teams, team)) fighting.push_back(team);
    if (fighting.empty()) return {};
    if (spawns_more(battle)) return lead(world, fighting);
    for (const Standing& team : fighting) {
        if (team.living() == 0) continue;
        if (has_living_foe(world, teams, team)) return lead(world, fighting);
        winners.push_back(team);
    }
    return winners.empty() ? "No team has won: no agent is left" : won(winners);
}

} // namespace fray::demo
