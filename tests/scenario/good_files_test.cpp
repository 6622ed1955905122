#include "fray/scenario.h"
#include "scenario_text.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fray {
namespace {

ScenarioResult shipped(const std::string& name) { return load_scenario(FRAY_SCENARIO_DIR "/" + name + ".toml"); }

TEST(GoodFiles, AllShippedScenariosLoad) {
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(FRAY_SCENARIO_DIR)) {
        if (entry.path().extension() != ".toml") continue;
        const ScenarioResult result = load_scenario(entry.path().string());
        EXPECT_EQ(result.errors, std::vector<std::string>{});
        EXPECT_EQ(result.warnings, std::vector<std::string>{});
        ++files;
    }
    EXPECT_GE(files, 7);
}

TEST(GoodFiles, ArenasDifferOnlyInTheirGridCapacity) {
    const ScenarioResult arena = shipped("arena");
    ScenarioResult other = shipped("arena24");
    ASSERT_TRUE(arena.ok() && other.ok());
    EXPECT_EQ(group_counts(arena.scenario), (std::vector<int64_t>{1, 12, 8, 4}));
    EXPECT_EQ(arena.scenario.archetypes[0].circle.grid_capacity, 12);
    EXPECT_EQ(other.scenario.archetypes[0].circle.grid_capacity, 24);
    other.scenario.archetypes[0].circle.grid_capacity = 12;
    other.scenario.name = arena.scenario.name;
    EXPECT_EQ(resolved_json(arena.scenario), resolved_json(other.scenario));
}

TEST(GoodFiles, PresetScenarioDiffersOnlyInThePresets) {
    const ScenarioResult result = shipped("presets");
    ASSERT_TRUE(result.ok());
    for (size_t i = 0; i < 4; ++i) {
        const ArchetypeDef& kungfu = result.scenario.archetypes[i];
        const ArchetypeDef& belgian = result.scenario.archetypes[i + 4];
        EXPECT_EQ(kungfu.name.substr(7), belgian.name.substr(8));
        EXPECT_EQ(kungfu.engagement.grid_weight, belgian.engagement.grid_weight);
        EXPECT_EQ(kungfu.attacks.size(), belgian.attacks.size());
    }
}

ArchetypeDef fighter(const std::string& keys) {
    const auto result = parse_scenario(test::duel("", keys), "army.toml");
    EXPECT_EQ(result.errors, std::vector<std::string>{});
    return result.scenario.archetypes.front();
}

TEST(GoodFiles, PresetsSetTheFieldsOfArchetypes) {
    const ArchetypeDef kungfu = fighter("preset = 'kungfu'\ncircle = { grid_capacity = 6 }");
    EXPECT_EQ(kungfu.engagement.release_policy, ReleasePolicy::attack);
    EXPECT_EQ(kungfu.engagement.attack_choice, AttackChoice::first);
    EXPECT_EQ(kungfu.circle, kungfu_circle(6, CircleDef{}.attack_capacity));
    const ArchetypeDef belgian = fighter("preset = 'belgian'");
    EXPECT_EQ(belgian.engagement.release_policy, ReleasePolicy::launch);
    EXPECT_EQ(belgian.engagement.attack_choice, AttackChoice::score);
    EXPECT_EQ(belgian.circle, belgian_circle(CircleDef{}.grid_capacity, CircleDef{}.attack_capacity));
}

TEST(GoodFiles, ThePresetOfABossIsItsWholeMachineAndUnmanagedIsNothingOfIt) {
    const auto as_in_the_file = [](ArchetypeDef def) {
        const ArchetypeDef given = fighter("");
        def.name = given.name;
        def.body.health = given.body.health;
        def.perception.alert_radius = given.perception.alert_radius;
        def.attacks = given.attacks;
        return def;
    };
    EXPECT_EQ(fighter("preset = 'boss'"), as_in_the_file(boss_archetype()));
    ArchetypeDef unmanaged;
    unmanaged.engagement.managed = false;
    EXPECT_EQ(fighter("managed = false"), as_in_the_file(unmanaged));
    const ArchetypeDef changed = fighter("heal = { charges = 3 }\nstagger_time = 0\nmanaged = true\npreset = 'boss'");
    EXPECT_EQ(changed.boss.heal.charges, 3);
    EXPECT_EQ(changed.boss.heal.duration, boss_archetype().boss.heal.duration);
    EXPECT_EQ(changed.poise.stagger_time, 0.0);
    EXPECT_TRUE(changed.engagement.managed);
    EXPECT_TRUE(changed.boss.reacts && changed.boss.timed);
}

TEST(GoodFiles, ReactionsAndTimersThatAreGivenAreOn) {
    EXPECT_TRUE(fighter("reactions = { mid_band = [1, 2, 3] }").boss.reacts);
    EXPECT_TRUE(fighter("phases = [{ health_threshold = 0.5, reactions = { mid_band = [1, 2, 3] } }]").boss.reacts);
    EXPECT_FALSE(fighter("reacts = false\nreactions = { mid_band = [1, 2, 3] }").boss.reacts);
    EXPECT_TRUE(fighter("timers = { close_timeout = [2, 3] }").boss.timed);
    EXPECT_FALSE(fighter("timers = { close_timeout = [2, 3] }").boss.reacts);
    EXPECT_FALSE(fighter("preset = 'boss'\ntimed = false\ntimers = { close_timeout = [2, 3] }").boss.timed);
}

