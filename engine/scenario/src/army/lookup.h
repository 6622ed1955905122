// Finds parts of a scenario by their names.
#pragma once

#include "fray/scenario.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace fray::scenario {

/// The element with this name; null: there is none.
template <class List> auto* named(List& list, std::string_view name) {
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& each) { return each.name == name; });
    return found == list.end() ? nullptr : &*found;
}

/// Whether the teams with these names are hostile.
inline bool are_hostile(const Scenario& scenario, const std::string& a, const std::string& b) {
    if (scenario.hostile.empty()) return a != b;
    return std::any_of(scenario.hostile.begin(), scenario.hostile.end(),
                       [&](const auto& pair) { return pair == std::pair(a, b) || pair == std::pair(b, a); });
}

/// The group of the agents that get the command; null: unknown, because a script command spawns the agent later.
inline const GroupDef* group_of(const Scenario& scenario, const CommandDef& command) {
    if (command.agent < 0) return named(scenario.groups, command.group);
    const std::vector<int64_t> counts = group_counts(scenario);
    int64_t first = 0;
    for (size_t i = 0; i < counts.size(); ++i) {
        if (scenario.groups[i].spawn_trigger != SpawnTrigger::start) continue;
        first += counts[i];
        if (command.agent < first) return &scenario.groups[i];
    }
    return nullptr;
}

} // namespace fray::scenario
