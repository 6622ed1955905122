// A scenario as JSON with every default filled in.
#include "fields.h"
#include "monster_reader.h"
#include "script_commands.h"
#include "words.h"

#include <nlohmann/json.hpp>

namespace fray {
namespace scenario {
namespace {

using Json = nlohmann::ordered_json;

/// The number that the shortest decimal of `x` stands for, so that 0.4f is printed as 0.4.
Json short_number(float x) { return std::stod(to_text(x)); }
Json short_number(double x) { return x; }

Json point_json(Vec2 p) { return Json::array({short_number(p.x), short_number(p.y)}); }

class Writer {
public:
    Json json = Json::object();

    void flag(const char* key, bool value, const char*) { json[key] = value; }
    template <class T> void number(const char* key, T value, const Range&, const char*) {
        json[key] = short_number(value);
    }
    void number_or_unlimited(const char* key, float value, const Range&, const char*) {
        json[key] = value == unlimited_health ? Json("unlimited") : short_number(value);
    }
    template <class T> void whole(const char* key, T value, const Range&, const char*) { json[key] = value; }
    void text(const char* key, const std::string& value, const char*) { json[key] = value; }
    template <class E>
    void word(const char* key, E value, std::initializer_list<E>, std::initializer_list<const char*>, const char*) {
        json[key] = to_string(value);
    }
    template <class T, size_t n>
    void numbers(const char* key, const std::array<T, n>& values, const Range&, Sorted, const char*) {
        json[key] = Json::array();
        for (const T value : values) json[key].push_back(short_number(value));
    }
    void angle(const char* key, float value, const Range&, const char*) { json[key] = short_number(value); }
    void angle_within(const char* key, float value, const Range&, const char*) { json[key] = short_number(value); }
    void angles(const char* key, const std::array<float, 2>& values, const Range& range, const char* doc) {
        numbers(key, values, range, Sorted::not_descending, doc);
    }
    void point(const char* key, Vec2 value, const char*) { json[key] = point_json(value); }
    void points(const char* key, const std::vector<Vec2>& values, const char*) {
        json[key] = Json::array();
        for (const Vec2 value : values) json[key].push_back(point_json(value));
    }
    void wholes(const char* key, const std::vector<int>& values, const Range&, const char*) { json[key] = values; }
    void reference(const char* key, const std::string& value, Names, const char*) { json[key] = value; }
    void names(const char* key, const std::vector<std::string>& values, int, const char*) { json[key] = values; }
    void pairs(const char* key, const std::vector<std::pair<std::string, std::string>>& values, Names, const char*) {
        json[key] = Json::array();
        for (const auto& [a, b] : values) json[key].push_back(Json::array({a, b}));
    }
    template <class D> void preset(const char*, const D&, const char*) {}
    void staged(const char* key, const ArchetypeDef& value, const char*) { json[key] = value.staged; }
    void weights(const char* key, const ReactionWeights& value, const char*) {
        json[key] = Json::array({value.stay, value.combat, value.heal});
    }
    void texts(const char* key, const std::vector<std::string>& values, const char*) { json[key] = values; }
    template <class D> void optional(const char* key, std::optional<D>& value, const char* doc) {
        if (value) object(key, *value, doc);
    }
    void optional_flag(const char* key, const std::optional<bool>& value, const char*) {
        if (value) json[key] = *value;
    }
    void optional_number(const char* key, const std::optional<float>& value, const Range&, const char*) {
        if (value) json[key] = short_number(*value);
    }
    void limits(const char* key, const std::vector<ClassLimit>& values, const Range&, const char*) {
        json[key] = Json::object();
        for (const ClassLimit& limit : values) json[key][limit.attack_class] = limit.permits;
    }
    template <class D> void object(const char* key, D& value, const char*) {
        Writer inner;
        describe(inner, value);
        json[key] = std::move(inner.json);
    }
    template <class D> void list(const char* key, std::vector<D>& values, const char*) {
        json[key] = Json::array();
        for (D& value : values) {
            Writer inner;
            describe(inner, value);
            json[key].push_back(std::move(inner.json));
        }
    }
    void table(const char* key, std::vector<ArchetypeDef>& values, int, const char* doc) {
        json[key] = Json::object();
        for (ArchetypeDef& value : values) {
            Writer inner;
            inner.object(value.name.c_str(), value, doc);
            json[key].update(inner.json);
        }
    }

    void monsters(const char* key, const std::vector<MonsterDef>& values, int, const char*) {
        json[key] = Json::object();
        for (const MonsterDef& value : values) json[key][value.name] = monster_json(value);
    }

    void required(const char*) {}
    void one_of(std::initializer_list<const char*>) {}
    template <class T> void relation(const char*, T, Relation, const char*, T) {}
    void needs(const char*, double, const char*) {}

    /// What a command does not take, or was not given, is left out.
    void arguments(CommandKind kind) {
        const Arguments& keys = script_command(kind).keys;
        const Json all = json;
        for (const auto& [name, value] : all.items()) {
            const bool taken = takes(keys, name) || takes(keys, name + "_deg"); // here angles are radians
            if (!taken || value == Json("") || value == Json(-1)) json.erase(name);
        }
    }
};

} // namespace
} // namespace scenario

std::string resolved_json(const Scenario& given) {
    Scenario scenario = given;
    // Where nothing is said, every team is hostile to every other: say so.
    if (scenario.hostile.empty()) {
        for (size_t a = 0; a < scenario.teams.size(); ++a) {
            for (size_t b = a + 1; b < scenario.teams.size(); ++b) {
                scenario.hostile.emplace_back(scenario.teams[a], scenario.teams[b]);
            }
        }
    }
    scenario::Writer writer;
    scenario::describe(writer, scenario);
    return writer.json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace fray
