// Level of detail: the host's settings, and how far the budget of updates makes update intervals longer (rules.md).
#pragma once

#include "fray/defs.h"

#include <cstdint>

namespace fray {

/// State of the budget of updates (DetailDef::budget).
struct UpdateBudget {
    uint32_t doublings = 0; ///< 0 to 3: update intervals are doubled so often
    uint32_t unused = 0;
    uint64_t updates = 0; ///< since the last frame f with f mod 16 = 8
};

struct LevelOfDetail {
    DetailDef def;              ///< the host's last settings
    bool intervals_set = false; ///< the host has set the update interval of some agent
    UpdateBudget budget;
};

} // namespace fray
