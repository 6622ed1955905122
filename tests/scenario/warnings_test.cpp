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

std::string group(const std::string& name, const std::string& keys, const std::string& archetype = "fighter") {
    return "[[groups]]\nname = '" + name + "'\nteam = 'red'\narchetype = '" + archetype + "'\n" + keys + "\n";
}

TEST(Warnings, AGroupThatIsTooDenseForItsBodiesCausesAWarning) {
    EXPECT_EQ(
        warnings_of(test::duel("", "", group("crowd", "count = 9\nformation = 'line'\nspacing = 0.5\nat = [50, 0]"))),
        Lines{"army.toml:19:1: warning: groups.crowd: has agents on each other: those at [50, -2] and "
              "[50, -1.5] are 0.5 m apart, but their bodies need 0.8 m"});
    for (const std::string dense : {"count = 4000\nspacing = 0.01", "count = 50\nformation = 'ring'\nspacing = 0.7",
                                    "count = 20\nformation = 'point'\nspacing = 0.3", "count = 9\nspacing = 0.79"})
        EXPECT_EQ(warnings_of(test::duel("", "", group("crowd", dense + "\nat = [50, 0]"))).size(), 1u) << dense;
    for (const std::string loose : {"count = 4000\nspacing = 0.8", "count = 4000", "count = 20\nformation = 'ring'",
                                    "count = 60\nformation = 'companies'", "count = 9\nspacing = 1.6\njitter = 0.3"})
        EXPECT_EQ(warnings_of(test::duel("", "", group("crowd", loose + "\nat = [500, 0]"))), Lines{}) << loose;
}

TEST(Warnings, GroupsOnEachOtherCauseAWarning) {
    EXPECT_EQ(
        warnings_of(test::duel("", "", group("more", "count = 1\nat = [4, 0.3]"))),
        Lines{"army.toml:19:1: warning: groups.more: has agents on those of 'blues': those at [4, 0.3] and [4, 0] "
              "are 0.3 m apart, but their bodies need 0.8 m"});
    const std::string giant = "[archetypes.giant]\nradius = 20\nattacks = []\n";
    EXPECT_EQ(warnings_of(test::duel("", "", giant + group("giant", "count = 1\nat = [21, 0]", "giant"))).size(), 1u);
    EXPECT_EQ(warnings_of(test::duel("", "", giant + group("giant", "count = 1\nat = [25, 0]", "giant"))), Lines{});
    EXPECT_EQ(warnings_of(test::duel("", "", group("above", "count = 1\nat = [4, 0.3]\nfloor = 1"))), Lines{});
    const std::string later = "[[script]]\ntime = 5\ncommand = 'spawn'\ngroup = 'later'\n";
    EXPECT_EQ(
        warnings_of(test::duel("", "", group("later", "count = 1\nat = [4, 0]\nspawn_trigger = 'script'") + later)),
        Lines{})
        << "the others have moved by then";
}

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
    const std::string raise =
        "[[script]]\ntime = 1\ncommand = 'set_capacity'\nagent = 0\ngrid_capacity = 13\nattack_capacity = 10\n";
    EXPECT_EQ(warnings_of(test::duel("", "grid_weight = 13", raise)), Lines{});
}

TEST(Warnings, ACapacityThatTheSlotsCannotUseCausesAWarning) {
    const std::string raise =
        "[[script]]\ntime = 1\ncommand = 'set_capacity'\nagent = 0\ngrid_capacity = 14\nattack_capacity = 10\n";
    EXPECT_EQ(
        warnings_of(test::duel("", "", raise)),
        Lines{"army.toml:19:1: warning: script[0].grid_capacity: is 14, but 'fighter' has 8 slots, which agents of "
              "the grid weight 1 fill with 8: the rest has no effect. With slots = 0 there are as many slots as the "
              "capacity"});
    EXPECT_EQ(warnings_of(test::duel("", "circle = { slots = 0 }", raise)), Lines{});
    EXPECT_EQ(warnings_of(test::duel("", "grid_weight = 2", raise)), Lines{});
}

TEST(Warnings, FiguresOfACircleThatContradictCauseWarnings) {
    EXPECT_EQ(warnings_of(test::duel("", "circle = { approach_radius = 1 }")),
              Lines{"army.toml:6:30: warning: archetypes.fighter.circle.approach_radius: is 1, but the bodies of all "
                    "enemies need 1.3 m: they stand outside the ring"});
    EXPECT_EQ(warnings_of(test::duel("", "circle = { waits_in_view = true, roam_mode = 'patrol' }")),
              Lines{"army.toml:6:28: warning: archetypes.fighter.circle.waits_in_view: has no effect without roam_mode "
                    "'flank'"});
}

