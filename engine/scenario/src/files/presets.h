// Presets of archetypes and circles. `kungfu` has the values of the kung-fu circle, and `belgian` those of the stage
// manager in chapter 28 of Game AI Pro, "Beyond the Kung-Fu Circle". `boss`, of archetypes only, is the soulslike boss.
#pragma once

#include "fray/defs.h"

#include <array>
#include <string>
#include <type_traits>
#include <vector>

namespace fray::scenario {

struct Preset {
    const char* name;
    ArchetypeDef (*archetype)(); ///< of the agents that fight on such a circle, or the boss
    CircleDef (*circle)(int grid_capacity, int attack_capacity); ///< null: the preset has none
};

/// Those with a circle come first.
const std::array<Preset, 3>& presets();
/// The presets of archetypes, or those of circles.
template <typename Def> std::vector<std::string> preset_names() {
    std::vector<std::string> names;
    for (const Preset& preset : presets())
        if (std::is_same_v<Def, ArchetypeDef> || preset.circle != nullptr) names.emplace_back(preset.name);
    return names;
}

} // namespace fray::scenario
