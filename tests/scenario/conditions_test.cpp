// Conditions of monsters: the seed's rows of five and three, tables with names, lists of acts, and rows of four.
#include "fray/scenario.h"
#include "scenario_text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fray {
namespace {

using Errors = std::vector<std::string>;

std::string monster(const std::string& conds) {
    return test::duel("", "monster = 'ogre'",
                      "[monsters.ogre.state_1.conditions]\n" + conds +
                          "\n[monsters.ogre.act_1]\nbuffs = 1\n[monsters.ogre.act_2]\nbuffs = 2\n");
}

MonsterStateDef state_with(const std::string& conds) {
    const ScenarioResult result = parse_scenario(monster(conds), "army.toml");
    EXPECT_EQ(result.errors, Errors{});
    return result.ok() ? result.scenario.monsters.at(0).states.at(0) : MonsterStateDef{};
}

Errors errors_with(const std::string& conds) { return parse_scenario(monster(conds), "army.toml").errors; }

TEST(Conditions, NamesAndRowsSayTheSame) {
    EXPECT_EQ(state_with("on_health = [{ below = 0.5, act = 'act_1', duration = 5, chance = 80 }]"),
              state_with("on_health = [['<', 0.5, 'act_1', 5, 80]]"));
    EXPECT_EQ(state_with("on_health = [{ above = 0.5, act = 'act_1' }, { equals = 1, act = 'act_2' }]"),
              state_with("on_health = [['>', 0.5, 'act_1'], ['=', 1, 'act_2']]"));
    EXPECT_EQ(state_with("on_time = [{ every = 10, act = 'act_1', chance = 80 }]"),
              state_with("on_time = [['%', 10, 'act_1', -1, 80]]"));
    EXPECT_EQ(state_with("on_enter = [{ act = 'act_1', duration = 2 }]"),
              state_with("on_enter = [['=', 0, 'act_1', 2, -1]]"));
    const MonsterStateDef once = state_with("on_health = [{ below = 0.5, act = 'act_1', once = true }]");
    EXPECT_EQ(once, state_with("on_health = [['<', 0.5, 'act_1', -1, -1, true]]"));
    EXPECT_TRUE(once.on_health[0].once);
}

TEST(Conditions, AListOfActsMakesAConditionForEach) {
    const MonsterStateDef both = state_with("on_time = [['=', 3, 'act_1', -1, 50], ['=', 3, 'act_2', -1, 50]]");
    EXPECT_EQ(state_with("on_time = [{ equals = 3, act = ['act_1', 'act_2'], chance = 50 }]"), both);
    EXPECT_EQ(state_with("on_time = [['=', 3, ['act_1', 'act_2'], -1, 50]]"), both);
}

TEST(Conditions, ErrorsNameTheKeysAllowed) {
    const auto error_of = [](const std::string& conds) {
        const Errors errors = errors_with(conds);
        EXPECT_EQ(errors.size(), 1u) << conds;
        const std::string before = "monsters.ogre.state_1.conditions.";
        return errors.empty() ? "" : errors[0].substr(errors[0].find(before) + before.size());
    };
    EXPECT_EQ(error_of("on_health = [{ act = 'act_1' }]"), "on_health[0]: needs one of 'below', 'above', 'equals'");
    EXPECT_EQ(error_of("on_time = [{ act = 'act_1' }]"),
              "on_time[0]: needs one of 'below', 'above', 'equals', 'every'");
    EXPECT_EQ(error_of("on_time = [{ every = 5 }]"), "on_time[0]: needs 'act'");
    EXPECT_EQ(error_of("on_health = [{ below = 0.5, above = 0.2, act = 'act_1' }]"),
              "on_health[0]: has both 'above' and 'below'; allowed: one of them");
    EXPECT_EQ(
        error_of("on_health = [{ below = 0.5, every = 2, act = 'act_1' }]"),
        "on_health[0]: unknown key 'every'; allowed: 'below', 'above', 'equals', 'act', 'duration', 'chance', 'once'");
    EXPECT_EQ(error_of("on_health = [{ belwo = 0.5, below = 0.5, act = 'act_1' }]"),
              "on_health[0]: unknown key 'belwo' (did you mean 'below'?); allowed: 'below', 'above', 'equals', 'act', "
              "'duration', 'chance', 'once'");
    EXPECT_EQ(error_of("on_health = [{ below = 0.5, act = 'act_1', once = 1 }]"),
              "on_health[0].once: is the number 1; allowed: true or false");
    EXPECT_EQ(error_of("on_enter = [{ act = [] }]"),
              "on_enter[0].act: is an empty list; allowed: an act, or a list of acts");
    EXPECT_EQ(error_of("on_enter = [{ act = ['act_1', 'act_9'] }]"),
              "on_enter[0].act[1]: is 'act_9' (did you mean 'act_1'?); allowed: 'act_1', 'act_2'");
}

TEST(Conditions, ResolvedRowsCanBeReadBack) {
    const std::string conds =
        "on_enter = [{ act = ['act_1', 'act_2'] }]\non_health = [{ below = 0.35, act = 'act_1', chance = "
        "7, once = true }]\non_time = [{ every = 10, act = 'act_1', duration = 5 }]";
    const ScenarioResult result = parse_scenario(monster(conds), "army.toml");
    ASSERT_EQ(result.errors, Errors{});
    const auto json = nlohmann::json::parse(resolved_json(result.scenario));
    const auto& rows = json["monsters"]["ogre"]["state_1"]["conditions"];
    std::string again; // JSON lists of numbers and texts are TOML too
    for (const auto& [kind, list] : rows.items()) again += kind + " = " + list.dump() + "\n";
    EXPECT_EQ(state_with(again), result.scenario.monsters[0].states[0]);
}

TEST(Conditions, TheWarningOfADurationWithoutEffectNamesTheConditionOfTheFile) {
    std::string text =
        monster("on_time = [{ equals = 3, act = ['act_1', 'act_2'] }, { every = 5, act = 'act_3', duration "
                "= 2 }]");
    for (const std::string act : {"lines = ['Ho']", "buffs = 3\nstate = 'state_1'"})
        EXPECT_EQ(parse_scenario(text + "[monsters.ogre.act_3]\n" + act + "\n", "army.toml").warnings,
                  Errors{"army.toml:20:54: warning: monsters.ogre.state_1.conditions.on_time[1]: 'act_3' ends at once: "
                         "its duration "
                         "of 2 s has no effect"});
}

TEST(Conditions, TheSchemaDescribesTheSameRowsAndTables) {
    const auto schema = nlohmann::json::parse(scenario_schema());
    const auto& patterns = schema["properties"]["monsters"]["additionalProperties"]["patternProperties"];
    const auto& state = patterns["^state_"]["properties"];
    EXPECT_TRUE(state.contains("patrol"));
    const auto& kinds = state["conditions"]["properties"]["on_time"]["items"]["oneOf"];
    ASSERT_EQ(kinds.size(), 3u);
    EXPECT_EQ(kinds[0]["properties"].size(), 8u);
    EXPECT_EQ(kinds[0]["oneOf"].size(), 4u);
    EXPECT_EQ(kinds[1]["maxItems"], 3);
    EXPECT_EQ(kinds[2]["minItems"], 5);
}

} // namespace
} // namespace fray
