// Changes values in the text of a TOML file, and leaves every other byte as it is: comments, layout, the order of keys.
#pragma once

#include "toml_outline.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace fray::demo {

/// Values by their paths: numbers, texts, true and false, and lists of these.
using TomlChanges = std::map<TomlPath, nlohmann::json>;

/// The text with one value changed. A value that is there is replaced in its place, of a list of the same length only
/// the elements that differ. One that is not there is added to the innermost table that has a header or braces of its
/// own, as its last key, dotted where tables between are missing. Throws std::invalid_argument where there is no room
/// for it. `text` is valid TOML; the caller reads the answer to see that it is, too.
std::string with_change(std::string_view text, const TomlPath& path, const nlohmann::json& value);
std::string with_changes(std::string text, const TomlChanges& changes);

/// The path as messages write it: archetypes.archer.attacks[0].range.
std::string to_text(const TomlPath& path);

} // namespace fray::demo
