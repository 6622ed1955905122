// Makes Detour's tiles from a grid map.
#pragma once

#include "tiles.h"

namespace fray {

class GridMap;

/// The tiles of NavMesh::from_grid. Throws std::invalid_argument.
TileSet tiles_of(const GridMap& map, float radius);

} // namespace fray
