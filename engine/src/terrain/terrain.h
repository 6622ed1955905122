// The ground that agents stand on, as the world keeps it.
#pragma once

#include "fray/spatial/ground.h"

#include <cstdint>
#include <memory>

namespace fray {

struct Terrain {
    std::shared_ptr<const Ground> ground; ///< null: the world has no ground, so every place is walkable
    uint64_t checksum = 0; ///< of the output of `Ground::write`; 0: no ground; 1: the ground cannot be written
    uint32_t shifts = 0;   ///< number of origin shifts so far; older rollback images have other coordinates
};

} // namespace fray
