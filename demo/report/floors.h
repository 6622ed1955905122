// The floors of a battle, and the links between them, as the page shows them.
#pragma once

#include "fray/scenario.h"
#include "fray/world.h"
#include "sample.h"

#include <vector>

namespace fray::demo {

/// The floors that groups, links and commands of a scenario name, in rising order. Empty: there is no link, and all
/// agents are on floor 0 all the time.
std::vector<int> floors_of(const Scenario& scenario);

/// The links of a world, by number. `quantum`: m, the resolution.
std::vector<FloorLink> links_of(const World& world, float quantum);

} // namespace fray::demo