TEST(Warnings, AnAttackOfWeightZeroNeedsALimit) {
    std::string text = test::duel("", "circle = { class_limits = { shot = 1 } }");
    const std::string attack = "attacks = [{ ";
    text.replace(text.find(attack), attack.size(), attack + "weight = 0, attack_class = 'shot', ");
    EXPECT_EQ(warnings_of(text), Lines{});
    text.replace(text.find("circle"), 40, "");
    EXPECT_EQ(warnings_of(text).size(), 1u);
}

TEST(Warnings, OnlyCirclesOfEnemiesCount) {
    // No team is hostile to the team of the fighters, so there is no circle that they could be too heavy for.
    std::string text = test::duel("hostile = [['blue', 'green']]", "grid_weight = 13");
    text.replace(text.find("'blue']"), 7, "'blue', 'green']");
    EXPECT_EQ(warnings_of(text), Lines{"army.toml:1:25: warning: teams[2]: 'green' has no group"});
}

TEST(Warnings, SummonedArchetypesMeetTheEnemiesOfTheirSummoner) {
    std::string text = test::duel("", "monster = 'caller'",
                                  "[archetypes.big]\ngrid_weight = 99\n"
                                  "[monsters.caller.state_1.conditions]\non_enter = [{ act = 'act_1' }]\n"
                                  "[monsters.caller.act_1]\nsummons = [['big']]\n");
    const Lines expected = {"army.toml:20:15: warning: archetypes.big.grid_weight: is 99, but no circle of its enemies "
                            "carries more than 12: it is never admitted"};
    EXPECT_EQ(warnings_of(text), expected);
    // Nothing calls it.
    text.replace(text.find("[['big']]"), 9, "[['fighter']]");
    EXPECT_EQ(warnings_of(text), Lines{});
}

TEST(Warnings, ACircleThatASummonedArchetypeBringsCounts) {
    EXPECT_EQ(warnings_of(test::duel("", "monster = 'caller'\ngrid_weight = 20",
                                     "[archetypes.big]\ncircle = { grid_capacity = 20 }\n"
                                     "[monsters.caller.state_1.conditions]\non_enter = [{ act = 'act_1' }]\n"
                                     "[monsters.caller.act_1]\nsummons = [['big']]\n")),
              Lines{});
}

/// The duel with another range of its attack.
std::string with_attack(const std::string& attack, const std::string& archetype = "") {
    std::string text = test::duel("", archetype);
    text.replace(text.find("damage = 6"), 10, attack);
    return text;
}

TEST(Warnings, AReachBelowEveryAttackRingCausesAWarning) {
    EXPECT_EQ(warnings_of(with_attack("range = [0, 1.8]", "circle = { attack_radius = 2 }")),
              Lines{"army.toml:7:11: warning: archetypes.fighter.attacks: reach 1.8 m at most, but the attack rings of "
                    "all its enemies are 2 m or more: it never attacks"});
    EXPECT_EQ(warnings_of(with_attack("range = [0, 1.8]")), Lines{});
    EXPECT_EQ(warnings_of(with_attack("range = [0, 2]", "circle = { attack_radius = 2 }")), Lines{});
    EXPECT_EQ(
        warnings_of(with_attack("angle_deg = [90, 180]", "circle = { attack_radius = 2 }")),
        Lines{"army.toml:7:11: warning: archetypes.fighter.attacks: do not fit the attack rings of its enemies (2 "
              "m or more), by range or angle: it never attacks"});
    // It reaches from its slot.
    EXPECT_EQ(warnings_of(with_attack("range = [3, 5]", "circle = { attack_radius = 2 }")), Lines{});
}

TEST(Warnings, AReachBelowTheBodiesCausesAWarning) {
    for (const std::string kind : {"managed = true", "managed = false"})
        EXPECT_EQ(
            warnings_of(with_attack("range = [0, 0.7]", kind)),
            Lines{"army.toml:7:11: warning: archetypes.fighter.attacks: reach 0.7 m at most, but the bodies of all "
                  "its enemies keep it 0.8 m away: it never attacks"});
}

