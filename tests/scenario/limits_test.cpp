// Every key of the schema is known to the loader. Of every number of a scenario file that has limits in the schema, the
// limits themselves are accepted, and values beyond them by the smallest representable step are refused.
#include "fray/scenario.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fray {
namespace {

using Json = nlohmann::json;

/// A scenario with every table of the schema. Relations between two
/// keys do not hide a limit, except where this is unavoidable: approach_radius, max_distance, alert and hit_range must
/// exceed another key.
const char* const every_table = R"(
teams = ['red', 'blue']
picture = { width = 1 }
ground = { rows = ['....', '....'], cell_size = 1 }
detail = { distances = [1, 2, 3], group = 'reds' }
[monsters.ogre]
summon_depth = 1
state_1 = { action_distances = [5, 20], patrol = [1, 1], conditions = { on_health = [['<', 0.5, 'act_1', 1, 50]], on_time = [['=', 1, 'act_1']] } }
act_1 = { cooldowns = [['swing', 1]], summons = [['fighter', 'ogre', 1, true]] }
[archetypes.fighter]
walk_speed = 0
run_speed = 100
engage_range = 1
damage_factors = { heavy = 1 }
circle = { class_limits = { heavy = 1 } }
reactions = {}
timers = {}
backstep = {}
heal = {}
phases = [{ health_threshold = 0.5, reactions = {}, walk_speed = 0, run_speed = 100 }]
states = [{ name = 'flee' }]
attacks = [{ name = 'swing', attack_class = 'heavy', windup = 0, duration = 3600, cooldown = { agent = 1 } }]
[[groups]]
name = 'reds'
archetype = 'fighter'
team = 'red'
count = 1
parts = 64
squad_settings = { max_leader_distance = 16384 }
[[groups]]
name = 'blues'
archetype = 'fighter'
team = 'blue'
share = 1
[[script]]
command = 'stand'
agent = 0
[[nav_links]]
from = [0, 0]
to = [0, 0]
from_floor = 0
to_floor = 1
radius = 1
capacity = 1
departure_interval = 1
cost = 1
)";

std::string word_of_command = "stand";

std::vector<std::string> errors_with(const std::string& key, const std::string& value) {
    return parse_scenario(every_table, "limits.toml", {"script.0.command=" + word_of_command, key + "=" + value}, false)
        .errors;
}

/// The error about the limits of this key, or nothing. Errors about relations to other keys do not count.
std::string complaint(const std::string& key, const std::string& name, const std::string& value) {
    for (const std::string& error : errors_with(key, value)) {
        const bool names = error.find(name + ": ") != std::string::npos || error.find(name + "[") != std::string::npos;
        const bool relation = error.back() == ')' && (error.find("; allowed: more than ") != std::string::npos ||
                                                      error.find("; allowed: at least ") != std::string::npos);
        if (names && !relation && error.find("allowed") != std::string::npos) return error;
    }
    return {};
}

/// Writes a value as a key takes it: alone, or as an element of a list.
using Written = std::function<std::string(const std::string&)>;

class Limits : public testing::Test {
protected:
    void number(const std::string& key, const std::string& name, const Json& schema, const Written& low,
                const Written& high) {
        ++seen_;
        const bool whole = schema["type"] == "integer", open = schema.contains("exclusiveMinimum");
        const Json& least = schema[open ? "exclusiveMinimum" : "minimum"];
        expect(key, name, low(least.dump()), !open);
        // No number but 0 is nearer to 0 than 1e-9; an angle in radians.
        expect(key, name, low(open && least == 0.0 ? "1e-6" : beside(least, whole, open ? 1 : -1)), open);
        if (!schema.contains("maximum")) return;
        expect(key, name, high(schema["maximum"].dump()), true);
        expect(key, name, high(beside(schema["maximum"], whole, 1)), false);
    }

    void list(const std::string& key, const std::string& name, const Json& schema) {
        const Json& items = schema["items"];
        const size_t count = schema.value("maxItems", size_t{1});
        const auto in_list = [&](const std::string& value, size_t place) {
            std::string list;
            for (size_t i = 0; i < count; ++i)
                list += (i == 0 ? "[" : ", ") + (i == place ? value : filler(items, i, place, count));
            return list + "]";
        };
        number(
            key, name, items, [&](const std::string& value) { return in_list(value, 0); },
            [&](const std::string& value) { return in_list(value, count - 1); });
    }

