// Scenario files with older names, and with the names of this version.
#include "files/migrate.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace fray {
namespace {

using scenario::RenamedWord, scenario::WordPlace;

constexpr RenamedWord renamed_words[] = {
    {"armed", "managed"},
    {"near", "engage_range"},
    {"far", "hit_range"},
    {"wait", "slot_patience"},
    {"token_wait", "token_patience"},
    {"uses", "charges"},
    {"jump", "backstep"},
    {"interval", "update_interval", WordPlace::archetype},
    {"level", "storey", WordPlace::group},
    {"most", "budget", WordPlace::detail},
    {"walk", "set_move_input", WordPlace::command},
    {"like", "set_target_bias", WordPlace::command},
};

constexpr const char* old_file = R"(# armed = true is only a comment
teams = ["token_wait", 'walk']
seed = 7 # a "wait" in a comment
detail.most = 300

[archetypes.armed] # the name of an archetype
armed = false
near = 2.0
"far" = 2.5
circle.wait = 1
circle = { token_wait = 2, slots = 4 } # as before
circle.class_limits = { wait = 1 }
heal = { uses = 1, below = 0.3 }
interval = 4
level = 1 # no key of an archetype

[archetypes.armed.jump]
time = 0.5

[archetypes]
interval = { interval = 2, monster = "interval" }

[[groups]]
name = """
level"""
level = 2
interval = 3 # no key of a group

[[script]]
at = 3
do = "walk"
points = [
    [1, 2], # do = "walk"
    [3, 4]
]
health = 5

[[script]]
name = "like"
do = 'like'
most = 1 # no key of a command
)";

constexpr const char* new_file = R"(# armed = true is only a comment
teams = ["token_wait", 'walk']
seed = 7 # a "wait" in a comment
detail.budget = 300

[archetypes.armed] # the name of an archetype
managed = false
engage_range = 2.0
"hit_range" = 2.5
circle.slot_patience = 1
circle = { token_patience = 2, slots = 4 } # as before
circle.class_limits = { wait = 1 }
heal = { charges = 1, below = 0.3 }
update_interval = 4
level = 1 # no key of an archetype

[archetypes.armed.backstep]
time = 0.5

[archetypes]
interval = { update_interval = 2, monster = "interval" }

[[groups]]
name = """
level"""
storey = 2
interval = 3 # no key of a group

[[script]]
at = 3
do = "set_move_input"
points = [
    [1, 2], # do = "walk"
    [3, 4]
]
health = 5

[[script]]
name = "like"
do = 'set_target_bias'
most = 1 # no key of a command
)";

TEST(Migrate, RenamesKeysAndCommandsAndNothingElse) {
    const Migration migration = scenario::rename_words(old_file, renamed_words);
    EXPECT_EQ(migration.text, new_file);
    ASSERT_EQ(migration.changes.size(), 13u);
    EXPECT_EQ(migration.changes.front(), "4: 'most' is 'budget' now");
    EXPECT_EQ(migration.changes.back(), "40: 'like' is 'set_target_bias' now");
}

TEST(Migrate, TakesTextThatIsNotToml) {
    for (const std::string text : {"", "'", "\"", "\"\"\"", "'''", "\"\\", "[", "]", "}", "[[a]", "a = {", "a = [", "=",
                                   ",", "\\", "# armed", "a = '''b''''"})
        EXPECT_EQ(scenario::rename_words(text, renamed_words).text, text);
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
