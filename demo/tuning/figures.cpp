#include "figures.h"

#include "files/rings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numbers>

namespace fray::demo {
namespace {

using Json = nlohmann::json;
using Ordered = nlohmann::ordered_json;

constexpr double degrees_per_radian = 180.0 / std::numbers::pi;
constexpr std::string_view degrees_ending = "_deg";

const Ordered& archetype_schema() {
    static const Ordered schema = Ordered::parse(scenario_schema())["properties"]["archetypes"]["additionalProperties"];
    return schema;
}

bool is_in_degrees(const std::string& key) { return key.ends_with(degrees_ending); }

/// The name of the key in a resolved scenario, where angles are in radians.
std::string resolved_key(const std::string& key) {
    return is_in_degrees(key) ? key.substr(0, key.size() - degrees_ending.size()) : key;
}

/// Rounds away the last bits of a float, which are conversion noise.
double rounded(double value) { return std::stod(fmt::format("{:.6g}", value)); }

double in_degrees(double radians) { return rounded(radians * degrees_per_radian); }

Json in_units_of_file(const std::string& key, const Json& value) {
    if (!is_in_degrees(key)) return value;
    if (value.is_number()) return in_degrees(value.get<double>());
    Json list = Json::array();
    for (const Json& element : value) list.push_back(in_degrees(element.get<double>()));
    return list;
}

std::string unit_of(const std::string& about) {
    static constexpr std::array<std::string_view, 6> units = {"m/s^2", "m/s", "degrees", "kg", "m", "s"};
    for (const std::string_view unit : units) {
        const bool begins = about.substr(0, unit.size()) == unit;
        const bool ends =
            about.size() == unit.size() ||
            std::string_view(" ,:").find(about[std::min(unit.size(), about.size() - 1)]) != std::string_view::npos;
        if (begins && ends) return std::string(unit);
    }
    return "";
}

class Collector {
public:
    Collector(std::vector<Tunable>& out, const ArchetypeDef& archetype) : out_(out), archetype_(archetype) {}

    void table(const Ordered& schema, const Json& resolved, const TomlPath& path, const std::string& group) {
        for (const auto& [key, inner] : schema["properties"].items()) {
            if (key == "preset") continue; // a preset only supplies defaults for other keys
            TomlPath place = path;
            place.push_back(key);
            const std::string found = resolved_key(key);
            member(inner, resolved.contains(found) ? resolved[found] : Json(), place, group);
        }
    }

private:
    void member(const Ordered& schema, const Json& value, const TomlPath& path, const std::string& group) {
        const std::string& key = path.back();
        const std::string inside = group.empty() ? key : group + ", " + key;
        if (schema.contains("properties")) {
            if (!value.is_null()) table(schema, value, path, inside);
        } else if (schema.contains("additionalProperties")) {
            classes(schema, value, path, inside);
        } else if (schema.contains("items") && schema["items"].contains("properties")) {
            elements(schema["items"], value, path, inside);
        } else {
            add(schema, value, path, group);
        }
    }

    void classes(const Ordered& schema, const Json& value, const TomlPath& path, const std::string& group) {
        for (const auto& [name, tokens] : value.items()) {
            TomlPath place = path;
            place.push_back(name);
            Ordered each = schema["additionalProperties"];
            each["description"] = schema["description"];
            add(each, tokens, place, group);
        }
    }

    void elements(const Ordered& schema, const Json& values, const TomlPath& path, const std::string& group) {
        for (size_t i = 0; i < values.size(); ++i) {
            TomlPath place = path;
            place.push_back(std::to_string(i));
            const std::string name =
                values[i].contains("name") ? values[i]["name"].get<std::string>() : std::to_string(i);
            table(schema, values[i], place, group + ": " + name);
        }
    }

    void add(const Ordered& schema, const Json& value, const TomlPath& path, const std::string& group) {
        Tunable figure;
        figure.path = path;
        figure.archetype = archetype_.name;
        figure.group = group;
        figure.name = path.back();
        figure.about = schema.value("description", "");
        figure.unit = unit_of(figure.about);
        figure.value = value.is_null() ? value : in_units_of_file(figure.name, value);
        if (may_be_all_zero(schema)) {
            for (const float metres : bands_of(archetype_)) // `bands` is the only list that may be all 0
                figure.from_bodies.push_back(rounded(metres));
            describe(schema["oneOf"][0], figure);
        } else {
            describe(schema, figure);
        }
        out_.push_back(std::move(figure));
    }

