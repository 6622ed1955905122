// The ground that agents stand on.
#pragma once

#include "fray/spatial/ground.h"

#include <cstdint>
#include <memory>

namespace fray {

struct Terrain {
    std::shared_ptr<const Ground> ground; ///< null: open everywhere
    uint64_t checksum = 0;                ///< of what it writes of itself; 0: none; 1: it cannot be written
    uint32_t shifts = 0;                  ///< of the origin, ever: what was kept before has other coordinates
};

} // namespace fray
