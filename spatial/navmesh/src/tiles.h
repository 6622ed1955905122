// Reads and writes tiles of a navmesh in Detour's format. It checks them and keeps only what fray needs: corners,
// polygons, and room for links. Height details, bounding volume trees and off-mesh connections are dropped.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace fray {

/// The tiles of a mesh, with their common origin and size as in dtNavMeshParams.
struct TileSet {
    float origin[3] = {};                        ///< m
    float tile_width = 1.0f, tile_height = 1.0f; ///< m
    std::vector<std::vector<std::byte>> tiles;   ///< each in the format of dtNavMesh::addTile
};

/// Reads a tile, or a set of tiles. Throws std::invalid_argument: `name: what was given and what is allowed`.
TileSet read_tiles(std::span<const std::byte> bytes, const std::string& name);
/// Appends the set in the format of RecastDemo (MSET).
void append_tiles(const TileSet& set, std::vector<std::byte>* out);

} // namespace fray
