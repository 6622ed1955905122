// Tiles of Detour's by hand, for tests of navmeshes.
#pragma once

#include <cstddef>
#include <vector>

namespace fray::test {

/// Corners in tenths of a metre, as x, height, y; polygons of up to six of them, counter-clockwise or not.
struct HandMesh {
    std::vector<unsigned short> corners;
    std::vector<std::vector<unsigned short>> polygons;
    std::vector<unsigned short> flags; ///< of the first polygons; of the others 1
    int tile_x = 0, tile_y = 0;
    float low[3] = {0.0f, 0.0f, 0.0f}, high[3] = {100.0f, 10.0f, 100.0f};
    std::vector<float> jump; ///< a connection off the mesh: from x, height, y to the same
};

/// Of 10 m each, one beside the other: corners 0 to 2 below, 3 to 5 above.
HandMesh two_squares();

/// What dtCreateNavMeshData makes of it; edges that two polygons have in common join them, those on the box's sides
/// lead to other tiles.
std::vector<std::byte> tile_of(const HandMesh& mesh);
/// As RecastDemo saves them.
std::vector<std::byte> set_of(const std::vector<std::vector<std::byte>>& tiles, float side);

} // namespace fray::test
