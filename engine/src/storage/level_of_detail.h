// Level of detail: the host's settings, and how much the update budget lengthens update intervals (rules.md).
#pragma once

#include "fray/defs.h"
#include "storage/fields.h"

#include <cstdint>

namespace fray {

/// The update interval of an agent (rules.md, level of detail): it is updated once in `frames` frames.
struct UpdateInterval {
    uint8_t frames = 1;  ///< 1, 2, 4 or 8
    uint8_t by_host = 0; ///< the interval that the host has set, in frames; 0: the rules decide
};

/// State of the update budget (DetailDef::update_budget).
struct UpdateBudget {
    uint32_t doublings = 0; ///< 0 to 3: how often each update interval is doubled
    uint32_t unused = 0;
    uint64_t updates = 0; ///< number of updates since the last frame f with f mod 16 = 8
};

struct LevelOfDetail {
    DetailDef def;              ///< the host's last settings
    bool intervals_set = false; ///< the host has set the update interval of at least one agent
    UpdateBudget budget;
};

FRAY_PART(LevelOfDetail, lod, Field::detail);

} // namespace fray
