// Level of detail: what the host has set, and how far the budget of turns makes periods longer.
#pragma once

#include "fray/defs.h"

#include <cstdint>

namespace fray {

/// By the budget of turns (DetailDef::turns).
struct Load {
    uint32_t doublings = 0; ///< 0 to 3
    uint32_t unused = 0;
    uint64_t turns = 0; ///< since the frame f with f mod 16 = 8
};

struct LevelOfDetail {
    DetailDef def;            ///< as the host has set it last
    bool periods_set = false; ///< the host has set some agent's
    Load load;
};

} // namespace fray
