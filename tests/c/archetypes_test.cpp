// Archetypes and monsters: from TOML, and reloaded.
#include "fight.h"
#include "temporary_file.h"

#include <fstream>

namespace fray::test {
namespace {

constexpr const char* army_toml = R"([archetypes.grunt]
health = 30
[[archetypes.grunt.attacks]]
name = "stab"
weight = 2

[archetypes.ogre]
monster = "ogre"
radius = 0.9

[monsters.ogre.state_1]
action_distances = [20, 30]
pose = "sits"

[monsters.ogre.state_1.conditions]
on_time = [["=", 1, "act_1"]]

[monsters.ogre.act_1]
lines = ["Who goes there?", "Begone!"]
color = "red"
buffs = [3, 4]
)";

#ifdef FRAY_SCENARIO

TEST(Archetypes, AndTextsOfMonstersAreReadFromToml) {
    OwnedWorld world(serial_world());
    ASSERT_OK(fray_world_add_toml(world.id, army_toml, "army.toml"));
    EXPECT_EQ(got<size_t>(fray_world_archetype_count, world.id), 2u);
    const auto ogre = got<uint16_t>(fray_world_find_archetype, world.id, "ogre");
    EXPECT_EQ(ogre, 1);
    const auto def = got<fray_archetype_def>(fray_world_archetype, world.id, ogre);
    EXPECT_EQ(def.body.radius, 0.9f);
    EXPECT_STREQ(def.name, "ogre");
    EXPECT_STREQ(def.monster, "ogre");
    EXPECT_STREQ(got<const char*>(fray_world_attack_name, world.id, uint16_t{0}, 0), "stab");
    ASSERT_OK(fray_world_add_team(world.id, "a", nullptr));
    fray_spawn_def spawn = initialised(fray_init_spawn_def);
    spawn.archetype = ogre;
    const auto agent = got<fray_agent_id>(fray_world_spawn, world.id, &spawn);
    step(world.id, 2);
    int64_t monster = -1;
    ASSERT_OK(fray_world_monster_of(world.id, agent, &monster));
    ASSERT_EQ(monster, 0);
    const auto text_of = [&](fray_monster_text what, int index, int line) {
        return std::string(got<const char*>(fray_world_monster_text, world.id, monster, what, index, line));
    };
    EXPECT_EQ(text_of(FRAY_MONSTER_NAME, -1, -1), "ogre");
    EXPECT_EQ(text_of(FRAY_MONSTER_STATE_POSE, 0, 0), "sits");
    EXPECT_EQ(text_of(FRAY_MONSTER_ACT_COLOR, 0, 0), "red");
    EXPECT_EQ(text_of(FRAY_MONSTER_ACT_LINE, 0, 1), "Begone!");
    const char* none = "";
    EXPECT_EQ(fray_world_monster_text(world.id, 0, FRAY_MONSTER_ACT_LINE, 0, 2, &none), FRAY_ERROR_UNKNOWN);
    EXPECT_EQ(none, nullptr);
    EXPECT_EQ(fray_world_monster_text(world.id, 0, static_cast<fray_monster_text>(6), 0, 0, &none),
              FRAY_ERROR_OUT_OF_RANGE);
    EXPECT_EQ(fray_world_monster_text(world.id, 1, FRAY_MONSTER_NAME, 0, 0, &none), FRAY_ERROR_UNKNOWN);
    const int* buffs = nullptr;
    const auto count = got<size_t>(fray_world_act_buffs, world.id, 0, 0, &buffs);
    ASSERT_EQ(count, 2u);
    EXPECT_EQ(buffs[1], 4);
}

TEST(Archetypes, ErrorsInTomlNameFileLineAndColumn) {
    OwnedWorld world(serial_world());
    EXPECT_EQ(fray_world_add_toml(world.id, "[archetypes.grunt]\nhaelth = 3\nradius = 99\n", "army.toml"),
              FRAY_ERROR_BAD_FILE);
    const std::string errors = fray_error_text(world.id);
    EXPECT_EQ(errors, "army.toml:2:1: archetypes.grunt: unknown key 'haelth' (did you mean 'health'?)\n"
                      "army.toml:3:10: archetypes.grunt.radius: is 99; allowed: 0.05 to 50");
    EXPECT_EQ(fray_world_add_toml(world.id, "[archetypes", "army.toml"), FRAY_ERROR_BAD_FILE);
    EXPECT_EQ(std::string(fray_error_text(world.id)).rfind("army.toml:1:", 0), 0u) << fray_error_text(world.id);
    EXPECT_EQ(fray_world_add_toml(world.id, "groops = 1\n", "army.toml"), FRAY_ERROR_BAD_FILE);
    EXPECT_EQ(got<size_t>(fray_world_archetype_count, world.id), 0u);
}

TEST(Archetypes, AreReadFromFilesAndWholeScenarios) {
    OwnedWorld world(serial_world());
    const TemporaryFile file("fray_c_army.toml");
    const std::string& path = file.path;
    std::ofstream(path) << "teams = ['a']\n"
                        << army_toml << "\n[[groups]]\nname = 'g'\narchetype = 'ogre'\nteam = 'a'\ncount = 1\n";
    ASSERT_OK(fray_world_add_toml_file(world.id, path.c_str()));
    EXPECT_EQ(got<size_t>(fray_world_archetype_count, world.id), 2u);
    std::ofstream(path) << "[archetypes.grunt]\nhealth = 77\n";
    ASSERT_OK(fray_world_reload_toml_file(world.id, path.c_str()));
    std::filesystem::remove(path);
    EXPECT_EQ(fray_world_add_toml_file(world.id, path.c_str()), FRAY_ERROR_BAD_FILE);
    EXPECT_EQ(std::string(fray_error_text(world.id)), path + ":1:1: no such file");
    step(world.id, 1);
    EXPECT_EQ(got<fray_archetype_def>(fray_world_archetype, world.id, uint16_t{0}).body.health, 77.0f);
    EXPECT_EQ(fray_world_reload_toml(world.id, "[archetypes.new]\n", "new.toml"), FRAY_ERROR_UNKNOWN);
}

#else

TEST(Archetypes, TomlNeedsTheScenarioLibrary) {
    OwnedWorld world(serial_world());
    EXPECT_EQ(fray_world_add_toml(world.id, army_toml, "army.toml"), FRAY_ERROR_UNSUPPORTED);
}

#endif

TEST(Archetypes, MayBeReloaded) {
    const FilledWorld world(10, 10);
    fray_archetype_def soldier = initialised(fray_init_archetype_def);
    soldier.name = "soldier";
    soldier.body.radius = 0.6f;
    ASSERT_OK(fray_world_reload(world.id, &soldier, 1));
    step(world.id, 1);
    EXPECT_EQ(got<fray_archetype_def>(fray_world_archetype, world.id, uint16_t{0}).body.radius, 0.6f);
    soldier.engagement.managed = false;
    EXPECT_EQ(fray_world_reload(world.id, &soldier, 1), FRAY_ERROR_OUT_OF_RANGE);
    soldier.name = "nobody";
    EXPECT_EQ(fray_world_reload(world.id, &soldier, 1), FRAY_ERROR_UNKNOWN);
}

} // namespace
} // namespace fray::test
