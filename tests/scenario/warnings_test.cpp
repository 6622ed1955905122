// Settings that are allowed but hardly intended.
#include "fray/scenario.h"
#include "scenario_text.h"

#include <gtest/gtest.h>

namespace fray {
namespace {

using Lines = std::vector<std::string>;

Lines warnings_of(const std::string& text) {
    const ScenarioResult result = parse_scenario(text, "army.toml");
    EXPECT_EQ(result.errors, Lines{});
    return result.warnings;
}

TEST(Warnings, GoodTextHasNone) { EXPECT_EQ(warnings_of(test::duel()), Lines{}); }

TEST(Warnings, AnAgentTooHeavyForEveryCircleCausesAWarning) {
    EXPECT_EQ(warnings_of(test::duel("", "grid_weight = 13")),
              Lines{"army.toml:6:15: warning: archetypes.fighter.grid_weight: is 13, but no circle of its enemies "
                    "carries more than 12: it is never admitted"});
    EXPECT_EQ(warnings_of(test::duel("", "grid_weight = 13\ncircle = { grid_capacity = 13 }")), Lines{});
}

TEST(Warnings, AttacksTooHeavyForEveryCircleCauseAWarning) {
    EXPECT_EQ(warnings_of(test::duel("", "circle = { attack_capacity = 0 }")),
              Lines{"army.toml:7:11: warning: archetypes.fighter.attacks: weigh 1 or more, but no circle of its "
                    "enemies carries more than 0: it never attacks"});
}

TEST(Warnings, ACapacityRaisedByTheScriptCounts) {
    const std::string raise = "[[script]]\nat = 1\ndo = 'set_capacity'\nagent = 0\ngrid = 13\nattack = 10\n";
    EXPECT_EQ(warnings_of(test::duel("", "grid_weight = 13", raise)), Lines{});
}

TEST(Warnings, OnlyCirclesOfEnemiesCount) {
    // No team is hostile to the team of the fighters, so there is no circle that they could be too heavy for.
    std::string text = test::duel("hostile = [['blue', 'green']]", "grid_weight = 13");
    text.replace(text.find("'blue']"), 7, "'blue', 'green']");
    EXPECT_EQ(warnings_of(text), Lines{});
}

TEST(Warnings, AgentsWithoutABrainCauseNone) {
    EXPECT_EQ(warnings_of(test::duel("", "grid_weight = 13\nbrain = false")), Lines{});
}

TEST(Warnings, UnmanagedAgentsCauseNone) {
    EXPECT_EQ(warnings_of(test::duel("", "managed = false\ngrid_weight = 13\ncircle = { attack_capacity = 0 }")),
              Lines{});
}

TEST(Warnings, ALimitOfAClassThatNoAttackHasCausesAWarning) {
    std::string text = test::duel("", "circle = { class_limits = { haevy = 1 } }");
    text.replace(text.find("damage = 6"), 10, "class = 'heavy'");
    EXPECT_EQ(warnings_of(text), Lines{"army.toml:6:27: warning: archetypes.fighter.circle.class_limits: no attack has "
                                       "the class 'haevy' (did you mean 'heavy'?)"});
}

TEST(Warnings, ErrorsSuppressWarnings) {
    EXPECT_EQ(parse_scenario(test::duel("hz = 0", "grid_weight = 13"), "army.toml").warnings, Lines{});
}

} // namespace
} // namespace fray
