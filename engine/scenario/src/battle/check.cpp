#include "battle/check.h"

#include "army/lookup.h"
#include "battle/lists.h"
#include "battle/require.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace fray::scenario {
namespace {

void check_group(const Scenario& scenario, const GroupDef& group) {
    const auto name = [&](const char* key, bool known, const std::string& given) {
        if (!known)
            refuse(fmt::format("groups.{}.{}: given '{}', allowed a name of the scenario", group.name, key, given));
    };
    const auto number = [&](const char* key, int64_t given, int64_t least, int64_t most) {
        if (given < least || given > most)
            refuse(fmt::format("groups.{}.{}: given {}, allowed {} to {}", group.name, key, given, least, most));
    };
    name("archetype", named(scenario.archetypes, group.archetype) != nullptr, group.archetype);
    name("team", std::count(scenario.teams.begin(), scenario.teams.end(), group.team) != 0, group.team);
    number("count", group.count, 0, max_agents);
    number("company_size", group.company_size, 1, 1'000'000);
    number("parts", group.parts, 1, 64);
    number("part", group.part, 0, group.parts - 1);
}

void check_command(const Scenario& scenario, size_t index) {
    const ScriptCommand& command = scenario.script[index].command;
    const auto need = [&](bool right, const std::string& text) {
        if (!right) refuse(fmt::format("script[{}].{}", index, text));
    };
    if (const auto* const spawn = std::get_if<ScriptSpawn>(&command))
        need(named(scenario.groups, spawn->group) != nullptr,
             fmt::format("group: given '{}', allowed a name of the scenario", spawn->group));
    if (const auto* const path = std::get_if<ScriptPath>(&command))
        need(!path->points.empty(), "points: given none, allowed 1 or more");
    if (const auto* const link = std::get_if<ScriptNavLink>(&command))
        need(link->nav_link >= 0 && std::cmp_less(link->nav_link, scenario.nav_links.size()),
             fmt::format("nav_link: given {}, allowed: below {}, the number of links", link->nav_link,
                         scenario.nav_links.size()));
    if (const auto* const evade = std::get_if<ScriptEvade>(&command))
        for (const auto& [key, given] :
             {std::pair("turn_interval", evade->turn_interval), std::pair("roll_interval", evade->roll_interval)}) {
            const FieldRange allowed = range_of<ScriptEvade>(key);
            need(allowed.contains(given), fmt::format("{}: given {}, allowed {} s", key, given, to_text(allowed)));
        }
}

} // namespace

void check_scenario(const Scenario& scenario) {
    for (const GroupDef& group : scenario.groups) check_group(scenario, group);
    for (size_t i = 0; i < scenario.script.size(); ++i) check_command(scenario, i);
}

} // namespace fray::scenario
