// Which agents belong together, who leads them and how they follow.
#pragma once

#include "squads/squads.h"
#include "terrain/terrain_layer.h"

namespace fray {

struct SquadsLayer : TerrainLayer {
    Squads squads;
};

} // namespace fray
