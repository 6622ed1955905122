// Scenario files of version 0.1 with the names of this version.
#include "fray/scenario.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace fray {
namespace {

constexpr const char* old_file = R"(# staged = true is only a comment
teams = ["permit", 'stick']
seed = 7 # a "patience" in a comment

[archetypes.staged] # the name of an archetype
staged = false
attack_start = 2.0
"effective" = 2.5
circle.patience = 1
circle = { permit_patience = 2, slots = 4 } # as before
heal = { flasks = 1, below = 0.3 }

[archetypes.staged.slide_back]
time = 0.5

[[script]]
at = 3
do = "stick"
points = [
    [1, 2],
    [3, 4]
]

[[script]]
name = "prefer"
do = 'prefer'
)";

constexpr const char* new_file = R"(# staged = true is only a comment
teams = ["permit", 'stick']
seed = 7 # a "patience" in a comment

[archetypes.staged] # the name of an archetype
managed = false
engage_range = 2.0
"hit_range" = 2.5
circle.slot_patience = 1
circle = { token_patience = 2, slots = 4 } # as before
heal = { charges = 1, below = 0.3 }

[archetypes.staged.backstep]
time = 0.5

[[script]]
at = 3
do = "move_input"
points = [
    [1, 2],
    [3, 4]
]

[[script]]
name = "prefer"
do = 'set_target_bias'
)";

TEST(Migrate, RenamesKeysAndNothingElse) {
    const Migration migration = migrate_scenario(old_file);
    EXPECT_EQ(migration.text, new_file);
    ASSERT_EQ(migration.changes.size(), 9u);
    EXPECT_EQ(migration.changes.front(), "6: 'staged' is 'managed' now");
    EXPECT_EQ(migration.changes.back(), "26: 'prefer' is 'set_target_bias' now");
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
