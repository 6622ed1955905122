#include "files/presets.h"

namespace fray::scenario {

const std::array<Preset, 2>& presets() {
    static const std::array<Preset, 2> all = {{
        {"kungfu", kungfu_circle, Release::attack, Choice::first},
        {"belgian", belgian_circle, Release::launch, EngagementDef{}.choice},
    }};
    return all;
}

const std::vector<std::string>& preset_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> list;
        for (const Preset& preset : presets()) list.emplace_back(preset.name);
        return list;
    }();
    return names;
}

} // namespace fray::scenario
