#include "files/changes.h"

#include "files/parse_toml.h"
#include "files/words.h"
#include "fray/scenario.h"

#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fray::scenario {
namespace {

using Json = nlohmann::json;

constexpr size_t longest_path = 256;

std::vector<std::string> split(std::string_view path) {
    std::vector<std::string> keys;
    size_t begin = 0;
    for (size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', begin)) {
        keys.emplace_back(path.substr(begin, dot - begin));
        begin = dot + 1;
    }
    keys.emplace_back(path.substr(begin));
    return keys;
}

/// The element of a list of tables with this name, or else with this index; null: none.
toml::node* element(toml::array& array, const std::string& key) {
    for (toml::node& node : array) {
        const toml::table* table = node.as_table();
        if (table && (*table)["name"].value<std::string>() == key) return &node;
    }
    size_t index = 0;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
    const bool number = error == std::errc() && end == key.data() + key.size();
    return number && index < array.size() ? &array[index] : nullptr;
}

/// The child of `node` with this key; null: none.
toml::node* child(toml::node& node, const std::string& key) {
    if (toml::table* table = node.as_table()) return table->get(key);
    toml::array* array = node.as_array();
    return array ? element(*array, key) : nullptr;
}

bool is_list(const Json& schema) { return schema.contains("type") && schema["type"] == "array"; }

/// Whether the user chooses the keys of this table, for example names of archetypes.
bool has_own_names(const Json& schema) {
    return schema.contains("patternProperties") ||
           (schema.contains("additionalProperties") && schema["additionalProperties"].is_object());
}

/// The schema of the child with this key; null: the schema does not describe it, and the reader checks it.
const Json* below(const Json& schema, const std::string& key) {
    if (is_list(schema)) return &schema["items"];
    if (schema.contains("properties") && schema["properties"].contains(key)) return &schema["properties"][key];
    const bool named = schema.contains("additionalProperties") && schema["additionalProperties"].is_object();
    return named ? &schema["additionalProperties"] : nullptr;
}

/// The keys of a table, or the names of a list's elements.
std::vector<std::string> names_in(const toml::node& node) {
    std::vector<std::string> names;
    if (const toml::table* table = node.as_table())
        for (const auto& [key, value] : *table) names.emplace_back(key.str());
    if (const toml::array* array = node.as_array())
        for (const toml::node& entry : *array)
            if (const auto name = entry.is_table() ? (*entry.as_table())["name"].value<std::string>() : std::nullopt)
                names.push_back(*name);
    return names;
}

/// The error message for an unknown `key` below `place`, with the allowed keys. `node` is the node at `place`; null:
/// the file does not contain it.
std::string unknown_text(const toml::node* node, const std::string& place, const std::string& key) {
    const std::string before = place.empty() ? "" : place + ".";
    std::string said = fmt::format("there is no '{}'", printable(before + key, longest_path));
    if (node && !node->is_table() && !node->is_array()) return said;
    const std::vector<std::string> names = node ? names_in(*node) : std::vector<std::string>();
    const size_t size = node && node->is_array() ? node->as_array()->size() : names.size();
    if (size == 0) return said + fmt::format("; allowed: none, as '{}' is empty", printable(place, longest_path));
    if (const std::string nearest = nearest_word(key, names); !nearest.empty())
        said += fmt::format(" (did you mean '{}'?)", printable(before + nearest, longest_path));
    said += "; allowed: " + quoted_list(names);
    if (names.size() < size) said += fmt::format("{}0 to {}", names.empty() ? "" : ", or ", size - 1);
    return said;
}

/// The problem with a path, or an empty string. A key that the schema lists may be missing in the file. Archetypes,
/// groups and everything else with a name that the user chooses, or with an index, must exist. Otherwise a misspelt
/// name would add a new element.
std::string problem_with(toml::table& root, const std::vector<std::string>& keys) {
    static const Json whole = Json::parse(scenario_schema());
    toml::node* node = &root;
    const Json* schema = &whole;
    std::string place;
    for (const std::string& key : keys) {
        toml::node* const next = node ? child(*node, key) : nullptr;
        const Json* const inner = schema ? below(*schema, key) : nullptr;
        const bool listed = schema && schema->contains("properties") && (*schema)["properties"].contains(key);
        const bool own = schema && !listed && (is_list(*schema) || has_own_names(*schema));
        if (!next && (own || (node && !node->is_table()))) return unknown_text(node, place, key);
        node = next;
        schema = inner;
        place += (place.empty() ? "" : ".") + key;
    }
    return {};
}

/// Parses a value as TOML. Returns a table with the key `value`. A value that is not TOML becomes a string.
toml::table parse_value(const std::string& value, const std::string& source) {
    if (value.find('\n') == std::string::npos) {
        try {
            toml::table parsed = parse_toml("value = " + value, source);
            if (parsed.size() == 1) return parsed;
        } catch (const toml::parse_error&) {
            // Not TOML: it becomes a string below.
        }
    }
    toml::table text = parse_toml("value = ''", source);
    *text["value"].as_string() = value;
    return text;
}

void put(toml::node& parent, const std::string& key, toml::node& value) {
    value.visit([&](auto& concrete) {
        if (toml::table* table = parent.as_table()) {
            const toml::source_region where = concrete.source();
            table->insert_or_assign(toml::key{key, where}, std::move(concrete));
        } else if (toml::array* array = parent.as_array()) {
            const toml::node* old = element(*array, key);
            for (size_t i = 0; old && i < array->size(); ++i) {
                if (&(*array)[i] != old) continue;
                array->replace(array->begin() + static_cast<std::ptrdiff_t>(i), std::move(concrete));
                break;
            }
        }
    });
}

/// Sets the value at the path, and adds tables that are missing on the way.
void change(toml::table& root, const std::vector<std::string>& keys, toml::node& value) {
    toml::node* node = &root;
    for (size_t i = 0; i + 1 < keys.size(); ++i) {
        toml::table* const table = node->as_table();
        if (table && !table->contains(keys[i])) table->insert(toml::key{keys[i], value.source()}, toml::table{});
        node = child(*node, keys[i]);
    }
    put(*node, keys.back(), value);
}

} // namespace

void apply_changes(Problems& problems, toml::table& root, const std::vector<std::string>& changes) {
    for (const std::string& text : changes) {
        const std::string source = fmt::format("--set {}", printable(text));
        toml::source_region where;
        where.path = std::make_shared<const std::string>(source);
        const size_t equals = text.find('=');
        const std::vector<std::string> keys = split(std::string_view(text).substr(0, std::min(equals, text.size())));
        bool empty = false;
        for (const std::string& key : keys) empty = empty || key.empty();
        if (equals == std::string::npos || empty) {
            problems.add(where, "", "allowed: dotted.path=value");
            continue;
        }
        if (keys.size() > most_nested) {
            problems.add(where, "", fmt::format("has a path of {} parts; allowed: {}", keys.size(), most_nested));
            continue;
        }
        if (const std::string problem = problem_with(root, keys); !problem.empty()) {
            problems.add(where, "", problem);
            continue;
        }
        toml::table value = parse_value(text.substr(equals + 1), source);
        change(root, keys, *value.get("value"));
    }
}

} // namespace fray::scenario
