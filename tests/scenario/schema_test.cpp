// The schema for editors is printed from the same list of keys that the loader reads.
#include "fray/scenario.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fray {
namespace {

/// Limits.HoldForEveryNumberInTheSchema tests that the loader knows every key of the schema.
TEST(Schema, HasEveryKeyThatTheLoaderKnows) {
    // A resolved scenario has every key. Its angles are in radians where files have degrees.
    const ScenarioResult result = load_scenario(FRAY_SCENARIO_DIR "/clash.toml");
    ASSERT_TRUE(result.ok());
    const auto resolved = nlohmann::json::parse(resolved_json(result.scenario));
    const auto schema = nlohmann::json::parse(scenario_schema());
    const auto expect_in = [](const nlohmann::json& object, const nlohmann::json& properties) {
        for (const auto& [key, value] : object.items()) {
            EXPECT_TRUE(properties.contains(key) || properties.contains(key + "_deg")) << key;
        }
    };
    const auto& archetype = resolved["archetypes"]["axeman"];
    const auto& archetype_schema = schema["properties"]["archetypes"]["additionalProperties"]["properties"];
    expect_in(resolved, schema["properties"]);
    expect_in(archetype, archetype_schema);
    expect_in(archetype["circle"], archetype_schema["circle"]["properties"]);
    expect_in(archetype["attacks"][0], archetype_schema["attacks"]["items"]["properties"]);
    expect_in(resolved["groups"][0], schema["properties"]["groups"]["items"]["properties"]);
    expect_in(resolved["picture"], schema["properties"]["picture"]["properties"]);
}

} // namespace
} // namespace fray