    void walk(const std::string& place, const Json& schema) {
        const Json properties = schema.value("properties", Json::object());
        for (const auto& [name, inner] : properties.items())
            look(place + (place.empty() ? "" : ".") + name, name, inner);
        if (schema.contains("additionalProperties") && schema["additionalProperties"].is_object()) {
            const std::string named = place == "archetypes" ? "fighter" : place == "monsters" ? "ogre" : "heavy";
            look(place + "." + named, named, schema["additionalProperties"]);
        }
    }

    size_t seen_ = 0;

private:
    /// The whole number, or the float, beside a limit: above (1), or below (-1).
    static std::string beside(const Json& limit, bool whole, int side) {
        if (whole) return std::to_string(limit.get<int64_t>() + side);
        char buffer[64];
        const float next = std::nextafter(limit.get<float>(), static_cast<float>(side) * HUGE_VALF);
        std::snprintf(buffer, sizeof buffer, "%.9e", static_cast<double>(next));
        return buffer;
    }

    /// A value for the other elements of a list: in order, and within the limits.
    static std::string filler(const Json& items, size_t i, size_t place, size_t count) {
        if (!items.contains("maximum")) return std::to_string(place == 0 ? i : i + 1);
        if (items["type"] == "integer") return "1";
        const Json& edge = items[place == 0 ? "maximum" : "minimum"];
        return place == 0 || i + 1 < count ? edge.dump() : "1";
    }

    void look(const std::string& key, const std::string& name, const Json& schema) {
        for (const std::string& error : errors_with(key, "1979-05-27")) // no key accepts this value
            EXPECT_EQ(error.find("unknown key"), std::string::npos) << error;
        if (key == "script") {
            walk_commands(schema["items"]);
        } else if (schema.contains("anyOf")) { // the first is that of the first command
            look(key, name, schema["anyOf"][0]);
        } else if (schema.contains("oneOf") && schema["oneOf"][0].contains("type")) {
            look(key, name, schema["oneOf"][0]);
        } else if (is(schema, "object")) {
            walk(key, schema);
        } else if (is(schema, "array") && is(schema["items"], "object")) {
            walk(key + ".0", schema["items"]);
        } else if (is(schema, "array") && has_limits(schema["items"])) {
            list(key, name, schema);
        } else if (has_limits(schema)) {
            number(key, name, schema, as_it_is, as_it_is);
        }
    }

    static bool is(const Json& schema, const char* type) { return schema.contains("type") && schema["type"] == type; }

    static bool has_limits(const Json& schema) {
        return schema.contains("minimum") || schema.contains("exclusiveMinimum");
    }

    /// Checks each key in the first command that accepts it.
    void walk_commands(const Json& schema) {
        for (const auto& [name, inner] : schema["properties"].items()) {
            const std::string key = "script.0." + name;
            for (const Json& word : schema["properties"]["command"]["enum"]) {
                word_of_command = word;
                const std::vector<std::string> errors = errors_with(key, "''");
                const auto refused = [&name = name](const std::string& error) {
                    return error.find(name + ": is not for") != std::string::npos;
                };
                if (std::ranges::none_of(errors, refused)) break;
            }
            look(key, name, inner);
        }
        word_of_command = "stand";
    }

    static void expect(const std::string& key, const std::string& name, const std::string& value, bool taken) {
        const std::string said = complaint(key, name, value);
        EXPECT_EQ(said.empty(), taken) << key << " = " << value << ": " << said;
    }

    const Written as_it_is = [](const std::string& value) { return value; };
};

TEST_F(Limits, TheScenarioIsValidWithoutChanges) {
    for (const std::string& error : parse_scenario(every_table, "limits.toml", {"agents=2"}, false).errors)
        EXPECT_NE(error.find("has motion 'fray'"), std::string::npos) << error;
}

TEST_F(Limits, HoldForEveryNumberInTheSchema) {
    walk("", Json::parse(scenario_schema()));
    EXPECT_GE(seen_, 116u);
}

} // namespace
} // namespace fray
