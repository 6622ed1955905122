// The ground that agents stand on, as the world keeps it.
#pragma once

#include "fray/defs.h"
#include "host_memory.h"
#include "storage/fields.h"
#include "terrain/solid_obstacles.h"

#include <cstdint>
#include <memory>

namespace fray {

/// A part of the ground that has changed, in m.
struct ChangedBox {
    Vec2 low{}, high{};
};

struct Terrain {
    std::shared_ptr<const Ground> ground; ///< null: the world has no ground, so every place is walkable
    std::shared_ptr<const Ground> bare;   ///< the ground without obstacles
    Vector<PlacedObstacle> obstacles;     ///< in the order of setting
    SolidObstacles solid;                 ///< made from `obstacles` whenever these change
    uint32_t last_obstacle = 0;           ///< number of the last obstacle that was set
    Vector<ChangedBox> changes;           ///< since the last step: circles there have to look for blocked slots again
    uint64_t checksum = 0; ///< of the output of `Ground::write` of `bare`; 0: no ground; 1: it cannot be written
    uint32_t shifts = 0;   ///< number of origin shifts so far; older rollback images have other coordinates
};

FRAY_PART(Terrain, terrain);

} // namespace fray
