// Polygons and borders of Detour's mesh, on the plane.
#pragma once

#include "floor_cells.h"

#include <DetourNavMesh.h>

#include <string>
#include <vector>

namespace fray {

/// Polygons that can be walked on, tile after tile.
struct FloorShapes {
    std::vector<Polygon> polygons;
    std::vector<Edge> edges;
    std::vector<Portal> portals;
    std::vector<Border> borders;
    std::vector<Spot> corners;       ///< of portals
    std::vector<uint8_t> sticks_out; ///< by corner: a way can turn there
    uint32_t island_count = 0;
    Spot low, high; ///< of all polygons
    double hair = 0.001;
};

/// Borders, also where polygons of different tiles meet; no border is left where another floor goes on above or below.
/// `name` stands for the mesh in errors. Throws std::invalid_argument where too many polygons lie over each other.
FloorShapes shapes_of(const dtNavMesh& mesh, const std::string& name);

} // namespace fray
