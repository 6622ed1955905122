// Level of detail in scenarios.
#include "fray/battle.h"
#include "scenario_text.h"

#include <gtest/gtest.h>
#include <optional>

namespace fray {
namespace {

using Lines = std::vector<std::string>;

const char* const armies = "teams = ['red', 'blue']\n"
                           "[archetypes.fighter]\nattacks = [{ name = 'swing' }]\n"
                           "[archetypes.crowd]\nupdate_interval = 4\nattacks = [{ name = 'swing' }]\n"
                           "[archetypes.leader]\nautonomous = false\nmotion = 'host'\n"
                           "[[groups]]\nname = 'leader'\narchetype = 'leader'\nteam = 'red'\ncount = 1\n"
                           "[[groups]]\nname = 'near'\narchetype = 'fighter'\nteam = 'red'\ncount = 1\nat = [5, 0]\n"
                           "[[groups]]\nname = 'far'\narchetype = 'fighter'\nteam = 'red'\ncount = 1\nat = [0, 90]\n"
                           "[[groups]]\nname = 'crowd'\narchetype = 'crowd'\nteam = 'blue'\ncount = 1\nat = [90, 90]\n";

Battle battle_of(const std::string& text) {
    const ScenarioResult result = parse_scenario(text, "detail.toml");
    EXPECT_EQ(result.errors, Lines{});
    return Battle::create(result.scenario, {.world = {.threads = 1}}).value();
}

/// 0: there is no such agent.
int update_interval(const Battle& battle, Serial serial) {
    const std::optional<AgentId> agent = battle.world().find(serial);
    return agent ? battle.world().update_interval(*agent).value_or(0) : 0;
}

void expect_intervals(Battle& battle, const std::vector<int>& intervals) {
    for (int i = 0; i < 9; ++i) battle.step().value();
    for (size_t i = 0; i < intervals.size(); ++i)
        EXPECT_EQ(update_interval(battle, static_cast<Serial>(i)), intervals[i]) << "serial " << i;
}

TEST(ScenarioDetail, FollowsAGroupAndTheScript) {
    Battle battle =
        battle_of(std::string(armies) +
                  "[detail]\ndistances = [20, 50, 100]\ngroup = 'leader'\n"
                  "[[script]]\ncommand = 'teleport'\ntime = 0.3\ngroup = 'leader'\nto = [0, 80]\n"
                  "[[script]]\ncommand = 'set_detail'\ntime = 0.6\npoints = [[5, 1]]\n"
                  "[[script]]\ncommand = 'set_update_interval'\ntime = 0.9\ngroup = 'near'\nupdate_interval = 8\n"
                  "[[script]]\ncommand = 'despawn'\ntime = 1.2\ngroup = 'leader'\n");
    expect_intervals(battle, {1, 1, 4, 8});
    while (battle.world().time() < 0.4) battle.step().value();
    expect_intervals(battle, {1, 4, 1, 4}); // the group `near` is 80 m away, the group `far` 10 m
    while (battle.world().time() < 0.7) battle.step().value();
    expect_intervals(battle, {1, 1, 1, 4});
    while (battle.world().time() < 1.0) battle.step().value();
    expect_intervals(battle, {1, 8, 1, 4});
    while (battle.world().time() < 1.3) battle.step().value();
    expect_intervals(battle, {0, 8, 4, 8}); // the point from the script remains
}

TEST(ScenarioDetail, OnlyTheFirstAgentsOfALargeGroupAreFollowed) {
    Battle battle =
        battle_of(std::string(armies) + "[[groups]]\nname = 'many'\narchetype = 'leader'\nteam = 'red'\n"
                                        "count = 300\nformation = 'line'\nspacing = 2\n"
                                        "[detail]\ndistances = [5, 5, 5]\npoints = [[90, 90]]\ngroup = 'many'\n");
    for (int i = 0; i < 9; ++i) battle.step().value();
    EXPECT_EQ(update_interval(battle, 4 + 250), 1);
    EXPECT_EQ(update_interval(battle, 4 + 299), 8);
    EXPECT_EQ(update_interval(battle, 3), 4) << "the point's";
}

TEST(ScenarioDetail, MayBeRemovedFromAScenario) {
    const ScenarioResult result =
        parse_scenario(std::string(armies) + "[detail]\npoints = [[0, 0]]\n[[script]]\n"
                                             "command = 'set_update_interval'\ngroup = 'near'\nupdate_interval = 8\n"
                                             "[[script]]\ncommand = 'set_detail'\npoints = [[1, 1]]\n"
                                             "[[script]]\ncommand = 'stand'\ngroup = 'near'\n",
                       "detail.toml");
    ASSERT_EQ(result.errors, Lines{});
    const Scenario full = without_detail(result.scenario);
    EXPECT_FALSE(full.detail);
    ASSERT_EQ(full.script.size(), 1u);
    EXPECT_STREQ(to_string(full.script[0].command), "stand");
    for (const ArchetypeDef& archetype : full.archetypes) EXPECT_EQ(archetype.update_interval, 1);
    Battle battle = battle_of(armies);
    EXPECT_EQ(battle.reload(result.scenario).value().left, (Lines{"script", "detail"}));
}

/// Errors that show only when each field alone is valid. (Errors of single fields: demo/scenarios/bad/detail.toml.)
TEST(ScenarioDetail, ContradictoryDetailIsRefused) {
    const auto errors = [](const std::string& more) {
        return parse_scenario(std::string(armies) + more, "d.toml").errors;
    };
    EXPECT_EQ(errors("[[script]]\ncommand = 'set_update_interval'\nagent = 0\nupdate_interval = 3\n"),
              Lines{"d.toml:36:19: script[0].update_interval: is 3; allowed: 0, 1, 2, 4, 8"});
    EXPECT_EQ(errors("[[script]]\ncommand = 'set_detail'\npoints = [[0, 0]]\n"),
              Lines{"d.toml:33:1: script[0]: needs a table 'detail'"});
    EXPECT_EQ(parse_scenario(test::duel("", "update_interval = 3"), "d.toml").errors,
              Lines{"d.toml:3:1: archetypes.fighter: update_interval: given 3, allowed 1, 2, 4, 8"});
}

} // namespace
} // namespace fray
