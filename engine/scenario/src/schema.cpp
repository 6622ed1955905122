// The JSON Schema of scenario files, for editors.
#include "fields.h"
#include "monster_reader.h"
#include "presets.h"
#include "saturated_cast.h"
#include "words.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace fray {
namespace scenario {
namespace {

using Json = nlohmann::ordered_json;

/// Whole numbers without a fraction.
Json bound(double number) {
    const bool whole = number == std::floor(number) && std::abs(number) < 1e16;
    return whole ? Json(saturated_cast<int64_t>(number)) : Json(number);
}

Json number_schema(const char* type, const Range& range) {
    Json schema = {{"type", type}};
    schema[range.open ? "exclusiveMinimum" : "minimum"] = bound(range.least);
    if (std::isfinite(range.greatest)) schema["maximum"] = bound(range.greatest);
    return schema;
}

Json list_schema(Json items, size_t least, size_t most) {
    Json schema = {{"type", "array"}, {"items", std::move(items)}, {"minItems", least}};
    if (most > 0) schema["maxItems"] = most;
    return schema;
}

Json point_schema() {
    return list_schema(number_schema("number", between(-double{world_extent}, double{world_extent})), 2, 2);
}

Json words_schema(const std::vector<std::string>& words) { return {{"enum", words}}; }

class SchemaWriter {
public:
    void flag(const char* key, bool value, const char* doc) { put(key, {{"type", "boolean"}}, doc)["default"] = value; }
    template <class T> void number(const char* key, T value, const Range& range, const char* doc) {
        put(key, number_schema("number", range), doc)["default"] = bound(std::stod(to_text(value)));
    }
    void number_or_unlimited(const char* key, float value, const Range& range, const char* doc) {
        put(key, {{"oneOf", Json::array({number_schema("number", range), words_schema({"unlimited"})})}},
            doc)["default"] = value;
    }
    template <class T> void whole(const char* key, T value, const Range& range, const char* doc) {
        Json& schema = put(key, number_schema("integer", range), doc);
        if (range.contains(static_cast<double>(value))) schema["default"] = value;
    }
    void text(const char* key, const std::string&, const char* doc) {
        put(key, {{"type", "string"}, {"minLength", 1}}, doc);
    }
    template <class E>
    void word(const char* key, E, std::initializer_list<E> words, std::initializer_list<const char*>, const char* doc) {
        std::vector<std::string> texts;
        for (const E word : words) texts.push_back(to_string(word));
        put(key, words_schema(texts), doc);
    }
    template <class T, size_t n>
    void numbers(const char* key, const std::array<T, n>&, const Range& range, Sorted, const char* doc) {
        put(key, list_schema(number_schema("number", range), n, n), doc);
    }
    void angle(const char* key, float, const Range& range, const char* doc) {
        put((std::string(key) + "_deg").c_str(), number_schema("number", range), std::string("degrees ") + doc);
    }
    void angle_within(const char* key, float value, const Range& range, const char* doc) {
        angle(key, value, range, doc);
    }
    void angles(const char* key, const std::array<float, 2>& values, const Range& range, const char* doc) {
        numbers((std::string(key) + "_deg").c_str(), values, range, Sorted::not_descending,
                (std::string("degrees ") + doc).c_str());
    }
    void point(const char* key, Vec2, const char* doc) { put(key, point_schema(), doc); }
    void points(const char* key, const std::vector<Vec2>&, const char* doc) {
        put(key, list_schema(point_schema(), 1, 0), doc);
    }
    void wholes(const char* key, const std::vector<int>&, const Range& range, const char* doc) {
        put(key, list_schema(number_schema("integer", range), 0, 0), doc);
    }
    void reference(const char* key, const std::string& value, Names, const char* doc) { text(key, value, doc); }
    void names(const char* key, const std::vector<std::string>&, int most, const char* doc) {
        put(key, list_schema({{"type", "string"}, {"minLength", 1}}, 1, static_cast<size_t>(most)),
            doc)["uniqueItems"] = true;
    }
    void pairs(const char* key, const std::vector<std::pair<std::string, std::string>>&, Names, const char* doc) {
        put(key, list_schema(list_schema({{"type", "string"}}, 2, 2), 0, 0), doc);
    }
    template <class D> void preset(const char* key, const D&, const char* doc) {
        put(key, words_schema(preset_names()), doc);
    }
    void staged(const char* key, const ArchetypeDef& value, const char* doc) { flag(key, value.staged, doc); }
    void weights(const char* key, const ReactionWeights& value, const char* doc) {
        put(key, list_schema(number_schema("integer", between(0, 1'000'000)), 3, 3), doc)["default"] =
            Json::array({value.stay, value.combat, value.heal});
    }
    void texts(const char* key, const std::vector<std::string>&, const char* doc) {
        put(key, list_schema({{"type", "string"}}, 0, 0), doc);
    }
    template <class D> void optional(const char* key, std::optional<D>&, const char* doc) {
        put(key, schema_of<D>(), doc);
    }
    void optional_flag(const char* key, const std::optional<bool>&, const char* doc) {
        put(key, {{"type", "boolean"}}, doc);
    }
    void optional_number(const char* key, const std::optional<float>&, const Range& range, const char* doc) {
        put(key, number_schema("number", range), doc);
    }
    void limits(const char* key, const std::vector<ClassLimit>&, const Range& range, const char* doc) {
        put(key, {{"type", "object"}, {"additionalProperties", number_schema("integer", range)}}, doc);
    }
    template <class D> void object(const char* key, D&, const char* doc) { put(key, schema_of<D>(), doc); }
    template <class D> void list(const char* key, std::vector<D>&, const char* doc) {
        put(key, list_schema(schema_of<D>(), 0, 0), doc);
    }
    void table(const char* key, std::vector<ArchetypeDef>&, int most, const char* doc) {
        put(key, {{"type", "object"}, {"additionalProperties", schema_of<ArchetypeDef>()}, {"maxProperties", most}},
            doc);
    }

    void monsters(const char* key, const std::vector<MonsterDef>&, int most, const char* doc) {
        put(key, {{"type", "object"}, {"additionalProperties", monster_schema()}, {"maxProperties", most}}, doc);
    }

    void required(const char* key) { required_.push_back(key); }
    void one_of(std::initializer_list<const char*> keys) {
        for (const char* key : keys) one_of_.push_back({{"required", {key}}});
    }
    template <class T> void relation(const char*, T, Relation, const char*, T) {}
    void needs(const char*, double, const char*) {}
    void arguments(CommandKind) {}

    template <class D> static Json schema_of() {
        SchemaWriter writer;
        D defaults;
        describe(writer, defaults);
        Json schema = {{"type", "object"}, {"additionalProperties", false}, {"properties", writer.properties_}};
        if (!writer.required_.empty()) schema["required"] = writer.required_;
        if (!writer.one_of_.empty()) schema["oneOf"] = writer.one_of_;
        return schema;
    }

private:
    Json& put(const char* key, Json schema, const std::string& doc) {
        schema["description"] = doc;
        return properties_[key] = std::move(schema);
    }

    Json properties_ = Json::object();
    Json one_of_ = Json::array();
    std::vector<std::string> required_;
};

} // namespace
} // namespace scenario

std::string scenario_schema() {
    nlohmann::ordered_json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                                     {"title", "A scenario of fray"}};
    schema.update(scenario::SchemaWriter::schema_of<Scenario>());
    return schema.dump(2) + "\n";
}

} // namespace fray
