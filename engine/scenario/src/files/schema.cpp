// Prints the JSON Schema of scenario files, which editors use for completion and checks.
#include "files/fields.h"
#include "files/monster_reader.h"
#include "files/presets.h"
#include "files/words.h"
#include "saturated_cast.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace fray {
namespace scenario {
namespace {

using Json = nlohmann::ordered_json;

/// The limit of a range. A whole number is written as a JSON integer.
Json bound(double number) {
    const bool whole = number == std::floor(number) && std::abs(number) < 1e16;
    return whole ? Json(saturated_cast<int64_t>(number)) : Json(number);
}

Json number_schema(const char* type, const FieldRange& range) {
    Json schema = {{"type", type}};
    if (std::isfinite(range.least))
        schema[range.open ? "exclusiveMinimum" : "minimum"] =
            bound(std::min(range.least, range.also.value_or(range.least)));
    if (std::isfinite(range.greatest)) schema["maximum"] = bound(range.greatest);
    return schema;
}

Json list_schema(Json items, size_t least, size_t most) {
    Json schema = {{"type", "array"}, {"items", std::move(items)}, {"minItems", least}};
    if (most > 0) schema["maxItems"] = most;
    return schema;
}

Json point_schema() {
    return list_schema(number_schema("number", range::between(-double{world_extent}, double{world_extent})), 2, 2);
}

Json words_schema(const std::vector<std::string>& words) { return {{"enum", words}}; }

class SchemaWriter : public FieldVisitor {
public:
    template <class T> void operator()(const char* key, const FieldRange& range, const char* doc, const T& value) {
        if (range.degrees)
            put((std::string(key) + "_deg").c_str(), schema_of(range, value), std::string("degrees ") + doc);
        else
            put(key, schema_of(range, value), doc);
    }
    template <class T> void operator()(const char* key, const char* doc, const T& value) {
        if constexpr (std::is_same_v<T, ScriptAgent>) {
            const std::string text = std::string("number of an agent, as of 'agent'") + (*doc ? "; " : "") + doc;
            (*this)(key, range::between(0, max_agents), text.c_str(), value.number);
            (*this)((std::string(key) + "_group").c_str(), "its first living agent", value.group);
        } else {
            put(key, schema_of(value), doc);
        }
    }
    template <class T> void reference(const char* key, Names, const char* doc, const T&) {
        (*this)(key, doc, std::string());
    }
    void table(const char* key, const std::vector<std::string>&, int most, const char* doc) {
        put(key, list_schema({{"type", "string"}, {"minLength", 1}}, 1, static_cast<size_t>(most)),
            doc)["uniqueItems"] = true;
    }
    void table(const char* key, const std::vector<std::pair<std::string, std::string>>&, int, const char* doc) {
        put(key, list_schema(list_schema({{"type", "string"}}, 2, 2), 0, 0), doc);
    }
    template <class D> void preset(const char* key, const D&, const char* doc) {
        put(key, words_schema(preset_names<D>()), doc);
    }
    void switches(const ArchetypeDef&) {}
    void table(const char* key, const std::vector<ArchetypeDef>&, int most, const char* doc) {
        put(key, {{"type", "object"}, {"additionalProperties", schema_of(ArchetypeDef{})}, {"maxProperties", most}},
            doc);
    }

    void table(const char* key, const std::vector<MonsterDef>&, int most, const char* doc) {
        put(key, {{"type", "object"}, {"additionalProperties", monster_schema()}, {"maxProperties", most}}, doc);
    }

    void required(const char* key) {
        if (!in_command_) required_.push_back(key);
    }
    void one_of(std::initializer_list<const char*> keys) {
        for (const char* key : keys) one_of_.push_back({{"required", {key}}});
    }
    void command(const ScriptCommand&) {
        Json words = Json::array();
        for (const ScriptCommand& each : script_commands()) words.push_back(to_string(each));
        put("command", {{"enum", words}}, "the command");
        in_command_ = true; // what it needs depends on its word
    }
    void arguments(const CommandDef&) {
        for (const ScriptCommand& each : script_commands()) {
            CommandDef def{.command = each};
            describe_arguments(*this, def);
        }
    }

