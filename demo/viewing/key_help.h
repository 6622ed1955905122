// The list of keys for the help in the window.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace fray::demo {

/// Pairs of keys and what they do.
const std::vector<std::pair<std::string, std::string>>& key_help();

} // namespace fray::demo
