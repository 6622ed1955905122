// Scenario files of version 0.1 with the names of this version.
#include "files/renamed_words.h"
#include "fray/scenario.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace fray {
namespace {

constexpr const char* old_file = R"(# staged = true is only a comment
teams = ["permit_patience", 'stick']
seed = 7 # a "patience" in a comment
detail.turns = 300

[archetypes.staged] # the name of an archetype
staged = false
attack_start = 2.0
"effective" = 2.5
circle.patience = 1
circle = { permit_patience = 2, slots = 4 } # as before
circle.class_limits = { patience = 1 }
heal = { flasks = 1, below = 0.3 }
period = 4
layer = 1 # no key of an archetype

[archetypes.staged.slide_back]
time = 0.5

[archetypes]
period = { period = 2, monster = "period" }

[[groups]]
name = """
layer"""
layer = 2
period = 3 # no key of a group

[[script]]
at = 3
do = "stick"
points = [
    [1, 2], # do = "stick"
    [3, 4]
]
health = 5

[[script]]
name = "prefer"
do = 'prefer'
turns = 1 # no key of a command
)";

constexpr const char* new_file = R"(# staged = true is only a comment
teams = ["permit_patience", 'stick']
seed = 7 # a "patience" in a comment
detail.budget = 300

[archetypes.staged] # the name of an archetype
managed = false
engage_range = 2.0
"hit_range" = 2.5
circle.slot_patience = 1
circle = { token_patience = 2, slots = 4 } # as before
circle.class_limits = { patience = 1 }
heal = { charges = 1, below = 0.3 }
update_interval = 4
layer = 1 # no key of an archetype

[archetypes.staged.backstep]
time = 0.5

[archetypes]
period = { update_interval = 2, monster = "period" }

[[groups]]
name = """
layer"""
storey = 2
period = 3 # no key of a group

[[script]]
at = 3
do = "set_move_input"
points = [
    [1, 2], # do = "stick"
    [3, 4]
]
health = 5

[[script]]
name = "prefer"
do = 'set_target_bias'
turns = 1 # no key of a command
)";

/// A scenario of version 0.1 with all keys and commands that have another name now. No key is in quotes.
constexpr const char* every_old_word = R"(
teams = ['red', 'blue']
detail = { points = [[0, 0]], turns = 100 }

[archetypes.fighter]
staged = true
attack_start = 2
effective = 3
period = 2
circle = { patience = 1, permit_patience = 2 }
heal = { flasks = 1 }
slide_back = { time = 0.5 }
attacks = [{ name = 'swing' }]

[[groups]]
name = 'reds'
archetype = 'fighter'
team = 'red'
count = 2
squad = 2
layer = 1

[[groups]]
name = 'blues'
archetype = 'fighter'
team = 'blue'
count = 1
layer = 1

[[script]]
do = 'place'
agent = 0
to = [1, 1]

[[script]]
do = 'health'
agent = 0
health = 1

[[script]]
do = 'capacity'
agent = 0
grid = 4
attack = 4

[[script]]
do = 'close'
agent = 0
slots = [1]

[[script]]
do = 'view'
agent = 0
direction_deg = 90
half_angle_deg = 60

[[script]]
do = 'report'
agent = 0
what = 'hit'

[[script]]
do = 'lead'
agent = 1

[[script]]
do = 'prefer'
agent = 0
metres = 2

[[script]]
do = 'period'
agent = 0
frames = 4

[[script]]
do = 'stick'
group = 'reds'
direction_deg = 90

[[script]]
do = 'move_input'
group = 'reds'
strength = 0

[[script]]
do = 'detail'
points = [[1, 1]]
)";

TEST(Migrate, RenamesKeysAndCommandsAndNothingElse) {
    const Migration migration = migrate_scenario(old_file);
    EXPECT_EQ(migration.text, new_file);
    ASSERT_EQ(migration.changes.size(), 13u);
    EXPECT_EQ(migration.changes.front(), "4: 'turns' is 'budget' now");
    EXPECT_EQ(migration.changes.back(), "40: 'prefer' is 'set_target_bias' now");
}

TEST(Migrate, AFileWithEveryOldWordBecomesValid) {
    EXPECT_FALSE(parse_scenario(every_old_word, "old.toml").ok());
    const Migration migration = migrate_scenario(every_old_word);
    EXPECT_EQ(parse_scenario(migration.text, "new.toml").errors, std::vector<std::string>{});
    std::string changes;
    for (const std::string& change : migration.changes) changes += change + "\n";
    for (const scenario::RenamedWord& word : scenario::renamed_words) {
        const std::string change = ": '" + std::string(word.old_name) + "' is '" + std::string(word.new_name) + "' now";
        EXPECT_NE(changes.find(change), std::string::npos) << change;
    }
    EXPECT_TRUE(migrate_scenario(migration.text).changes.empty());
}

TEST(Migrate, TakesTextThatIsNotToml) {
    for (const std::string text : {"", "'", "\"", "\"\"\"", "'''", "\"\\", "[", "]", "}", "[[a]", "a = {", "a = [", "=",
                                   ",", "\\", "# staged", "a = '''b''''"})
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
