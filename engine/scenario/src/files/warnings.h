// Warnings about settings of a scenario that are allowed but probably not intended.
#pragma once

#include "files/problems.h"

#include "fray/scenario.h"

namespace fray::scenario {

/// Call it only if the scenario has no errors.
void add_warnings(Problems& warnings, const toml::table& root, const Scenario& scenario);

} // namespace fray::scenario
