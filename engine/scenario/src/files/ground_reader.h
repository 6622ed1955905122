// The ground of a scenario: rows in the file, or a map beside it; and what is wrong with who stands where.
#pragma once

#include "files/problems.h"
#include "fray/scenario.h"

#include <string>

namespace fray::scenario {

/// Fills in `made`. `file`: of the scenario, beside which maps are looked for.
void make_ground(Problems& problems, const toml::table& root, const std::string& file, GroundDef* def);
/// Groups that do not stand on the ground, or can come to nobody; script commands that lead off it. Needs a scenario
/// without errors.
void check_ground(Problems& problems, Problems& warnings, const toml::table& root, const Scenario& scenario);

} // namespace fray::scenario
