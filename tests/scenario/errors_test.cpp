// Messages, one by one.
#include "fray/scenario.h"
#include "scenario_text.h"

#include <gtest/gtest.h>

namespace fray {
namespace {

using Errors = std::vector<std::string>;

Errors errors_of(const std::string& text, const std::vector<std::string>& sets = {}) {
    return parse_scenario(text, "army.toml", sets).errors;
}

TEST(Errors, UnknownKeyWithPlaceAndSuggestion) {
    const std::string text = "teams = ['a']\n"
                             "[[groups]]\n"
                             "name = 'all'\n"
                             "archetype = 'archer'\n"
                             "team = 'a'\n"
                             "count = 1\n"
                             "\n"
                             "[archetypes.archer]\n"
                             "alert = 30\n"
                             "sigth = 10\n";
    EXPECT_EQ(errors_of(text),
              Errors{"army.toml:10:1: archetypes.archer: unknown key 'sigth' (did you mean 'sight'?)"});
}

TEST(Errors, GoodTextHasNone) { EXPECT_EQ(errors_of(test::duel()), Errors{}); }

TEST(Errors, NotBuiltYet) {
    EXPECT_EQ(errors_of(test::duel("", "sight = 10")),
              Errors{"army.toml:6:1: archetypes.fighter: unknown key 'sight': not built yet"});
    EXPECT_EQ(
        errors_of(test::duel("", "targeting = 'spread'")),
        Errors{"army.toml:6:13: archetypes.fighter.targeting: 'spread' is not built yet; allowed: 'self', 'team'"});
}

TEST(Errors, NumbersThatAreNone) {
    for (const std::string bad : {"nan", "inf", "-inf", "1e39"}) {
        const Errors errors = errors_of(test::duel("", "target_margin = " + bad));
        ASSERT_EQ(errors.size(), 1u) << bad;
        EXPECT_NE(errors[0].find("army.toml:6:17: archetypes.fighter.target_margin: is "), std::string::npos)
            << errors[0];
        EXPECT_NE(errors[0].find("; allowed: a finite number, 0 to 16384"), std::string::npos) << errors[0];
    }
}

TEST(Errors, OpenRangesAreCheckedAsFloats) {
    const Errors errors = errors_of(test::duel("", "turn_rate_deg = 1e-300"));
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_NE(errors[0].find("allowed: more than 0"), std::string::npos) << errors[0];
}

TEST(Errors, RelationsNameTheDefault) {
    EXPECT_EQ(
        errors_of(test::duel("", "walk_speed = 8")),
        Errors{"army.toml:6:14: archetypes.fighter.run_speed: is 5.5 (the default); allowed: at least walk_speed (8)"});
}

TEST(Errors, AllOfAFileInOrder) {
    const Errors errors = errors_of(test::duel("hz = 0", "grid_weight = 0", "colour = 'red'"));
    EXPECT_EQ(errors, (Errors{"army.toml:2:6: hz: is 0; allowed: 1 to 1000",
                              "army.toml:6:15: archetypes.fighter.grid_weight: is 0; allowed: 1 to 1000000",
                              "army.toml:19:1: groups.blues: unknown key 'colour'"}));
}

TEST(Errors, SharesNeedATotal) {
    std::string text = test::duel();
    text.replace(text.find("count = 1"), 9, "share = 1");
    EXPECT_EQ(errors_of(text), Errors{"army.toml:1:1: agents: is missing; groups with a 'share' need it"});
}

TEST(Errors, ControlCharactersAreNotPrinted) {
    const Errors errors = errors_of(test::duel("\"\\u001b[31m\" = 1"));
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0].find('\x1b'), std::string::npos);
}

TEST(Changes, AreMadeBeforeTheCheck) {
    const auto result = parse_scenario(test::duel(), "army.toml",
                                       {"archetypes.fighter.circle.grid_capacity=16", "groups.blues.count=3",
                                        "groups.0.squad=2", "archetypes.fighter.health=unlimited",
                                        "archetypes.fighter.attacks.blow.weight=4", "name=a longer name"});
    ASSERT_EQ(result.errors, Errors{});
    EXPECT_EQ(result.scenario.archetypes[0].circle.grid_capacity, 16);
    EXPECT_EQ(result.scenario.archetypes[0].health, unlimited_health);
    EXPECT_EQ(result.scenario.archetypes[0].attacks[0].weight, 4);
    EXPECT_EQ(result.scenario.groups[1].count, 3);
    EXPECT_EQ(result.scenario.groups[0].squad, 2);
    EXPECT_EQ(result.scenario.name, "a longer name");
}

TEST(Changes, AreNamedInErrors) {
    EXPECT_EQ(errors_of(test::duel(), {"hz=0"}), Errors{"--set hz=0: hz: is 0; allowed: 1 to 1000"});
    EXPECT_EQ(
        errors_of(test::duel(), {"archetypes.fighter.helth=5"}),
        Errors{"--set archetypes.fighter.helth=5: archetypes.fighter: unknown key 'helth' (did you mean 'health'?)"});
    EXPECT_EQ(errors_of(test::duel(), {"groups.greens.count=5"}),
              Errors{"--set groups.greens.count=5: there is no 'greens'"});
    EXPECT_EQ(errors_of(test::duel(), {"hz"}), Errors{"--set hz: allowed: dotted.path=value"});
}

} // namespace
} // namespace fray
