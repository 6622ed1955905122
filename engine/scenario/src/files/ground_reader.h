// Makes the ground of a scenario from rows in the file or from a separate map file, and checks the positions of agents
// on it.
#pragma once

#include "files/problems.h"
#include "fray/scenario.h"

#include <string>

namespace fray::scenario {

/// Fills in `def->made`. `file` is the path of the scenario file; map files are relative to its folder.
void make_ground(Problems& problems, const toml::table& root, const std::string& file, GroundDef* def);
/// Reports groups that do not stand on the ground or cannot reach any enemy, and script commands with a destination off
/// the ground. Call it only if the scenario has no errors yet.
void check_ground(Problems& problems, Problems& warnings, const toml::table& root, const Scenario& scenario);

} // namespace fray::scenario
