#include "changes.h"

#include "words.h"

#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace fray::scenario {
namespace {

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

/// The element of a list of tables with this name, or with this number.
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

/// The node below `node`; tables that are not there yet are made.
toml::node* child(toml::node& node, const std::string& key, const toml::source_region& where) {
    if (toml::table* table = node.as_table()) {
        if (!table->contains(key)) table->insert(toml::key{key, where}, toml::table{});
        return table->get(key);
    }
    toml::array* array = node.as_array();
    return array ? element(*array, key) : nullptr;
}

/// A value as TOML writes it; what is not TOML is a text.
toml::table parse_value(const std::string& value, const std::string& source) {
    if (value.find('\n') == std::string::npos) {
        try {
            toml::table parsed = toml::parse("value = " + value, source);
            if (parsed.size() == 1) return parsed;
        } catch (const toml::parse_error&) {
            // not TOML: below
        }
    }
    toml::table text = toml::parse("value = ''", source);
    *text["value"].as_string() = value;
    return text;
}

void put(toml::node& parent, const std::string& key, toml::node& value, bool* done) {
    value.visit([&](auto& concrete) {
        if (toml::table* table = parent.as_table()) {
            const toml::source_region where = concrete.source();
            table->insert_or_assign(toml::key{key, where}, std::move(concrete));
            *done = true;
        } else if (toml::array* array = parent.as_array()) {
            const toml::node* old = element(*array, key);
            for (size_t i = 0; old && i < array->size(); ++i) {
                if (&(*array)[i] != old) continue;
                array->replace(array->begin() + static_cast<std::ptrdiff_t>(i), std::move(concrete));
                *done = true;
                break;
            }
        }
    });
}

/// The first key of `keys` that leads nowhere, or none.
std::optional<std::string> change(toml::table& root, const std::vector<std::string>& keys, toml::node& value) {
    toml::node* node = &root;
    for (size_t i = 0; i + 1 < keys.size(); ++i) {
        node = child(*node, keys[i], value.source());
        if (!node) return keys[i];
    }
    bool done = false;
    put(*node, keys.back(), value, &done);
    return done ? std::nullopt : std::optional(keys.back());
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
        toml::table value = parse_value(text.substr(equals + 1), source);
        if (const auto lost = change(root, keys, *value.get("value"))) {
            problems.add(where, "", fmt::format("there is no '{}'", printable(*lost)));
        }
    }
}

} // namespace fray::scenario
