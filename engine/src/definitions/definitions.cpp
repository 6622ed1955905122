#include "definitions/definitions.h"

#include "definitions/kinds.h"

#include <algorithm>

namespace fray {

const std::string* unknown_state(const Kinds& kinds, const ArchetypeDef& def) {
    for (const UserStateUse& use : def.states)
        if (find_name(kinds.states, use.name) == kinds.states.size()) return &use.name;
    return nullptr;
}

void put_archetype(Kinds& kinds, size_t place, const ArchetypeDef& def) {
    ++kinds.version;
    if (place == kinds.archetypes.size()) {
        kinds.archetypes.emplace_back();
        kinds.archetype_defs.emplace_back();
        kinds.population.push_back(0);
    }
    Archetype compiled = compile(def, kinds.classes);
    // A reload must not take the brain columns away: an agent may be in a timed state, or have a running clock.
    compiled.has_brain_columns = compiled.has_brain_columns || kinds.archetypes[place].has_brain_columns;
    for (const UserStateUse& use : def.states)
        compiled.user_states.push_back({static_cast<AgentState>(first_user_state + find_name(kinds.states, use.name)),
                                        def.body.health * use.health_threshold, use.when_idle});
    kinds.archetypes[place] = std::move(compiled);
    kinds.archetype_defs[place] = def;
}

bool refresh_kinds(const KindChanges& world) {
    const auto any = [&](auto has) {
        return std::any_of(world.kinds.archetypes.begin(), world.kinds.archetypes.end(), has);
    };
    ++world.kinds.version;
    compile_monsters(world.kinds);
    ColumnRegistry& registry = world.agents.registry;
    world.kinds.relieves = any([](const Archetype& a) { return a.relief != 0; });
    if (world.kinds.relieves) registry.enable(Field::fighting_since, true);
    if (registry.enabled(Field::body)) // a stunned agent goes to state stagger
        for (Archetype& a : world.kinds.archetypes) a.has_brain_columns = a.has_brain_columns || a.brain;
    world.kinds.has_brain_columns = any([](const Archetype& a) { return a.has_brain_columns; });
    if (world.kinds.has_brain_columns) registry.enable(Field::brain, true);
    if (any([](const Archetype& a) { return !a.user_states.empty(); })) registry.enable(Field::user_move, true);
    if (world.kinds.has_monsters()) registry.enable(Field::monster, true);
    if (any([](const Archetype& a) { return a.targeting == Targeting::threat; })) registry.enable(Field::threats, true);
    const auto some_attack = [&](auto has) {
        return any([&](const Archetype& a) { return std::any_of(a.attacks.begin(), a.attacks.end(), has); });
    };
    world.kinds.pushes = some_attack([](const Attack& attack) { return attack.impact_push != 0.0f; });
    if (some_attack([](const Attack& attack) { return attack.has_impact(); }))
        registry.enable(Field::impact_speed, true);
    world.kinds.guides_host = any([](const Archetype& a) { return a.motion == MotionType::host; });
    for (const Field field : {Field::preferred_speed, Field::facing}) registry.enable(field, world.kinds.guides_host);
    plan_hash(world.agents);
    const bool changed = mark_shared(world.kinds.archetypes, world.kinds.classes);
    world.kinds.weightless = any([](const Archetype& a) { return a.weightless; });
    world.kinds.shares_world = any([](const Archetype& a) { return a.shares_world; });
    const auto& archetypes = world.kinds.archetypes;
    const bool same = !any([&](const Archetype& a) { return a.radius != archetypes[0].radius; });
    world.kinds.common_radius = same && !archetypes.empty() ? archetypes[0].radius : -1.0f;
    return changed;
}

} // namespace fray
