#include "battle/check.h"

#include "battle/require.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace fray::scenario {
namespace {

template <class List> bool is_name_in(const List& list, const std::string& name) {
    return std::any_of(list.begin(), list.end(), [&](const auto& item) { return item.name == name; });
}

bool is_team(const Scenario& scenario, const std::string& name) {
    return std::find(scenario.teams.begin(), scenario.teams.end(), name) != scenario.teams.end();
}

void check_group(const Scenario& scenario, const GroupDef& group) {
    const auto name = [&](const char* key, bool known, const std::string& given) {
        if (!known)
            refuse(fmt::format("groups.{}.{}: given '{}', allowed a name of the scenario", group.name, key, given));
    };
    const auto number = [&](const char* key, int64_t given, int64_t least, int64_t most) {
        if (given < least || given > most)
            refuse(fmt::format("groups.{}.{}: given {}, allowed {} to {}", group.name, key, given, least, most));
    };
    name("archetype", is_name_in(scenario.archetypes, group.archetype), group.archetype);
    name("team", is_team(scenario, group.team), group.team);
    number("count", group.count, 0, max_agents);
    number("company", group.company, 1, 1'000'000);
    number("parts", group.parts, 1, 64);
    number("part", group.part, 0, group.parts - 1);
}

void check_command(const Scenario& scenario, size_t index) {
    const CommandDef& command = scenario.script[index];
    const auto need = [&](CommandKind kind, bool right, const std::string& text) {
        if (command.kind == kind && !right) refuse(fmt::format("script[{}].{}", index, text));
    };
    const auto name = [&](CommandKind kind, const char* key, bool known, const std::string& given) {
        need(kind, known, fmt::format("{}: given '{}', allowed a name of the scenario", key, given));
    };
    const auto every = [&](const char* key, double given) {
        const FieldRange allowed = every_few_seconds();
        need(CommandKind::evade, allowed.contains(given),
             fmt::format("{}: given {}, allowed {} s", key, given, to_text(allowed)));
    };
    name(CommandKind::spawn, "group", is_name_in(scenario.groups, command.group), command.group);
    name(CommandKind::set_archetype, "archetype", is_name_in(scenario.archetypes, command.archetype),
         command.archetype);
    name(CommandKind::set_team, "team", is_team(scenario, command.team), command.team);
    need(CommandKind::path, !command.points.empty(), "points: given none, allowed 1 or more");
    need(CommandKind::set_storey, command.storey.has_value(), "storey: given none, allowed -32768 to 32767");
    need(CommandKind::set_link, command.link >= 0 && std::cmp_less(command.link, scenario.links.size()),
         fmt::format("link: given {}, allowed: below {}, the number of links", command.link, scenario.links.size()));
    every("turn_every", command.turn_every);
    every("roll_every", command.roll_every);
}

} // namespace

void check_scenario(const Scenario& scenario) {
    for (const GroupDef& group : scenario.groups) check_group(scenario, group);
    for (size_t i = 0; i < scenario.script.size(); ++i) check_command(scenario, i);
}

} // namespace fray::scenario
