// Which agents belong together, which of them leads, and how the others follow.
#pragma once

#include "squads/squads.h"
#include "terrain/terrain_layer.h"

namespace fray {

struct SquadsLayer : TerrainLayer {
    Squads squads;
};

} // namespace fray
