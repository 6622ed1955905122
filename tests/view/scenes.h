// Battles for tests of the viewer.
#pragma once

#include "battle/example_states.h"
#include "fray/battle.h"
#include "fray/jobs.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace fray::test {

inline std::vector<std::string> shipped_scenarios() {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(FRAY_SCENARIO_DIR))
        if (entry.path().extension() == ".toml") files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    return files;
}

inline std::string shipped(const std::string& name) { return std::string(FRAY_SCENARIO_DIR) + "/" + name + ".toml"; }

inline JobSystem& serial_jobs() {
    static const std::unique_ptr<JobSystem> jobs = make_serial_jobs();
    return *jobs;
}

inline Battle battle_of(const Scenario& scenario, int64_t agents = 0) {
    BattleOptions options;
    options.agents = agents;
    options.world.jobs = &serial_jobs();
    options.world.records_wait_reasons = true;
    for (const ArchetypeDef& archetype : scenario.archetypes)
        if (!archetype.states.empty()) options.prepare = demo::add_example_states;
    return Battle::create(scenario, options).value();
}

/// Makes steps of a battle that must not fail.
inline void steps(Battle& battle, int count) {
    for (int i = 0; i < count; ++i) battle.step().value();
}

inline Scenario read(const std::string& path) {
    ScenarioResult result = load_scenario(path);
    EXPECT_EQ(result.errors, std::vector<std::string>{});
    return std::move(result.scenario);
}

/// A player in the middle and three agents that fight it.
inline std::string brawl_text() {
    return R"(# A brawl.
name = "brawl"
teams = ["player", "enemies"]

[archetypes.player]      # the agent to steer
autonomous = false
health = 1000            # a lot
circle = { grid_capacity = 4, attack_capacity = 6 }  # narrow
attacks = [{ name = "kick", damage = 30 }]

[archetypes.thug]
health = 50.0
attacks = [
    { name = "jab", weight = 2, damage = 3, range = [0, 2.2], windup = 0.3 }, # quick
    { name = "club", weight = 4, damage = 9.5 },
]

[[groups]]
name = "player"
archetype = "player"
team = "player"
count = 1

[[groups]]
name = "thugs"
archetype = "thug"
team = "enemies"
count = 3
at = [6, 0]
facing_deg = 180
)";
}

inline Scenario brawl() {
    ScenarioResult result = parse_scenario(brawl_text(), "brawl.toml");
    EXPECT_EQ(result.errors, std::vector<std::string>{});
    return std::move(result.scenario);
}

} // namespace fray::test