TEST(GoodFiles, OtherKeysOverridePresets) {
    const ArchetypeDef changed =
        fighter("preset = 'kungfu'\nrelease_policy = 'all'\ncircle = { slots = 5, allows_stealing = true }");
    EXPECT_EQ(changed.engagement.release_policy, ReleasePolicy::all);
    EXPECT_EQ(changed.engagement.attack_choice, AttackChoice::first);
    EXPECT_EQ(changed.circle.slots, 5);
    EXPECT_TRUE(changed.circle.allows_stealing);
    EXPECT_EQ(changed.circle.rebalance_mode, RebalanceMode::off);
    const ArchetypeDef mixed = fighter("preset = 'kungfu'\ncircle = { preset = 'belgian' }");
    EXPECT_EQ(mixed.engagement.release_policy, ReleasePolicy::attack);
    EXPECT_EQ(mixed.circle.rebalance_mode, RebalanceMode::exact);
}

TEST(GoodFiles, ScriptIsSortedByTime) {
    const auto result =
        parse_scenario(test::duel("", "",
                                  "[[script]]\ntime = 2\ncommand = 'stand'\nagent = 0\n"
                                  "[[script]]\ntime = 1\ncommand = 'free'\nagent = 0\n"
                                  "[[script]]\ntime = 1\ncommand = 'move'\ngroup = 'reds'\nto = [1, 1]\n"),
                       "army.toml");
    ASSERT_EQ(result.errors, std::vector<std::string>{});
    EXPECT_STREQ(to_string(result.scenario.script[0].command), "free");
    EXPECT_STREQ(to_string(result.scenario.script[1].command), "move");
    EXPECT_STREQ(to_string(result.scenario.script[2].command), "stand");
}

TEST(Resolved, HasEveryDefault) {
    const auto result = parse_scenario(test::duel(), "armies/duel.toml");
    ASSERT_TRUE(result.ok());
    const auto json = nlohmann::json::parse(resolved_json(result.scenario));
    EXPECT_EQ(json["name"], "duel");
    EXPECT_EQ(json["hz"], 60.0);
    EXPECT_EQ(json["hostile"], nlohmann::json::parse(R"([["red", "blue"]])"));
    const auto expect_has = [](nlohmann::json object, const char* fields) {
        const nlohmann::json before = object;
        object.merge_patch(nlohmann::json::parse(fields));
        EXPECT_EQ(before, object);
    };
    const auto& fighter = json["archetypes"]["fighter"];
    // Lengths that follow from the bodies are 0.
    expect_has(fighter, R"({"health": 10.0, "run_speed": 5.5, "bands": [0.0, 0.0, 0.0, 0.0], "engage_range": 0.0,
        "hit_range": 0.0, "release_policy": "all", "attack_choice": "score", "managed": true, "sight_radius": 10.0,
        "circle": {"attack_radius": 0.0, "approach_radius": 0.0, "slots": 8, "token_patience": 3.0,
                   "slot_patience": 3.0, "rebalance_mode": "exact", "max_offscreen_tokens": -1},
        "reactions": {"mid_band": [60, 40, 0]}})");
    expect_has(fighter["attacks"][0], R"({"range": [0.0, 0.0], "attack_class": "",
        "cooldown": {"agent": 0.0, "archetype": 0.0, "uses": 1, "global": 0.0, "scope": "circle"}})");
    EXPECT_EQ(fighter["attacks"][0]["cooldown"].size(), 5u);
    EXPECT_EQ(fighter["circle"]["class_limits"], nlohmann::json::object());
    EXPECT_NEAR(fighter["turn_rate"].get<double>(), 6.2831853, 1e-6);
}

TEST(GoodFiles, LengthsThatFollowFromTheBodiesMayBeWrittenAsZero) {
    const ArchetypeDef given = fighter("bands = [0, 0, 0, 0]\nengage_range = 0\nhit_range = 0\n"
                                       "circle = { attack_radius = 0, approach_radius = 0 }");
    EXPECT_EQ(given, fighter(""));
    // A relation holds between two values that are given.
    EXPECT_EQ(fighter("circle = { attack_radius = 9 }").circle.attack_radius, 9.0f);
    EXPECT_EQ(fighter("engage_range = 9").engagement.hit_range, 0.0f);
}

TEST(Resolved, WritesTheKeysThatACommandHas) {
    const auto result = parse_scenario(
        test::duel("", "",
                   "[[script]]\ncommand = 'teleport'\nagent = 0\nto = [1, 2]\nfacing_deg = 90\n"
                   "[[script]]\ncommand = 'teleport'\nagent = 0\nto = [1, 2]\n"
                   "[[script]]\ncommand = 'perform'\nagent = 0\ntarget = 1\nattack = 'swing'\n"
                   "[[script]]\ncommand = 'set_capacity'\nagent = 0\ngrid_capacity = 5\nattack_capacity = 4\n"),
        "duel.toml");
    EXPECT_EQ(result.errors, std::vector<std::string>{});
    const auto script = nlohmann::json::parse(resolved_json(result.scenario))["script"];
    EXPECT_NEAR(script[0]["facing"].get<double>(), 1.5707963, 1e-6);
    EXPECT_FALSE(script[1].contains("facing")) << "the heading does not change";
    EXPECT_EQ(script[2],
              nlohmann::json::parse(R"({"time": 0.0, "command": "perform", "agent": 0, "target": 1, "attack": "swing",
                                        "queued": false, "delay": 0.0})"));
    EXPECT_EQ(script[3]["attack_capacity"], 4);
}

} // namespace
} // namespace fray
