// The ground, and which agents can come to which.
#pragma once

#include "definitions/definitions_layer.h"
#include "terrain/terrain.h"

namespace fray {

struct TerrainLayer : DefinitionsLayer {
    Terrain terrain;
};

} // namespace fray
