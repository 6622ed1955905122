// Prints a scenario as JSON with every default filled in.
#include "files/fields.h"
#include "files/monster_reader.h"
#include "files/words.h"

#include <cmath>
#include <concepts>
#include <nlohmann/json.hpp>

namespace fray {
namespace scenario {
namespace {

using Json = nlohmann::ordered_json;

/// `x` as a double that is printed with the digits of the float, for example 0.4f as 0.4.
Json short_number(float x) { return std::stod(to_text(x)); }
Json short_number(double x) { return x; }

Json point_json(Vec2 p) { return Json::array({short_number(p.x), short_number(p.y)}); }

class Writer : public FieldVisitor {
public:
    Json json = Json::object();

    explicit Writer(const Scenario& scenario) : scenario_(scenario) {}

    template <class T> void operator()(const char* key, const FieldRange&, const char*, T& value) { put(key, value); }
    template <class T> void operator()(const char* key, const char*, T& value) { put(key, value); }
    void reference(const char* key, Names, const char*, const std::string& value) { json[key] = value; }
    void reference(const char* key, Names names, const char*, std::unsigned_integral auto index) {
        json[key] = names == Names::team ? scenario_.teams[index] : scenario_.archetypes[index].name;
    }
    void table(const char* key, const std::vector<std::string>& values, int, const char*) { json[key] = values; }
    void table(const char* key, const std::vector<std::pair<std::string, std::string>>& values, int, const char*) {
        json[key] = Json::array();
        for (const auto& [a, b] : values) json[key].push_back(Json::array({a, b}));
    }
    template <class D> void preset(const char*, const D&, const char*) {}
    void switches(const ArchetypeDef&) {}
    void table(const char* key, std::vector<ArchetypeDef>& values, int, const char*) {
        json[key] = Json::object();
        for (ArchetypeDef& value : values) {
            json[key][value.name] = json_of(value);
        }
    }

    void table(const char* key, const std::vector<MonsterDef>& values, int, const char*) {
        json[key] = Json::object();
        for (const MonsterDef& value : values) json[key][value.name] = monster_json(value);
    }

    void one_of(std::initializer_list<const char*>) {}
    void command(const ScriptCommand& command) { json["command"] = to_string(command); }
    /// Removes the key that names no agents.
    void arguments(const CommandDef& command) {
        if (command.agent < 0) json.erase("agent");
        if (command.group.empty() && !std::holds_alternative<ScriptSpawn>(command.command)) json.erase("group");
    }

private:
    /// Writes a value, unless it is optional and was not given.
    template <class T> void put(const char* key, T& value) {
        if constexpr (requires { value.has_value(); }) {
            if (value) put(key, *value);
        } else if constexpr (std::is_same_v<T, ScriptAgent>) {
            if (value.number >= 0) json[key] = value.number;
            if (!value.group.empty()) json[std::string(key) + "_group"] = value.group;
        } else {
            json[key] = json_of(value);
        }
    }
    template <class T> Json json_of(T& value) const {
        if constexpr (std::is_enum_v<T>) {
            return to_string(value);
        } else if constexpr (std::is_floating_point_v<T>) {
            return std::isinf(value) ? Json("unlimited") : short_number(value);
        } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
            return value;
        } else if constexpr (std::is_same_v<T, Vec2>) {
            return point_json(value);
        } else if constexpr (std::is_same_v<T, ReactionWeights>) {
            return Json::array({value.stay, value.combat, value.heal});
        } else if constexpr (std::is_same_v<T, std::vector<ClassLimit>>) {
            Json limits = Json::object();
            for (const ClassLimit& limit : value) limits[limit.attack_class] = limit.max_tokens;
            return limits;
        } else if constexpr (std::is_same_v<T, std::vector<DamageFactor>>) {
            Json factors = Json::object();
            for (const DamageFactor& each : value) factors[each.damage_class] = short_number(each.factor);
            return factors;
        } else if constexpr (requires { value.begin(); }) {
            Json list = Json::array();
            for (auto& entry : value) list.push_back(json_of(entry));
            return list;
        } else {
            Writer inner(scenario_);
            describe_keys(inner, value);
            return std::move(inner.json);
        }
    }

    const Scenario& scenario_;
};

} // namespace
} // namespace scenario

std::string resolved_json(const Scenario& given) {
    Scenario scenario = given;
    // Without the key `hostile` every team is hostile to all others. Then all pairs of teams are printed.
    if (scenario.hostile.empty()) {
        for (size_t a = 0; a < scenario.teams.size(); ++a) {
            for (size_t b = a + 1; b < scenario.teams.size(); ++b) {
                scenario.hostile.emplace_back(scenario.teams[a], scenario.teams[b]);
            }
        }
    }
    scenario::Writer writer(scenario);
    scenario::describe_keys(writer, scenario);
    return writer.json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace fray