    /// The schema of a definition, or of a field without a range.
    template <class T> static Json schema_of(const T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            return {{"type", "boolean"}, {"default", value}};
        } else if constexpr (std::is_same_v<T, std::optional<bool>>) {
            return {{"type", "boolean"}};
        } else if constexpr (std::is_same_v<T, std::string>) {
            return {{"type", "string"}, {"minLength", 1}};
        } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
            return list_schema({{"type", "string"}}, 0, 0);
        } else if constexpr (std::is_same_v<T, Vec2>) {
            return point_schema();
        } else if constexpr (std::is_same_v<T, std::vector<Vec2>>) {
            return list_schema(point_schema(), 1, 0);
        } else if constexpr (std::is_same_v<T, ReactionWeights>) {
            Json schema = list_schema(number_schema("integer", range_of<ReactionWeights>("stay")), 3, 3);
            schema["default"] = Json::array({value.stay, value.combat, value.heal});
            return schema;
        } else if constexpr (requires { value.has_value(); }) {
            return schema_of(typename T::value_type{});
        } else if constexpr (requires { value.size(); }) {
            return list_schema(schema_of(typename T::value_type{}), 0, 0);
        } else {
            return table_schema(value);
        }
    }

private:
    template <class T> static Json schema_of(const FieldRange& range, const T& value) {
        if constexpr (std::is_enum_v<T>) {
            return words_schema(words_of<T>(range));
        } else if constexpr (std::is_integral_v<T>) {
            return with_default(number_schema("integer", range), range, value);
        } else if constexpr (std::is_floating_point_v<T>) {
            if (!range.unlimited) return with_default(number_schema("number", range), range, value);
            return {{"oneOf", Json::array({number_schema("number", range), words_schema({"unlimited"})})},
                    {"default", value}};
        } else if constexpr (std::is_same_v<T, std::optional<float>>) {
            return number_schema("number", range);
        } else if constexpr (std::is_same_v<T, std::optional<int>>) {
            return number_schema("integer", range);
        } else if constexpr (std::is_same_v<T, std::vector<int>>) {
            return list_schema(number_schema("integer", range), 0, 0);
        } else if constexpr (std::is_same_v<T, std::vector<ClassLimit>>) {
            return {{"type", "object"},
                    {"additionalProperties", number_schema("integer", range_of<ClassLimit>("max_tokens"))}};
        } else if constexpr (std::is_same_v<T, std::vector<DamageFactor>>) {
            return {{"type", "object"},
                    {"additionalProperties", number_schema("number", range_of<DamageFactor>("factor"))}};
        } else if constexpr (requires { std::tuple_size<T>::value; }) {
            const Json numbers = list_schema(number_schema("number", range), value.size(), value.size());
            if (!range.all_zero) return numbers;
            const std::vector<int> zeros(value.size(), 0);
            return {{"oneOf", Json::array({numbers, Json{{"const", zeros}}})}};
        } else {
            return schema_of(value);
        }
    }
    template <class D> static Json table_schema(D defaults) {
        SchemaWriter writer;
        describe_keys(writer, defaults);
        Json schema = {{"type", "object"}, {"additionalProperties", false}, {"properties", writer.properties_}};
        if (!writer.required_.empty()) schema["required"] = writer.required_;
        if (!writer.one_of_.empty()) schema["oneOf"] = writer.one_of_;
        return schema;
    }
    template <class T> static Json with_default(Json schema, const FieldRange& range, T value) {
        if (range.degrees || !range.contains(value)) return schema;
        if constexpr (std::is_integral_v<T>)
            schema["default"] = value;
        else
            schema["default"] = bound(std::stod(to_text(value)));
        return schema;
    }

    Json& put(const char* key, Json schema, const std::string& doc) {
        if (!doc.empty()) schema["description"] = doc;
        if (in_command_ && properties_.contains(key)) return add_to(properties_[key], std::move(schema));
        return properties_[key] = std::move(schema);
    }

    /// Of a key that several commands have: what one of them takes.
    static Json& add_to(Json& property, Json schema) {
        const auto values = [](Json of) {
            of.erase("description");
            of.erase("default");
            return of;
        };
        const Json before = property.contains("anyOf") ? property["anyOf"] : Json::array({property});
        for (const Json& each : before)
            if (values(each) == values(schema)) return property;
        property = {{"anyOf", before}};
        property["anyOf"].push_back(std::move(schema));
        return property;
    }

    Json properties_ = Json::object();
    Json one_of_ = Json::array();
    std::vector<std::string> required_;
    bool in_command_ = false;
};

} // namespace
} // namespace scenario

std::string scenario_schema() {
    nlohmann::ordered_json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                                     {"title", "A scenario of fray"}};
    schema.update(scenario::SchemaWriter::schema_of(Scenario{}));
    return schema.dump(2) + "\n";
}

} // namespace fray
