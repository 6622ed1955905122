// Every number of a scenario file that has limits in the schema. The limits themselves are accepted, and values beyond
// them by the smallest representable step are refused.
#include "fray/scenario.h"

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <functional>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fray {
namespace {

using Json = nlohmann::json;

/// A scenario with every table of the schema, and commands that together take every argument. Relations between two
/// keys do not hide a limit, except where this is unavoidable: approach_radius, max_distance, alert and hit_range must
/// exceed another key.
const char* const every_table = R"(
teams = ['red', 'blue']
picture = { width = 1 }
ground = { rows = ['....', '....'], cell = 1 }
detail = { beyond = [1, 2, 3], group = 'reds' }
[monsters.ogre]
summon_depth = 1
state_1 = { action = [5, 20], patrol = [1, 1], conds = { blood = [['<', 0.5, 'act_1', 1, 50]], time = [['=', 1, 'act_1']] } }
act_1 = { cd = [['swing', 1]], callmonster = [['fighter', 'ogre', 1, true]] }
[archetypes.fighter]
walk_speed = 0
run_speed = 100
engage_range = 1
circle = { class_limits = { heavy = 1 } }
reactions = {}
timers = {}
backstep = {}
heal = {}
phases = [{ below = 0.5, reactions = {}, walk_speed = 0, run_speed = 100 }]
states = [{ name = 'flee' }]
attacks = [{ name = 'swing', class = 'heavy', windup = 0, duration = 3600, cooldown = { agent = 1 } }]
[[groups]]
name = 'reds'
archetype = 'fighter'
team = 'red'
count = 1
parts = 64
following = { max_distance = 16384 }
[[groups]]
name = 'blues'
archetype = 'fighter'
team = 'blue'
share = 1
[[script]]
do = 'path'
group = 'reds'
points = [[0, 0]]
speed = 1
[[script]]
do = 'evade'
group = 'reds'
radius = 1
turn_every = 1
roll_every = 0
roll = 1
roll_time = 1
until = 1
[[script]]
do = 'damage'
agent = 0
amount = 1
[[script]]
do = 'set_health'
agent = 0
health = 1
[[script]]
do = 'set_capacity'
agent = 0
grid = 1
attack = 1
[[script]]
do = 'set_closed_slots'
agent = 0
slots = [1]
[[script]]
do = 'set_view'
agent = 0
direction_deg = 0
half_angle_deg = 1
[[script]]
do = 'set_move_input'
agent = 0
direction_deg = 0
strength = 1
[[script]]
do = 'set_target_bias'
agent = 0
metres = 1
[[script]]
do = 'set_update_interval'
agent = 0
frames = 1
[[script]]
do = 'attack'
agent = 0
target = 1
[[script]]
do = 'escort'
agent = 0
target = 1
[[script]]
do = 'go'
agent = 0
to = [0, 0]
as_squads = true
files = 1
[[script]]
do = 'teleport'
agent = 0
to = [0, 0]
facing_deg = 0
[[script]]
do = 'set_speed_factor'
agent = 0
factor = 1
[[script]]
do = 'set_radius'
agent = 0
body_radius = 1
[[script]]
do = 'push'
agent = 0
seconds = 1
displacement = [0, 0]
[[script]]
do = 'add_threat'
agent = 0
threat = 1
by = 1
[[script]]
do = 'set_storey'
agent = 0
storey = 1
[[script]]
do = 'set_team'
agent = 0
team = 'red'
[[script]]
do = 'set_link'
link = 0
open = true
[[links]]
from = [0, 0]
to = [0, 0]
from_storey = 0
to_storey = 1
radius = 1
capacity = 1
interval = 1
cost = 1
)";

std::vector<std::string> errors_with(const std::string& key, const std::string& value) {
    return parse_scenario(every_table, "limits.toml", {key + "=" + value}, false).errors;
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
        const double least = schema[open ? "exclusiveMinimum" : "minimum"];
        if (open) {
            // No number but 0 is nearer to 0 than 1e-9; an angle in radians.
            expect(key, name, low(in_text(least == 0.0 ? 1e-6f : next(least, HUGE_VALF))), true);
            expect(key, name, low(in_text(static_cast<float>(least))), false);
        } else {
            expect(key, name, low(whole ? in_text(schema["minimum"].get<int64_t>()) : Json(least).dump()), true);
            expect(key, name,
                   low(whole ? in_text(schema["minimum"].get<int64_t>() - 1) : in_text(next(least, -HUGE_VALF))),
                   false);
        }
        if (!schema.contains("maximum")) return;
        const double greatest = schema["maximum"];
        expect(key, name, high(whole ? in_text(schema["maximum"].get<int64_t>()) : Json(greatest).dump()), true);
        expect(key, name,
               high(whole ? in_text(schema["maximum"].get<int64_t>() + 1) : in_text(next(greatest, HUGE_VALF))), false);
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
    static float next(double limit, float towards) { return std::nextafter(static_cast<float>(limit), towards); }

    static std::string in_text(float value) {
        char buffer[64];
        std::snprintf(buffer, sizeof buffer, "%.9e", static_cast<double>(value));
        return buffer;
    }
    static std::string in_text(int64_t value) { return std::to_string(value); }

    /// A value for the other elements of a list: in order, and within the limits.
    static std::string filler(const Json& items, size_t i, size_t place, size_t count) {
        if (!items.contains("maximum")) return std::to_string(place == 0 ? i : i + 1);
        if (items["type"] == "integer") return "1";
        const Json& edge = items[place == 0 ? "maximum" : "minimum"];
        return place == 0 || i + 1 < count ? edge.dump() : "1";
    }

    void look(const std::string& key, const std::string& name, const Json& schema) {
        if (key == "script") {
            walk_commands(schema["items"]);
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
            std::string place;
            for (size_t i = 0; i < 21 && place.empty(); ++i) {
                const std::string key = "script." + std::to_string(i) + "." + name;
                bool takes = true;
                for (const std::string& error : errors_with(key, "''"))
                    takes = takes && error.find("is not for") == std::string::npos;
                if (takes) place = key;
            }
            look(place, name, inner);
        }
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

/// The walk through the schema leaves out monster tables. Their limits are listed here.
TEST_F(Limits, HoldForTheRowsOfMonsterTables) {
    const Json share = {{"type", "number"}, {"minimum", 0}, {"maximum", 1}};
    const auto numbers = [](double least, double greatest) {
        return Json{{"type", "number"}, {"minimum", least}, {"maximum", greatest}};
    };
    const auto wholes = [](int64_t least, int64_t greatest) {
        return Json{{"type", "integer"}, {"minimum", least}, {"maximum", greatest}};
    };
    const auto row = [&](const std::string& key, const std::string& name, const Json& schema, const std::string& before,
                         const std::string& after) {
        const Written written = [&](const std::string& value) { return before + value + after; };
        number("monsters.ogre." + key, name, schema, written, written);
    };
    const Json more_than_0 = {{"type", "number"}, {"exclusiveMinimum", 0}};
    row("state_1.action", "action", more_than_0, "[", ", 20]");
    row("state_1.action", "action", more_than_0, "[5, ", "]");
    row("state_1.patrol", "patrol", numbers(0, 16384), "[", ", 1]");
    row("state_1.patrol", "patrol", wholes(-1, 1'000'000'000), "[1, ", "]");
    row("state_1.conds.blood", "blood", share, "[['<', ", ", 'act_1']]");
    row("state_1.conds.blood", "blood", numbers(0.001, 86400), "[['<', 0.5, 'act_1', ", ", -1]]");
    row("state_1.conds.blood", "blood", share, "[{ below = ", ", act = 'act_1' }]");
    row("state_1.conds.blood", "blood", numbers(0.001, 86400), "[{ above = 0.5, act = 'act_1', duration = ", " }]");
    row("state_1.conds.time", "time", wholes(1, 86400), "[['=', ", ", 'act_1']]");
    row("state_1.conds.time", "time", wholes(-1, 100), "[['=', 1, 'act_1', 1, ", "]]");
    row("state_1.conds.time", "time", wholes(1, 86400), "[{ every = ", ", act = 'act_1' }]");
    row("state_1.conds.time", "time", wholes(-1, 100), "[{ equals = 1, act = 'act_1', chance = ", " }]");
    row("act_1.cd", "cd", numbers(0, 3600), "[['swing', ", "]]");
    row("act_1.callmonster", "callmonster", wholes(1, 1000), "[['fighter', 'ogre', ", "]]");
}

TEST_F(Limits, ArePrintedAsDocumented) {
    EXPECT_EQ(errors_with("archetypes.fighter.mass", "0.0099999")[0],
              "--set archetypes.fighter.mass=0.0099999: archetypes.fighter.mass: is 0.0099999; "
              "allowed: 0.01 to 1000000");
}

} // namespace
} // namespace fray
