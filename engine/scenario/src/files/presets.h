// The seeds' own figures, by name.
#pragma once

#include "fray/defs.h"

#include <array>
#include <string>
#include <vector>

namespace fray::scenario {

struct Preset {
    const char* name;
    CircleDef (*circle)(int grid_capacity, int attack_capacity);
    Release release; ///< of those who fight on such a circle
    Choice choice;
};

const std::array<Preset, 2>& presets();
const std::vector<std::string>& preset_names();

} // namespace fray::scenario
