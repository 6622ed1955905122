#include "world/manifest.h"

#include "frame/world_state.h"
#include "storage/text.h"

#include <algorithm>

namespace fray {
namespace {

std::string described(const std::string& name) { return text("'", name, "'"); }
std::string described(const Manifest::Kind& kind) {
    return text("'", kind.name, "' (", kind.managed ? "managed" : "unmanaged", kind.brain ? "" : ", without a brain",
                ")");
}
std::string described(const Manifest::Column& column) { return text("'", column.name, "' of ", column.size, " bytes"); }

/// Sets `found` to a description of the first difference of the two lists, unless `found` is already set.
template <typename Entry>
void compare(std::string& found, const char* list, const std::vector<Entry>& given, const std::vector<Entry>& world) {
    if (!found.empty() || given == world) return;
    const auto first = std::mismatch(given.begin(), given.end(), world.begin(), world.end());
    const auto entry = [](auto at, const std::vector<Entry>& entries) {
        return at == entries.end() ? "none" : described(*at);
    };
    found = text(list, "[", first.first - given.begin(), "]: given ", entry(first.first, given), ", this world has ",
                 entry(first.second, world));
}

} // namespace

Manifest manifest_of(const WorldState& state) {
    Manifest manifest;
    manifest.seed = state.settings.seed;
    for (const ArchetypeDef& def : state.kinds.archetype_defs)
        manifest.archetypes.push_back({def.name, def.engagement.managed, def.autonomous});
    manifest.teams.assign(state.kinds.team_names.begin(), state.kinds.team_names.end());
    for (const StateDef& def : state.kinds.states) manifest.states.push_back(def.name);
    for (const auto& column : state.agents.user_columns)
        manifest.columns.push_back({column->name(), column->element_size()});
    manifest.ground = state.terrain.checksum;
    return manifest;
}

std::string difference(const Manifest& given, const Manifest& world) {
    std::string found;
    if (given.seed != world.seed) found = text("seed: given ", given.seed, ", this world has ", world.seed);
    compare(found, "archetypes", given.archetypes, world.archetypes);
    compare(found, "teams", given.teams, world.teams);
    compare(found, "states", given.states, world.states);
    compare(found, "columns", given.columns, world.columns);
    if (found.empty() && given.ground != world.ground)
        found = text("ground: given ", given.ground == 0 ? "none" : "one", ", this world has ",
                     world.ground == 0   ? "none"
                     : given.ground == 0 ? "one"
                                         : "another");
    return found;
}

} // namespace fray
