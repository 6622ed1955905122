#include "definitions.h"

#include "core.h"
#include "hash.h"

#include <algorithm>

namespace fray {

Definitions definitions_to_be(const Core& core) {
    Definitions all;
    if (!core.input.reloads.empty()) all = core.input.reloads.back();
    // What was added since is there at once.
    for (size_t i = all.archetypes.size(); i < core.archetype_defs.size(); ++i)
        all.archetypes.push_back(core.archetype_defs[i]);
    for (size_t i = all.monsters.size(); i < core.monster_defs.size(); ++i)
        all.monsters.push_back(core.monster_defs[i]);
    return all;
}

AttackClasses classes_to_be(const Core& core) {
    AttackClasses classes = core.classes;
    for (const Definitions& next : core.input.reloads)
        for (const ArchetypeDef& def : next.archetypes) classes.add(def);
    return classes;
}

std::string unknown_state(const Core& core, const ArchetypeDef& def) {
    for (const UserStateUse& use : def.states)
        if (find_name(core.user_states.defs, use.name) == core.user_states.defs.size()) return use.name;
    return {};
}

void put_archetype(Core& core, size_t place, const ArchetypeDef& def) {
    if (place == core.archetypes.size()) {
        core.archetypes.emplace_back();
        core.archetype_defs.emplace_back();
        core.population.push_back(0);
    }
    Archetype compiled = compile(def, core.classes);
    // Somebody may be in a state that takes its time, or have a clock that runs.
    compiled.has_brain_columns = compiled.has_brain_columns || core.archetypes[place].has_brain_columns;
    for (const UserStateUse& use : def.states)
        compiled.user_states.push_back(
            {static_cast<State>(first_user_state + find_name(core.user_states.defs, use.name)), def.health * use.below,
             use.idle});
    core.archetypes[place] = std::move(compiled);
    core.archetype_defs[place] = def;
}

void refresh(Core& core) {
    const auto any = [&](auto has) { return std::any_of(core.archetypes.begin(), core.archetypes.end(), has); };
    compile_monsters(core);
    ColumnRegistry& registry = core.agents.registry;
    core.has_brain_columns = any([](const Archetype& a) { return a.has_brain_columns; });
    if (core.has_brain_columns)
        for (const Field field : {Field::brain, Field::gait}) registry.enable(field, true);
    if (any([](const Archetype& a) { return !a.user_states.empty(); })) registry.enable(Field::user_move, true);
    if (core.has_monsters()) registry.enable(Field::monster, true);
    core.guides_host = any([](const Archetype& a) { return a.motion == Motion::host; });
    registry.enable(Field::guidance, core.guides_host);
    core.hash_plan = plan_hash(registry);
    // Circles that went by their own clocks may have to look at those of the world now.
    const bool changed = mark_shared(core.archetypes, core.classes);
    core.shares_world = any([](const Archetype& a) { return a.shares_world; });
    if (changed)
        for (uint32_t i = 0; i < core.circles.list.size(); ++i)
            if (core.circles.list[i].in_use) core.circles.visits.due[i] = long_ago;
}

} // namespace fray