    static void describe(const Ordered& schema, Tunable& figure) {
        const std::string type = schema.value("type", "");
        if (schema.contains("enum")) {
            figure.kind = Tunable::Kind::word;
            figure.words = schema["enum"].get<std::vector<std::string>>();
        } else if (schema.contains("oneOf")) {
            figure.kind = Tunable::Kind::number_or_word;
            figure.words = schema["oneOf"][1]["enum"].get<std::vector<std::string>>();
            range(schema["oneOf"][0], figure);
        } else if (type == "array") {
            const std::string items = schema["items"].value("type", "");
            figure.kind = items == "string"    ? Tunable::Kind::texts
                          : items == "integer" ? Tunable::Kind::wholes
                                               : Tunable::Kind::numbers;
            range(schema["items"], figure);
        } else {
            figure.kind = type == "boolean"   ? Tunable::Kind::flag
                          : type == "string"  ? Tunable::Kind::text
                          : type == "integer" ? Tunable::Kind::whole
                                              : Tunable::Kind::number;
            range(schema, figure);
        }
    }

    static void range(const Ordered& schema, Tunable& figure) {
        figure.open = schema.contains("exclusiveMinimum");
        figure.least = schema.value(figure.open ? "exclusiveMinimum" : "minimum", 0.0);
        figure.greatest = schema.value("maximum", std::numeric_limits<double>::infinity());
    }

    static bool may_be_all_zero(const Ordered& schema) {
        return schema.contains("oneOf") && schema["oneOf"][1].contains("const");
    }

    std::vector<Tunable>& out_;
    const ArchetypeDef& archetype_;
};

bool is_close(double a, double b) { return std::abs(a - b) <= 1e-5 * std::max({std::abs(a), std::abs(b), 1e-3}); }

} // namespace

std::vector<Tunable> figures_of(const Scenario& scenario) {
    const Json resolved = Json::parse(resolved_json(scenario))["archetypes"];
    std::vector<Tunable> figures;
    for (const ArchetypeDef& archetype : scenario.archetypes)
        Collector(figures, archetype)
            .table(archetype_schema(), resolved[archetype.name], {"archetypes", archetype.name}, "");
    return figures;
}

bool follows_from_bodies(const Tunable& figure) {
    return !figure.from_bodies.is_null() && std::all_of(figure.value.begin(), figure.value.end(),
                                                        [](const Json& number) { return number.get<double>() == 0.0; });
}

std::string range_text(const Tunable& figure) {
    using Kind = Tunable::Kind;
    if (figure.kind == Kind::flag || figure.kind == Kind::word || figure.kind == Kind::text ||
        figure.kind == Kind::texts)
        return "";
    const std::string unit = figure.unit.empty() ? "" : " " + figure.unit;
    const bool ends = std::isfinite(figure.greatest);
    std::string text = figure.open ? fmt::format("more than {}{}", figure.least, ends ? "" : unit)
                       : ends      ? fmt::format("{}", figure.least)
                                   : fmt::format("at least {}{}", figure.least, unit);
    if (ends) text += fmt::format("{}{}{}", figure.open ? ", at most " : " to ", figure.greatest, unit);
    if (!figure.from_bodies.is_null()) text += ", or all 0";
    return figure.kind == Kind::number_or_word ? fmt::format("{}, or {}", text, figure.words.front()) : text;
}

const Tunable* find_figure(const std::vector<Tunable>& figures, const TomlPath& path) {
    const auto found =
        std::find_if(figures.begin(), figures.end(), [&](const Tunable& figure) { return figure.path == path; });
    return found == figures.end() ? nullptr : &*found;
}

TomlPath path_of_change(const Scenario& scenario, const std::string& dotted) {
    const Json resolved = Json::parse(resolved_json(scenario));
    const Json* at = &resolved;
    TomlPath path;
    for (size_t begin = 0; begin <= dotted.size();) {
        const size_t end = std::min(dotted.find('.', begin), dotted.size());
        std::string key = dotted.substr(begin, end - begin);
        begin = end + 1;
        if (at != nullptr && at->is_array()) {
            for (size_t i = 0; i < at->size(); ++i)
                if ((*at)[i].is_object() && (*at)[i].value("name", "") == key) key = std::to_string(i);
            const bool number =
                !key.empty() && std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
            const size_t index = number ? std::stoul(key) : at->size();
            if (index >= at->size()) return {};
            at = &(*at)[index];
        } else {
            const std::string found = resolved_key(key);
            at = at != nullptr && at->is_object() && at->contains(found) ? &(*at)[found] : nullptr;
        }
        path.push_back(std::move(key));
    }
    return path;
}

bool is_same_value(const Json& a, const Json& b) {
    if (a.is_number() && b.is_number()) return is_close(a.get<double>(), b.get<double>());
    if (!a.is_array() || !b.is_array() || a.size() != b.size()) return a == b;
    for (size_t i = 0; i < a.size(); ++i)
        if (!is_same_value(a[i], b[i])) return false;
    return true;
}

} // namespace fray::demo
