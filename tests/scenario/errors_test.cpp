// Error messages of scenario files, each with its exact text.
#include "fray/scenario.h"
#include "fray/world.h"
#include "scenario_text.h"

#include <gtest/gtest.h>

namespace fray {
namespace {

using Errors = std::vector<std::string>;

Errors errors_of(const std::string& text, const std::vector<std::string>& sets = {}) {
    return parse_scenario(text, "army.toml", sets).errors;
}

TEST(Errors, LinksLeadToOtherFloors) {
    const std::string command = "[[script]]\ncommand = 'set_nav_link'\nnav_link = 1\nopen = false\n";
    Errors errors = errors_of(test::duel("[[nav_links]]\nto = [4, 0]\nto_floor = 0", "", command));
    ASSERT_EQ(errors.size(), 2u);
    EXPECT_NE(errors[0].find("nav_links[0]: to_floor: given 0, allowed any but from_floor"), std::string::npos);
    EXPECT_NE(errors[1].find("script[0].nav_link: is 1; the scenario has 1 links"), std::string::npos) << errors[1];
    errors = errors_of(test::duel("[[nav_links]]\nradius = 0"));
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_NE(errors[0].find("nav_links[0].radius: is 0; allowed: 0.1 to 100"), std::string::npos) << errors[0];
}

TEST(Errors, ClassLimitsAreChecked) {
    EXPECT_EQ(errors_of(test::duel("", "circle = { class_limits = { heavy = -1, light = 'two' } }")),
              (Errors{"army.toml:6:37: archetypes.fighter.circle.class_limits.heavy: is -1; allowed: 0 to 256",
                      "army.toml:6:49: archetypes.fighter.circle.class_limits.light: is the text 'two'; allowed: a "
                      "whole number, 0 to 256"}));
    EXPECT_EQ(errors_of(test::duel("", "circle = { class_limits = 3 }")),
              Errors{"army.toml:6:27: archetypes.fighter.circle.class_limits: is the number 3; allowed: a table of "
                     "classes, each 0 to 256"});
}

TEST(Errors, ArgumentsOfCommandsAreChecked) {
    EXPECT_EQ(errors_of(test::duel("", "",
                                   "[[script]]\ncommand = 'set_closed_slots'\nagent = 0\nslots = [8, 2, 2]\n"
                                   "[[script]]\ncommand = 'set_view'\nagent = 0\ndirection_deg = 90\n"
                                   "[[script]]\ncommand = 'report_attack'\nagent = 0\nreport = 'interupt'\n")),
              (Errors{"army.toml:23:1: script[1]: 'set_view' needs 'half_angle_deg'",
                      "army.toml:30:10: script[2].report: is 'interupt' (did you mean 'interrupt'?); allowed: 'hit', "
                      "'end', 'interrupt'"}));
    EXPECT_EQ(errors_of(test::duel("", "", "[[script]]\ncommand = 'set_closed_slots'\nagent = 0\nslots = [8, 2, 2]\n")),
              (Errors{"army.toml:22:9: script[0].slots[0]: is 8; allowed: 0 to 7 round 'fighter'",
                      "army.toml:22:9: script[0].slots[2]: 2 is given twice"}));
    EXPECT_EQ(errors_of(test::duel("", "", "[[script]]\ncommand = 'stand'\nagent = 0\ndirection_deg = 9\n")),
              Errors{"army.toml:22:17: script[0].direction_deg: is not for 'stand'"});
}

TEST(Errors, RangesThatDependOnTheCommandAreChecked) {
    const auto script = [](const std::string& keys) {
        return errors_of(test::duel("", "", "[[script]]\nagent = 0\n" + keys));
    };
    EXPECT_EQ(script("command = 'set_speed_factor'\nfactor = 50\n"),
              Errors{"army.toml:22:10: script[0].factor: is 50; allowed: 0 to 10"});
    EXPECT_EQ(script("command = 'set_avoidance_factor'\nfactor = 0\n"),
              Errors{"army.toml:22:10: script[0].factor: is 0; allowed: 0.01 to 100"});
    EXPECT_EQ(script("command = 'set_radius'\nbody_radius = 0.01\n"),
              Errors{"army.toml:22:15: script[0].body_radius: is 0.01; allowed: 0, or 0.05 to 50"});
    EXPECT_EQ(script("command = 'set_radius'\nbody_radius = 0\n"), Errors{});
    EXPECT_EQ(script("command = 'push'\nduration = 0\ndisplacement = [1, 0]\n"),
              Errors{"army.toml:22:12: script[0].duration: is 0; allowed: 0.001 to 60"});
    EXPECT_EQ(script("command = 'push'\nduration = 0.5\ndisplacement = [60, 0]\n"),
              Errors{"army.toml:23:16: script[0].displacement: is (60, 0) m in 0.5 s, 120 m/s; allowed: 0 to 100 m/s"});
    EXPECT_EQ(script("command = 'move'\nto = [0, 0]\nfiles = 2\n"),
              Errors{"army.toml:23:9: script[0].files: needs 'as_squads = true'"});
    EXPECT_EQ(script("command = 'move'\nto = [0, 0]\nranks = 2\nas_squads = true\nqueued = true\n"),
              Errors{"army.toml:23:9: script[0].ranks: is not allowed together with 'queued'"});
}

TEST(Errors, PerformNamesAnAttackOfTheOrderedAgents) {
    const auto perform = [](const std::string& keys, const std::string& others = "") {
        return errors_of(test::duel("", "", "[[script]]\ncommand = 'perform'\n" + keys + others));
    };
    EXPECT_EQ(perform("group = 'reds'\ntarget = 1\nattack = 'swing'\n"), Errors{});
    EXPECT_EQ(perform("agent = 1\ntarget_group = 'reds'\nattack = 'swong'\n"),
              Errors{"army.toml:23:10: script[0].attack: is 'swong' (did you mean 'swing'?); allowed: 'swing', the "
                     "attacks of 'fighter'"});
    EXPECT_EQ(perform("agent = 1\ntarget = 0\nattack = 3\n"),
              Errors{"army.toml:23:10: script[0].attack: is the number 3; allowed: a text"});
    EXPECT_EQ(perform("agent = 1\ntarget = 0\n"), Errors{"army.toml:19:1: script[0]: 'perform' needs 'attack'"});
    EXPECT_EQ(perform("group = 'reds'\ntarget = 1\nattack = 'swing'\nas_squads = true\n"),
              Errors{"army.toml:24:13: script[0].as_squads: is not for 'perform'"});
    EXPECT_EQ(
        errors_of(test::duel("", "", "[[script]]\ncommand = 'attack'\nagent = 0\ntarget = 1\nattack = 'swing'\n")),
        Errors{"army.toml:23:10: script[0].attack: is not for 'attack'"});
    const std::string capacity =
        "[[script]]\ncommand = 'set_capacity'\nagent = 0\ngrid_capacity = 1\nattack_capacity = 'swing'\n";
    EXPECT_EQ(errors_of(test::duel("", "", capacity)),
              Errors{"army.toml:23:19: script[0].attack_capacity: is the text 'swing'; allowed: a whole number, 0 to " +
                     std::to_string(max_weight)});
    // The script spawns agent 2, so any archetype that it spawns may have the attack.
    const std::string later = "[archetypes.dummy]\n[[groups]]\nname = 'dummies'\narchetype = 'dummy'\nteam = 'blue'\n"
                              "count = 1\nspawn_trigger = 'script'\n";
    EXPECT_EQ(perform("agent = 2\ntarget = 0\nattack = 'swing'\n", later),
              Errors{"army.toml:23:10: script[0].attack: is 'swing'; allowed: none, for 'dummy' has no attacks"});
}

TEST(Errors, AnAttackerIsGivenOnce) {
    EXPECT_EQ(errors_of(test::duel(
                  "", "", "[[script]]\ncommand = 'stagger'\nagent = 0\nattacker = 1\nattacker_group = 'blues'\n")),
              Errors{"army.toml:19:1: script[0]: has both 'attacker' and 'attacker_group'; allowed: one of them"});
    EXPECT_EQ(errors_of(test::duel("", "", "[[script]]\ncommand = 'damage'\nagent = 0\namount = 1\nattacker = 2\n")),
              Errors{"army.toml:23:12: script[0].attacker: is 2; allowed: 0 to 1"});
    EXPECT_EQ(errors_of(test::duel("", "", "[[script]]\ncommand = 'stun'\nagent = 0\nduration = 1\nattacker = 1\n")),
              Errors{"army.toml:23:12: script[0].attacker: is not for 'stun'"});
}

TEST(Errors, EvadersMustBeMovedByTheHost) {
    const std::string evade = "[[script]]\ncommand = 'evade'\nagent = 1\nradius = 3\n";
    EXPECT_EQ(errors_of(test::duel("", "", evade)),
              Errors{"army.toml:21:9: script[0].agent: 'evade' moves 'blues' of archetype 'fighter', which has motion "
                     "'simulated'; allowed: 'host'"});
    EXPECT_EQ(errors_of(test::duel("", "motion = 'host'", evade)), Errors{});
    EXPECT_EQ(errors_of(test::duel("", "motion = 'host'", evade + "roll_interval = 1\nroll_time = 2\n")),
              Errors{"army.toml:23:17: script[0].roll_interval: is 1; allowed: at least roll_time (2)"});
    EXPECT_EQ(errors_of(test::duel("", "motion = 'host'", evade + "turn_interval = 0.001\n")),
              Errors{"army.toml:23:17: script[0].turn_interval: is 0.001; allowed: 0, or 0.01 to 3600"});
}

TEST(Errors, UnknownPresetsGiveTheKnownOnes) {
    EXPECT_EQ(errors_of(test::duel("", "preset = 'belgium'")),
              Errors{"army.toml:6:10: archetypes.fighter.preset: is 'belgium' (did you mean 'belgian'?); allowed: "
                     "'kungfu', 'belgian', 'boss'"});
}

/// Numbers that are not finite in the file: bad/values.toml.
TEST(Errors, NumbersAreCheckedAsFloats) {
    for (const auto& [given, allowed] : {std::pair("target_margin = 1e39", "; allowed: a finite number, 0 to 16384"),
                                         {"turn_rate_deg = 1e-300", "; allowed: more than 0"}}) {
        const Errors errors = errors_of(test::duel("", given));
        ASSERT_EQ(errors.size(), 1u) << given;
        EXPECT_NE(errors[0].find(allowed), std::string::npos) << errors[0];
    }
}

TEST(Errors, RelationsNameTheDefault) {
    EXPECT_EQ(
        errors_of(test::duel("", "walk_speed = 8")),
        Errors{"army.toml:6:14: archetypes.fighter.run_speed: is 5.5 (the default); allowed: at least walk_speed (8)"});
}

TEST(Errors, SharesNeedATotal) {
    std::string text = test::duel();
    text.replace(text.find("count = 1"), 9, "share = 1");
    EXPECT_EQ(errors_of(text), Errors{"army.toml:1:1: agents: is missing; groups with a 'share' need it"});
}

TEST(Errors, ControlCharactersAreEscaped) {
    EXPECT_EQ(errors_of(test::duel("\"a\\u001b[31m\\n\\u007f\\u0085\\u00e9\" = 1")),
              Errors{"army.toml:2:1: unknown key 'a\\u001b[31m\\n\\u007f\\u0085\xc3\xa9'"});
    EXPECT_EQ(parse_scenario("hz = 0", "a\x1b[31m\n.toml").errors.back(),
              "a\\u001b[31m\\n.toml:1:6: hz: is 0; allowed: 1 to 1000");
    EXPECT_EQ(load_scenario("/no\x1b[31m\x9b.toml").errors, Errors{"/no\\u001b[31m\\x9b.toml:1:1: no such file"});
    EXPECT_EQ(errors_of(test::duel(), {"hz=\x1b"}),
              Errors{"--set hz=\\u001b: hz: is the text '\\u001b'; allowed: a number, 1 to 1000"});
}

TEST(Errors, ErrorTextsOfAWorldHaveNoControlCharacters) {
    World world = World::create({.threads = 1}).value();
    ArchetypeDef def{.name = "a\x1b[31m\n"};
    def.body.mass = 0.0f;
    EXPECT_EQ(world.add_archetype(def), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "archetype 'a\\u001b[31m\\n': mass: given 0, allowed 0.01 to 1000000");
    def.boss.phases = {{.attacks = {"\x1b"}}};
    def.body.mass = 1.0f;
    EXPECT_EQ(validate(def), "phases[0].attacks: no attack '\\u001b'");
}

TEST(Changes, AreMadeBeforeTheCheck) {
    const auto result = parse_scenario(test::duel(), "army.toml",
                                       {"archetypes.fighter.circle.grid_capacity=16", "groups.blues.count=3",
                                        "groups.0.squad_size=2", "archetypes.fighter.health=unlimited",
                                        "archetypes.fighter.attacks.swing.weight=4", "name=a longer name"});
    ASSERT_EQ(result.errors, Errors{});
    EXPECT_EQ(result.scenario.archetypes[0].circle.grid_capacity, 16);
    EXPECT_EQ(result.scenario.archetypes[0].body.health, unlimited_health);
    EXPECT_NE(resolved_json(result.scenario).find("\"health\": \"unlimited\""), std::string::npos);
    EXPECT_EQ(result.scenario.archetypes[0].attacks[0].weight, 4);
    EXPECT_EQ(result.scenario.groups[1].count, 3);
    EXPECT_EQ(result.scenario.groups[0].squad_size, 2);
    EXPECT_EQ(result.scenario.name, "a longer name");
}

TEST(Changes, AreNamedInErrors) {
    EXPECT_EQ(errors_of(test::duel(), {"hz=0"}), Errors{"--set hz=0: hz: is 0; allowed: 1 to 1000"});
    EXPECT_EQ(
        errors_of(test::duel(), {"archetypes.fighter.helth=5"}),
        Errors{"--set archetypes.fighter.helth=5: archetypes.fighter: unknown key 'helth' (did you mean 'health'?)"});
    EXPECT_EQ(errors_of(test::duel(), {"hz"}), Errors{"--set hz: allowed: dotted.path=value"});
}

TEST(Changes, MakeNoNewEntries) {
    const std::string text = test::duel("", "circle = { class_limits = { heavy = 1 } }",
                                        "[monsters.ogre]\nstate_1 = {}\n[monsters.ogre.act_1]\n");
    ASSERT_EQ(errors_of(text), Errors{});
    const auto error_of = [&](const std::string& set) {
        const Errors errors = errors_of(text, {set});
        return errors.size() == 1 ? errors[0].substr(std::min(errors[0].size(), set.size() + 8)) : "";
    };
    EXPECT_EQ(error_of("archetypes.figther.health=3"),
              "there is no 'archetypes.figther' (did you mean 'archetypes.fighter'?); allowed: 'fighter'");
    EXPECT_EQ(error_of("archetypes.figther={health=3}"),
              "there is no 'archetypes.figther' (did you mean 'archetypes.fighter'?); allowed: 'fighter'");
    EXPECT_EQ(error_of("monsters.orge.summon_depth=3"),
              "there is no 'monsters.orge' (did you mean 'monsters.ogre'?); allowed: 'ogre'");
    EXPECT_EQ(error_of("monsters.ogre.state_2.pose=roar"),
              "there is no 'monsters.ogre.state_2' (did you mean 'monsters.ogre.state_1'?); allowed: 'act_1', "
              "'state_1'");
    EXPECT_EQ(error_of("archetypes.fighter.circle.class_limits.haevy=3"),
              "there is no 'archetypes.fighter.circle.class_limits.haevy' (did you mean "
              "'archetypes.fighter.circle.class_limits.heavy'?); allowed: 'heavy'");
    EXPECT_EQ(error_of("archetypes.fighter.attacks.swng.damage=3"),
              "there is no 'archetypes.fighter.attacks.swng' (did you mean 'archetypes.fighter.attacks.swing'?); "
              "allowed: 'swing'");
    EXPECT_EQ(error_of("groups.2.count=3"), "there is no 'groups.2'; allowed: 'reds', 'blues'");
    EXPECT_EQ(error_of("groups.greens.count=5"),
              "there is no 'groups.greens' (did you mean 'groups.reds'?); allowed: 'reds', 'blues'");
    EXPECT_EQ(error_of("teams.2=green"), "there is no 'teams.2'; allowed: 0 to 1");
    EXPECT_EQ(error_of("archetypes.fighter.phases.0.health_threshold=0.5"),
              "there is no 'archetypes.fighter.phases.0'; allowed: none, as 'archetypes.fighter.phases' is empty");
    EXPECT_EQ(error_of("script.0.command=stand"), "there is no 'script.0'; allowed: none, as 'script' is empty");
    EXPECT_EQ(error_of("archetypes.fighter.health.x=3"), "there is no 'archetypes.fighter.health.x'");
}

/// Keys at their defaults can be changed, whether or not the file contains them.
TEST(Changes, ReachKeysThatTheFileLeavesOut) {
    const auto result = parse_scenario(test::duel(), "army.toml",
                                       {"archetypes.fighter.mass=70", "archetypes.fighter.circle.slots=4",
                                        "archetypes.fighter.attacks.swing.cooldown.agent=2",
                                        "archetypes.fighter.circle.class_limits={heavy=1}", "duration=9",
                                        "picture.width=30", "groups.reds.squad_settings.max_leader_distance=20"});
    ASSERT_EQ(result.errors, Errors{});
    EXPECT_EQ(result.scenario.archetypes[0].body.mass, 70.0f);
    EXPECT_EQ(result.scenario.archetypes[0].circle.slots, 4);
    EXPECT_EQ(result.scenario.archetypes[0].attacks[0].cooldown.agent, 2.0);
    EXPECT_EQ(result.scenario.archetypes[0].circle.class_limits[0].max_tokens, 1);
    EXPECT_EQ(result.scenario.duration, 9.0);
    EXPECT_EQ(result.scenario.picture.width, 30.0f);
    EXPECT_EQ(result.scenario.groups[0].squad_settings.max_leader_distance, 20.0f);
}

} // namespace
} // namespace fray
