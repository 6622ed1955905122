// Applies changes `dotted.path=value` to a TOML document before it is read. A change that cannot be made is added to
// the problems and skipped.
#pragma once

#include "files/problems.h"

namespace fray::scenario {

void apply_changes(Problems& problems, toml::table& root, const std::vector<std::string>& changes);

} // namespace fray::scenario
