// Presets of archetypes and circles. `kungfu` has the values of the kung-fu circle, and `belgian` those of the stage
// manager in chapter 28 of Game AI Pro, "Beyond the Kung-Fu Circle".
#pragma once

#include "fray/defs.h"

#include <array>
#include <string>
#include <vector>

namespace fray::scenario {

struct Preset {
    const char* name;
    CircleDef (*circle)(int grid_capacity, int attack_capacity);
    Release release; ///< release policy of the agents that fight on such a circle
    Choice choice;
};

const std::array<Preset, 2>& presets();
const std::vector<std::string>& preset_names();

} // namespace fray::scenario
