// Extracts the polygons, portals and borders of a floor from Detour's mesh.
#pragma once

#include "floor_cells.h"

#include <DetourNavMesh.h>

#include <string>
#include <vector>

namespace fray {

/// The shapes of a floor. It holds only walkable polygons, sorted by tile.
struct FloorShapes {
    std::vector<Polygon> polygons;
    std::vector<Edge> edges;
    std::vector<Portal> portals;
    std::vector<Border> borders;
    std::vector<Spot> corners;       ///< ends of portals
    std::vector<uint8_t> sticks_out; ///< by corner: 1 if a wall's corner sticks out there, so that paths can turn
    uint32_t island_count = 0;
    Spot low, high;      ///< m, of the box around all polygons
    double hair = 0.001; ///< m, see NavMesh::hair
};

/// Makes the shapes. A part of an edge that no neighbour shares is a border, unless another floor above or below
/// continues on both sides of it. Polygons of different tiles may share only parts of their edges. `name` stands for
/// the mesh in errors. Throws std::invalid_argument if too many polygons lie over each other.
FloorShapes shapes_of(const dtNavMesh& mesh, const std::string& name);

} // namespace fray
