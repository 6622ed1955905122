// A fight of any size for tests: two armies in companies that face each other, with four archetypes and squads of ten.
// The fight uses every part of the stage manager. All numbers are exact in binary, so that the host's rounding mode
// cannot change them.
#pragma once

#include "fray/fray.h"
#include "must.h"

#include <vector>

namespace fray::test {

inline AttackDef melee_attack(const char* name, int weight, double windup, double duration, double recovery) {
    AttackDef attack;
    attack.name = name;
    attack.weight = weight;
    attack.damage = 6.0f * static_cast<float>(weight);
    attack.range = {0.0f, 2.5f};
    attack.windup = windup;
    attack.duration = duration;
    attack.recovery = recovery;
    return attack;
}

inline std::vector<ArchetypeDef> melee_archetypes() {
    std::vector<ArchetypeDef> defs(4);
    defs[0].name = "light";
    defs[0].attacks = {melee_attack("jab", 2, 0.2, 0.5, 0.5), melee_attack("slash", 3, 0.3, 0.8, 0.7)};
    defs[1].name = "medium";
    defs[1].engagement.grid_weight = 2;
    defs[1].engagement.release_policy = ReleasePolicy::attack;
    defs[1].engagement.attack_choice = AttackChoice::first;
    defs[1].attacks = {melee_attack("lunge", 5, 0.4, 1.0, 1.0), melee_attack("swing", 3, 0.3, 0.8, 0.9)};
    defs[1].attacks[0].cooldown = {.archetype = 3.0, .uses = 2};
    defs[2].name = "heavy";
    defs[2].engagement.grid_weight = 4;
    defs[2].engagement.attack_choice = AttackChoice::strongest;
    defs[2].body.health = 300.0f;
    defs[2].body.radius = 0.7f;
    defs[2].attacks = {melee_attack("charge", 6, 0.6, 1.4, 1.5), melee_attack("club", 4, 0.5, 1.0, 1.2)};
    defs[3].name = "scout";
    defs[3].perception.targeting = Targeting::self;
    defs[3].engagement.attack_choice = AttackChoice::random;
    defs[3].body.health = 60.0f;
    defs[3].attacks = {melee_attack("stab", 1, 0.1, 0.4, 0.4), melee_attack("cut", 2, 0.2, 0.5, 0.4)};
    return defs;
}

/// Adds teams, archetypes and `agents` agents. Returns the agents' ids.
inline std::vector<AgentId> fill_melee(World& world, int agents, bool unlimited = false) {
    for (ArchetypeDef def : melee_archetypes()) {
        if (unlimited) def.body.health = unlimited_health;
        must(world.add_archetype(def));
    }
    must(world.add_team("red"));
    must(world.add_team("blue"));
    std::vector<AgentId> ids;
    SquadId squad;
    for (int i = 0; i < agents; ++i) {
        const int company = i / 20, place = i % 20;
        const TeamIndex team = static_cast<TeamIndex>(company % 2);
        if (i % 10 == 0) must(world.add_squad(team, &squad));
        SpawnDef def;
        def.archetype = static_cast<ArchetypeIndex>(company / 2 % 4);
        def.team = team;
        def.squad = squad;
        const int columns = agents > 200'000 ? 256 : 16; // so that they all fit into the world
        const int column = company % columns, line = company / columns;
        def.position = {static_cast<float>(column) * 9.0f + static_cast<float>(place % 4) * 1.25f,
                        static_cast<float>(line) * 9.0f + static_cast<float>(place / 4) * 1.25f};
        def.heading = {team == 0 ? 1.0f : -1.0f, 0.0f};
        AgentId id;
        must(world.spawn(def, &id));
        ids.push_back(id);
    }
    return ids;
}

/// A world with one archetype and two teams.
inline World world_of(const ArchetypeDef& archetype, const WorldDef& def = {.threads = 1}) {
    World world = World::create(def).value();
    must(world.add_archetype(archetype));
    must(world.add_team("red"));
    must(world.add_team("blue"));
    return world;
}

/// The same fight in a world of its own, after `frames` frames of 1/60 s.
inline World melee(int agents, int frames = 0, const WorldDef& def = {.threads = 1}) {
    World world = World::create(def).value();
    fill_melee(world, agents);
    for (int i = 0; i < frames; ++i) must(world.step(1.0 / 60.0));
    return world;
}

} // namespace fray::test
