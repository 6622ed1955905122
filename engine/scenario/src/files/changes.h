// Applies changes `dotted.path=value` to a TOML document before its values are read. A change that cannot be made is
// skipped, and the error is added to the problems.
#pragma once

#include "files/problems.h"

namespace fray::scenario {

void apply_changes(Problems& problems, toml::table& root, const std::vector<std::string>& changes);

} // namespace fray::scenario
