// Makes Detour's tiles from a grid map.
#pragma once

#include "tiles.h"

namespace fray {

class GridMap;

/// Makes the tiles for NavMesh::from_grid. Throws std::invalid_argument with the error text where from_grid returns
/// `out_of_range`.
TileSet tiles_of(const GridMap& map, float radius);

} // namespace fray
