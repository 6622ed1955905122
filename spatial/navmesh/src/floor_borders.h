// Extracts the polygons, portals and borders of a floor from Detour's mesh.
#pragma once

#include "floor_cells.h"
#include "floor_parts.h"

#include <DetourNavMesh.h>

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fray {

/// Another polygon of the mesh that lies over a polygon.
struct Overlap {
    uint32_t polygon = 0;
    bool joins = false; ///< the two overlap by more than least_overlap, so they are on the same island
};

/// What all floors of a mesh share, with obstacles and without. The bare floor is the floor without obstacles.
struct FloorBase {
    std::vector<Edge> edges;     ///< of the bare floor
    std::vector<Portal> portals; ///< of the bare floor
    /// By polygon of the bare floor: the number of its first border; and at the end the number of all.
    std::vector<uint32_t> first_border;
    std::unordered_map<Spot, uint32_t, SpotHash> corner_numbers; ///< of FloorShapes::corners of the bare floor
    /// Pairs of polygons that Detour links, but that do not both have a portal to the other. Sorted, and both ways.
    std::vector<std::pair<uint32_t, uint32_t>> loose_links;

    /// By polygon: the others that lie over it. Empty if they are more than most_overlaps.
    std::vector<std::vector<Overlap>> overlaps;
};

/// The shapes of a floor. It holds only walkable polygons, sorted by tile.
struct FloorShapes {
    std::shared_ptr<const FloorBase> base;
    Polygons polygons;
    Borders borders;
    SharedArray<Spot, 8> corners;        ///< ends of portals
    SharedArray<uint8_t, 10> sticks_out; ///< by corner: 1 if a wall's corner sticks out there, so that paths can turn
    uint32_t polygon_count = 0;
    uint32_t island_count = 0;
    Spot low, high;      ///< m, of the box around all polygons of the bare floor
    double hair = 0.001; ///< m, see NavMesh::hair
};

/// Makes the shapes. A part of an edge that no neighbour shares is a border, unless another floor above or below
/// continues on both sides of it. Polygons of different tiles may share only parts of their edges. `name` stands for
/// the mesh in errors. Throws std::invalid_argument if too many polygons lie over each other.
FloorShapes shapes_of(const dtNavMesh& mesh, const std::string& name);

} // namespace fray
