// Scenario files with names of before (engine/docs/changes.md, section Renames).
#include "fray/scenario.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace fray {
namespace {

constexpr const char* old_file = R"(# brain = true is only a comment
teams = ["rest", 'go']
seed = 7 # a "rest" in a comment
detail.beyond = [10, 20, 30]

[archetypes.brain] # the name of an archetype
brain = false
alert = 2.0
"stagger" = 2.5
circle.rest = 1
circle = { hold_limit = 2, slots = 4 } # as before
circle.class_limits = { rest = 1 }
heal = { charges = 1, below = 0.3 }
attacks = [{ name = "class", class = "rest" }, { clear_line = true }]
motion = "fray"
monster = "fray"
bow = 1 # no key of an archetype

[archetypes.brain.backstep]
time = 0.5

[archetypes]
rest = { sight = 2, monster = "rest" }

[monsters.1.state_1]
act = "stand"
conds.blood = [{ below = 0.5, act = "act_1" }]

[monsters.1.act_1]
callmonster = [["a", "1", 5, 1]]

[[groups]]
name = """
squad"""
squad = 2
following = { follow = 3, morale = { on = true } }
brain = 3 # no key of a group

[[script]]
at = 3
do = "go"
points = [
    [1, 2], # do = "go"
    [3, 4]
]
roll_turn_deg = 5
attack = 5

[[script]]
name = "retreat"
do = 'retreat' # as ever
attack = "sword"
beyond = 1 # no key of a command
)";

constexpr const char* new_file = R"(# brain = true is only a comment
teams = ["rest", 'go']
seed = 7 # a "rest" in a comment
detail.distances = [10, 20, 30]

[archetypes.brain] # the name of an archetype
autonomous = false
alert_radius = 2.0
"stagger_time" = 2.5
circle.rest_time = 1
circle = { token_wait_timeout = 2, slots = 4 } # as before
circle.class_limits = { rest = 1 }
heal = { charges = 1, health_threshold = 0.3 }
attacks = [{ name = "class", attack_class = "rest" }, { needs_clear_line = true }]
motion = "simulated"
monster = "fray"
bow = 1 # no key of an archetype

[archetypes.brain.backstep]
duration = 0.5

[archetypes]
rest = { sight_radius = 2, monster = "rest" }

[monsters.1.state_1]
pose = "stand"
conditions.on_health = [{ below = 0.5, act = "act_1" }]

[monsters.1.act_1]
summons = [["a", "1", 5, 1]]

[[groups]]
name = """
squad"""
squad_size = 2
squad_settings = { follow_distance = 3, morale = { enabled = true } }
brain = 3 # no key of a group

[[script]]
time = 3
command = "move"
points = [
    [1, 2], # do = "go"
    [3, 4]
]
roll_angle_deg = 5
attack_capacity = 5

[[script]]
name = "retreat"
command = 'move'
run = true # as ever
attack = "sword"
beyond = 1 # no key of a command
)";

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
