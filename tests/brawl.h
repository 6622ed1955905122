// A fight of any size with all kinds of brains: bosses, monsters that change their state and summon, soldiers that get
// staggered and enter phases. All numbers are exact in binary, so that the host's rounding mode cannot change them.
#pragma once

#include "melee.h"

namespace fray::test {

inline std::vector<ArchetypeDef> brawl_archetypes() {
    std::vector<ArchetypeDef> defs;
    for (ArchetypeDef def : melee_archetypes()) {
        def.poise.stagger_time = 0.25;
        def.boss.reacts = def.name == "medium";
        def.boss.timed = def.name == "scout";
        def.poise.super_armour = def.name == "heavy";
        defs.push_back(def);
    }
    defs[2].boss.phases.resize(1);
    defs[2].boss.phases[0].attacks = {"club"};
    defs[2].boss.phases[0].super_armour = false;
    ArchetypeDef boss = boss_archetype();
    boss.name = "boss";
    boss.body.health = 512.0f;
    boss.poise.super_armour = true;
    boss.boss.reactions.hurt = {{{0, 0, 1}, {0, 0, 1}, {0, 1, 3}}};
    boss.boss.backstep = {0.25, 2.0f};
    boss.boss.heal.duration = 0.5;
    boss.boss.heal.health_threshold = 0.9375f;
    boss.perception.fov = 6.0f;
    boss.perception.needs_line_of_sight = true;
    boss.boss.timers = {{1.0, 2.0}, {0.5, 1.5}};
    boss.attacks = {melee_attack("cut", 1, 0.25, 0.75, 0.5), melee_attack("fire", 2, 0.5, 1.0, 1.0)};
    boss.attacks[1].range = {2.0f, 9.0f};
    boss.attacks[1].cooldown.agent = 2.0;
    defs.push_back(boss);
    ArchetypeDef ogre = defs[2];
    ogre.name = "ogre";
    ogre.monster = "ogre";
    ogre.boss.phases.clear();
    defs.push_back(ogre);
    return defs;
}

inline MonsterDef brawl_monster() {
    using Op = ConditionDef::Operator;
    MonsterDef ogre{.name = "ogre", .summon_depth = 2};
    ogre.states = {{.name = "state_1",
                    .action_distances = {30.0f, 60.0f},
                    .patrol_distance = 4.0f,
                    .patrol_count = -1,
                    .pose = "stand",
                    .on_enter = {{.op = Op::equals, .act = "cry", .once = true}},
                    .on_health = {{Op::below, 0.75, "rage", 1.5}, {Op::below, 0.25, "change"}},
                    .on_time = {{Op::every, 2.0, "call", -1.0, 50}, {Op::equals, 1.0, "club", 2.0}}},
                   {.name = "state_2", .on_time = {{Op::above, 1.0, "rage", 0.5, 75}}}};
    ogre.acts = {{.name = "cry", .lines = {"who", "dares"}},
                 {.name = "rage", .cooldowns = {{"charge", 0.5}}, .buffs = {7}, .color = "FF0000"},
                 {.name = "change", .state = "state_2"},
                 {.name = "call", .summons = {{"scout", "", 2, true}, {"ogre", "", 1, false}}},
                 {.name = "club", .attacks = {"club"}}};
    return ogre;
}

/// Adds archetypes, the monster table and teams.
inline void prepare_brawl(World& world) {
    for (const ArchetypeDef& def : brawl_archetypes()) must(world.add_archetype(def));
    const MonsterDef ogre = brawl_monster();
    must(world.add_monsters({&ogre, 1}));
    must(world.add_team("red"));
    must(world.add_team("blue"));
}

/// Adds archetypes, the monster table and teams, and spawns `agents` agents.
inline void fill_brawl(World& world, int agents) {
    prepare_brawl(world);
    SquadId squad;
    for (int i = 0; i < agents; ++i) {
        const int company = i / 10, place = i % 10;
        const TeamIndex team = static_cast<TeamIndex>(company % 2);
        if (place == 0) must(world.add_squad(team, &squad));
        SpawnDef def;
        def.archetype = static_cast<ArchetypeIndex>(place < 8 ? place / 2 : place == 8 ? 4 : 5);
        def.team = team;
        def.squad = squad;
        const int column = company % 8, line = company / 8;
        def.position = {static_cast<float>(column) * 8.0f + static_cast<float>(place % 4) * 1.5f,
                        static_cast<float>(line) * 8.0f + static_cast<float>(place / 4) * 1.5f};
        def.heading = {team == 0 ? 1.0f : -1.0f, 0.0f};
        must(world.spawn(def));
    }
}

/// Answers the line-of-sight questions of the world: two of three with yes.
inline void answer_sight(World& world) {
    const auto serials = world.serials();
    for (const SightQuestion& question : world.sight_questions()) {
        if (!world.is_valid(question.viewer) || !world.is_valid(question.target)) continue;
        const auto serial = [&](AgentId id) { return serials[*world.row_of(id)]; };
        must(world.answer_sight(question.viewer, question.target,
                                (serial(question.viewer) + serial(question.target)) % 3 != 0));
    }
}

} // namespace fray::test
