// The schema for editors is printed from the same list of keys that the loader reads.
#include "fray/scenario.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fray {
namespace {

/// Checks that the loader knows every key that the schema has in this table.
void expect_known(const nlohmann::json& schema, const std::string& before, const std::string& place) {
    for (const auto& [key, value] : schema["properties"].items()) {
        // No key accepts this value. Whatever the error is, it must not be "unknown key".
        const ScenarioResult result = parse_scenario(before + key + " = 1979-05-27\n", "key.toml");
        const std::string unknown = place + "unknown key '" + key + "'";
        for (const std::string& error : result.errors) EXPECT_EQ(error.find(unknown), std::string::npos) << error;
    }
}

TEST(Schema, TheLoaderKnowsEveryKeyOfTheSchema) {
    const auto schema = nlohmann::json::parse(scenario_schema());
    const auto& archetype = schema["properties"]["archetypes"]["additionalProperties"];
    const auto& attack = archetype["properties"]["attacks"]["items"];
    expect_known(schema, "", "");
    expect_known(archetype, "[archetypes.a]\n", "archetypes.a: ");
    expect_known(archetype["properties"]["circle"], "[archetypes.a.circle]\n", "archetypes.a.circle: ");
    expect_known(attack, "[[archetypes.a.attacks]]\n", "archetypes.a.attacks[0]: ");
    expect_known(attack["properties"]["cooldown"],
                 "[archetypes.a]\n[[archetypes.a.attacks]]\n[archetypes.a.attacks.cooldown]\n",
                 "archetypes.a.attacks[0].cooldown: ");
    expect_known(schema["properties"]["groups"]["items"], "[[groups]]\n", "groups[0]: ");
    expect_known(schema["properties"]["script"]["items"], "[[script]]\n", "script[0]: ");
    expect_known(schema["properties"]["picture"], "[picture]\n", "picture: ");
}

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
