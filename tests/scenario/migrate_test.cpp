// Scenario files with names of before (engine/docs/changes.md, section Renames).
#include "fray/scenario.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <sstream>
#include <string>

namespace fray {
namespace {

/// A scenario with names of before and of now: <old|new>.
const char* const both = R"(# brain = true is only a comment
teams = ["rest", 'go']
seed = 7 # a "rest" in a comment
<detail.beyond|detail.distances> = [10, 20, 30]

[archetypes.brain] # the name of an archetype
<brain|autonomous> = false
<alert|alert_radius> = 2.0
"<stagger|stagger_time>" = 2.5
<circle.rest|circle.rest_time> = 1
circle = { <hold_limit|token_wait_timeout> = 2, slots = 4 } # as before
circle.class_limits = { rest = 1 }
heal = { charges = 1, <below|health_threshold> = 0.3 }
attacks = [{ name = "class", <class|attack_class> = "rest" }, { <clear_line|needs_clear_line> = true }]
motion = "<fray|simulated>"
monster = "fray"
bow = 1 # no key of an archetype

[archetypes.brain.backstep]
<time|duration> = 0.5

[archetypes]
rest = { <sight|sight_radius> = 2, monster = "rest" }

[monsters.1.state_1]
<act|pose> = "stand"
<conds.blood|conditions.on_health> = [{ below = 0.5, act = "act_1" }]

[monsters.1.act_1]
<callmonster|summons> = [["a", "1", 5, 1]]

[[groups]]
name = """
squad"""
<squad|squad_size> = 2
<following|squad_settings> = { <follow|follow_distance> = 3, morale = { <on|enabled> = true } }
brain = 3 # no key of a group

[[script]]
<at|time> = 3
<do|command> = "<go|move>"
points = [
    [1, 2], # do = "go"
    [3, 4]
]
<roll_turn_deg|roll_angle_deg> = 5
<attack|attack_capacity> = 5

[[script]]
name = "retreat"
<do|command> = '<retreat|move>'<|
run = true> # as ever
attack = "sword"
beyond = 1 # no key of a command
)";

std::string with_names(const std::string& side) {
    return std::regex_replace(both, std::regex(R"(<([^|]*)\|([^>]*)>)"), side);
}
const std::string old_file = with_names("$1"), new_file = with_names("$2");

TEST(Migrate, RenamesKeysAndWordsAndNothingElse) {
    const Migration migration = migrate_scenario(old_file);
    EXPECT_EQ(migration.text, new_file);
    ASSERT_FALSE(migration.changes.empty());
    EXPECT_EQ(migration.changes.front(), "4: 'beyond' is 'distances' now");
    EXPECT_EQ(migration.changes.back(), "51: 'retreat' is 'move, run = true' now");
}

TEST(Migrate, AScenarioThatHasItsNewNamesStays) {
    EXPECT_EQ(migrate_scenario(new_file).text, new_file);
    EXPECT_TRUE(migrate_scenario(new_file).changes.empty());
}

TEST(Migrate, ACommandInALineGetsItsFlagInTheSameLine) {
    EXPECT_EQ(migrate_scenario("script = [{ do = \"retreat\", at = 1 }]").text,
              "script = [{ command = \"move\", run = true, time = 1 }]");
}

TEST(Migrate, TakesTextThatIsNotToml) {
    for (const std::string text :
         {"",      "'", "\"", "\"\"\"", "'''",      "\"\\",         "[",      "]",  "}", "[[a]", "a = {",
          "a = [", "=", ",",  "\\",     "# staged", "a = '''b''''", "script", "do", ".", "*"})
        EXPECT_EQ(migrate_scenario(text).text, text);
}

TEST(Migrate, LeavesScenariosOfThisVersionAlone) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(FRAY_SCENARIO_DIR)) {
        if (entry.path().extension() != ".toml") continue;
        std::ostringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        const Migration migration = migrate_scenario(text.str());
        EXPECT_EQ(migration.text, text.str()) << entry.path();
        EXPECT_TRUE(migration.changes.empty()) << entry.path();
    }
}

} // namespace
} // namespace fray
