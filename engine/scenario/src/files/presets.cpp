#include "files/presets.h"

namespace fray::scenario {
namespace {

ArchetypeDef kungfu_archetype() {
    ArchetypeDef def;
    def.engagement.release_policy = ReleasePolicy::attack;
    def.engagement.attack_choice = AttackChoice::first;
    return def;
}

ArchetypeDef belgian_archetype() {
    ArchetypeDef def;
    def.engagement.release_policy = ReleasePolicy::launch;
    return def;
}

} // namespace

const std::array<Preset, 3>& presets() {
    static const std::array<Preset, 3> all = {{
        {"kungfu", kungfu_archetype, kungfu_circle},
        {"belgian", belgian_archetype, belgian_circle},
        {"boss", boss_archetype, nullptr},
    }};
    return all;
}

} // namespace fray::scenario
