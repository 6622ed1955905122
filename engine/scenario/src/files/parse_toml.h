#pragma once

#include "files/toml.h"

#include <string_view>

namespace fray::scenario {

/// The greatest depth of tables and arrays in each other: of a key's parts, and of the brackets around them.
inline constexpr size_t most_nested = 64;

/// Parses a text, as toml::parse does. Throws toml::parse_error, also for a text that is nested more deeply than
/// `most_nested`: toml++ would destroy such a document by recursion and overflow the stack.
toml::table parse_toml(std::string_view text, std::string_view source = {});

} // namespace fray::scenario
