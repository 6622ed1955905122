// Detour's tiles of a grid map.
#pragma once

#include "tiles.h"

namespace fray {

class GridMap;

/// See NavMesh::from_grid. Throws std::invalid_argument.
TileSet tiles_of(const GridMap& map, float radius);

} // namespace fray
