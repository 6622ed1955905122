// What is allowed in a scenario, and hardly meant.
#pragma once

#include "files/problems.h"

#include "fray/scenario.h"

namespace fray::scenario {

/// Of a scenario without errors.
void add_warnings(Problems& warnings, const toml::table& root, const Scenario& scenario);

} // namespace fray::scenario
