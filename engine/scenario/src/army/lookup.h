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

} // namespace fray::scenario
