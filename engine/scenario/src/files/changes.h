// Changes `dotted.path=value` made to a TOML document before it is read.
#pragma once

#include "files/problems.h"

namespace fray::scenario {

void apply_changes(Problems& problems, toml::table& root, const std::vector<std::string>& changes);

} // namespace fray::scenario