TEST(Warnings, AttacksBeyondAGivenEngageRangeCauseAWarning) {
    EXPECT_EQ(warnings_of(with_attack("range = [4, 6]", "engage_range = 3")),
              Lines{"army.toml:7:11: warning: archetypes.fighter.attacks: all begin beyond engage_range (3): it never "
                    "attacks"});
    EXPECT_EQ(warnings_of(with_attack("range = [4, 6]")), Lines{});
}

TEST(Warnings, BandsThatBodiesKeepItOutOfCauseAWarning) {
    EXPECT_EQ(warnings_of(test::duel("", "reacts = true\nradius = 0.8\nbands = [1.2, 5, 10, 12]")),
              Lines{"army.toml:8:9: warning: archetypes.fighter.bands: the first is 1.2 m, but the bodies of all its "
                    "enemies keep it 1.6 m away: it never comes into band 0"});
    EXPECT_EQ(warnings_of(test::duel("", "reacts = true\nradius = 0.8\nbands = [2, 5, 10, 12]")), Lines{});
    EXPECT_EQ(warnings_of(test::duel("", "radius = 0.8\nbands = [1.2, 5, 10, 12]")), Lines{});
}

TEST(Warnings, HealingWithoutReactionsOrChargesCausesAWarning) {
    EXPECT_EQ(warnings_of(test::duel("", "managed = false\nheal = { charges = 2 }")),
              Lines{"army.toml:7:8: warning: archetypes.fighter.heal: has no effect without reactions: give "
                    "'reactions', or 'reacts = true'"});
    EXPECT_EQ(warnings_of(test::duel("", "reacts = true\nheal = { health_threshold = 0.3 }")),
              Lines{"army.toml:7:8: warning: archetypes.fighter.heal: has no effect without 'charges'"});
    EXPECT_EQ(warnings_of(test::duel("", "reacts = true\nheal = { charges = 2 }")), Lines{});
    EXPECT_EQ(warnings_of(test::duel("", "preset = 'boss'\nheal = { health_threshold = 0.3 }")), Lines{});
}

TEST(Warnings, SightIsForTargetingSight) {
    EXPECT_EQ(
        warnings_of(test::duel("", "sight_radius = 20\nneeds_line_of_sight = true")),
        (Lines{
            "army.toml:6:16: warning: archetypes.fighter.sight_radius: has no effect with targeting 'team'; it is for "
            "targeting 'sight'",
            "army.toml:7:23: warning: archetypes.fighter.needs_line_of_sight: has no effect with targeting 'team'; "
            "it is for targeting 'sight', or a ground"}));
    EXPECT_EQ(warnings_of(test::duel("", "targeting = 'sight'\nsight_radius = 9\nfov_deg = 90")), Lines{});
}

TEST(Warnings, AnAgentThatNoticesFartherThanItFollowsCausesAWarning) {
    EXPECT_EQ(
        warnings_of(test::duel("", "targeting = 'sight'\nsight_radius = 20")),
        Lines{
            "army.toml:7:16: warning: archetypes.fighter.sight_radius: is 20, but it loses its target beyond 12 m, the "
            "last of its bands"});
    const std::string monster = "[monsters.wolf.state_1]\naction_distances = [100, 50]\n";
    EXPECT_EQ(warnings_of(test::duel("", "monster = 'wolf'", monster)),
              Lines{"army.toml:20:20: warning: monsters.wolf.state_1.action_distances: alert 100 is more than track "
                    "50: it loses "
                    "what it has just noticed"});
}

TEST(Warnings, AgentsWithoutABrainAndUnmanagedAgentsCauseNone) {
    for (const std::string kind : {"autonomous = false", "managed = false"})
        EXPECT_EQ(warnings_of(test::duel("", kind + "\ngrid_weight = 13\ncircle = { attack_capacity = 0 }")), Lines{});
}

TEST(Warnings, ALimitOfAClassThatNoAttackHasCausesAWarning) {
    std::string text = test::duel("", "circle = { class_limits = { haevy = 1 } }");
    text.replace(text.find("damage = 6"), 10, "attack_class = 'heavy'");
    EXPECT_EQ(warnings_of(text), Lines{"army.toml:6:27: warning: archetypes.fighter.circle.class_limits: no attack has "
                                       "the class 'haevy' (did you mean 'heavy'?)"});
}

TEST(Warnings, ErrorsSuppressWarnings) {
    EXPECT_EQ(parse_scenario(test::duel("hz = 0", "grid_weight = 13"), "army.toml").warnings, Lines{});
}

} // namespace
} // namespace fray
