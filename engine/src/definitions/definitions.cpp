#include "definitions/definitions.h"

#include "definitions/definitions_layer.h"

#include <algorithm>

namespace fray {

std::string unknown_state(const DefinitionsLayer& core, const ArchetypeDef& def) {
    for (const UserStateUse& use : def.states)
        if (find_name(core.kinds.states, use.name) == core.kinds.states.size()) return use.name;
    return {};
}

void put_archetype(DefinitionsLayer& core, size_t place, const ArchetypeDef& def) {
    if (place == core.kinds.archetypes.size()) {
        core.kinds.archetypes.emplace_back();
        core.kinds.archetype_defs.emplace_back();
        core.kinds.population.push_back(0);
    }
    Archetype compiled = compile(def, core.kinds.classes);
    // A reload must not take the brain columns away: an agent may be in a timed state, or have a running clock.
    compiled.has_brain_columns = compiled.has_brain_columns || core.kinds.archetypes[place].has_brain_columns;
    for (const UserStateUse& use : def.states)
        compiled.user_states.push_back({static_cast<State>(first_user_state + find_name(core.kinds.states, use.name)),
                                        def.body.health * use.below, use.idle});
    core.kinds.archetypes[place] = std::move(compiled);
    core.kinds.archetype_defs[place] = def;
}

bool refresh_kinds(DefinitionsLayer& core) {
    const auto any = [&](auto has) {
        return std::any_of(core.kinds.archetypes.begin(), core.kinds.archetypes.end(), has);
    };
    compile_monsters(core);
    ColumnRegistry& registry = core.agents.registry;
    core.kinds.has_brain_columns = any([](const Archetype& a) { return a.has_brain_columns; });
    if (core.kinds.has_brain_columns)
        for (const Field field : {Field::brain, Field::gait}) registry.enable(field, true);
    if (any([](const Archetype& a) { return !a.user_states.empty(); })) registry.enable(Field::user_move, true);
    if (core.kinds.has_monsters()) registry.enable(Field::monster, true);
    core.kinds.guides_host = any([](const Archetype& a) { return a.motion == Motion::host; });
    registry.enable(Field::guidance, core.kinds.guides_host);
    core.agents.hash_plan = plan_hash(registry);
    const bool changed = mark_shared(core.kinds.archetypes, core.kinds.classes);
    core.kinds.shares_world = any([](const Archetype& a) { return a.shares_world; });
    return changed;
}

} // namespace fray
