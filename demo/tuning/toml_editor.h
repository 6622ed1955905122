// Changes values in the text of a TOML file. It keeps every other byte: comments, layout, the order of keys.
#pragma once

#include "toml_outline.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace fray::demo {

/// Values by path: numbers, texts, booleans, and lists of these.
using TomlChanges = std::map<TomlPath, nlohmann::json>;

/// Returns the text with a changed value. An existing value is replaced in place; in a list of the same length only the
/// elements that differ are replaced. A missing value is added as the last key of the innermost table with its own
/// header or braces, with a dotted key if tables between are missing. Throws std::invalid_argument if there is no place
/// for it. `text` must be valid TOML; the caller parses the result to verify it.
std::string with_change(std::string_view text, const TomlPath& path, const nlohmann::json& value);
std::string with_changes(std::string text, const TomlChanges& changes);

/// The path in the form of messages: archetypes.archer.attacks[0].range.
std::string to_text(const TomlPath& path);

} // namespace fray::demo
