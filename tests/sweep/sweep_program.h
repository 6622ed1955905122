// Runs `fray sweep` as a process, with scenarios of known outcome.
#pragma once

#include "scenario/program_folder.h"

#include <nlohmann/json.hpp>
#include <string>

namespace fray::test {

class SweepProgram : public ProgramFolder {
protected:
    nlohmann::json json(const std::string& name) const { return nlohmann::json::parse(text(name), nullptr, false); }
    bool there(const std::string& name) const { return std::filesystem::exists(file(name)); }
    /// The number of files in the folder.
    size_t files() const { return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(dir_), {})); }
    /// Runs a sweep, expects exit code 0, and returns the JSON that it wrote.
    nlohmann::json sweep(const std::string& arguments) const {
        const Answer answer = fray("sweep " + arguments + " --quiet --json " + file("sweep.json"));
        EXPECT_EQ(answer.code, 0) << arguments << "\n" << answer.text;
        return json("sweep.json");
    }
};

/// A player that stands, and an enemy that attacks from its slot, where it stands from the beginning. On average every
/// third hit is deadly.
inline const std::string one_enemy = R"(
name = "one-enemy"
duration = 100
teams = ["player", "enemies"]

[archetypes.player]
autonomous = false
motion = "host"
health = "unlimited"

[archetypes.enemy]
release_policy = "attack"
engage_range = 9
hit_range = 9
alert_radius = 12
attacks = [
    { name = "swing", weight = 1, damage = 3, range = [0, 8], windup = 0.4, duration = 1, recovery = 0.6, score = 2 },
    { name = "death", weight = 1, damage = 1000, range = [0, 8], windup = 0.4, duration = 1, recovery = 0.6, score = 1 },
]

[[groups]]
name = "player"
archetype = "player"
team = "player"
count = 1

[[groups]]
name = "enemy"
archetype = "enemy"
team = "enemies"
count = 1
at = [4, 0]
)";

/// Two equal agents fight each other, so only chance decides. They stand within each other's reach. An attack takes
/// between a third of a second and two seconds.
inline const std::string duel = R"(
name = "duel"
duration = 300
teams = ["left", "right"]

[archetypes.fighter]
health = 40
release_policy = "attack"
engage_range = 9
hit_range = 9
alert_radius = 12
attack_choice = "random"
attacks = [
    { name = "light", weight = 1, damage = 3, range = [0, 8], windup = 0.2, duration = 0.5, recovery = 0.5 },
    { name = "heavy", weight = 1, damage = 9, range = [0, 8], windup = 0.4, duration = 0.9, recovery = 0.8 },
]

[[groups]]
name = "left"
archetype = "fighter"
team = "left"
count = 1
at = [-2, 0]

[[groups]]
name = "right"
archetype = "fighter"
team = "right"
count = 1
at = [2, 0]
facing_deg = 180
)";

} // namespace fray::test
