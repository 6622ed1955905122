// The terrain layer: the ground, and which agents can reach each other over it. It has no system of its own.
#pragma once

#include "definitions/definitions_layer.h"
#include "terrain/terrain.h"

namespace fray {

struct TerrainLayer : DefinitionsLayer {
    Terrain terrain;
};

} // namespace fray
