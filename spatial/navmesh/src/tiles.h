// Tiles of a navmesh in Detour's format, checked, and cut down to what fray needs of them: corners, polygons, and room
// for links. Details of height, box trees and connections off the mesh are left out.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace fray {

struct TileSet {
    float origin[3] = {};
    float tile_width = 1.0f, tile_height = 1.0f;
    std::vector<std::vector<std::byte>> tiles; ///< each as dtNavMesh::addTile takes it
};

/// One tile, or a set of them. Throws std::invalid_argument: `name: what was given and what is allowed`.
TileSet read_tiles(std::span<const std::byte> bytes, const std::string& name);
/// Appends the set as RecastDemo saves it.
void append_tiles(const TileSet& set, std::vector<std::byte>* out);

} // namespace fray
