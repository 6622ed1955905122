// Hand-made tiles of Detour, for tests of navmeshes.
#pragma once

#include <cstddef>
#include <vector>

namespace fray::test {

/// Corners are in tenths of a metre: x, height, y. Polygons have up to six corners, clockwise or counter-clockwise.
struct HandMesh {
    std::vector<unsigned short> corners;
    std::vector<std::vector<unsigned short>> polygons;
    std::vector<unsigned short> flags; ///< of the first polygons; the others have 1
    int tile_x = 0, tile_y = 0;
    float low[3] = {0.0f, 0.0f, 0.0f}, high[3] = {100.0f, 10.0f, 100.0f};
    std::vector<float> jump; ///< an off-mesh connection: x, height, y of its start and of its end
};

/// Two squares of 10 m side by side: corners 0 to 2 at y = 0, corners 3 to 5 at y = 10.
HandMesh two_squares();
/// The two squares, and a deck that lies over the edge of the second.
HandMesh two_squares_and_a_deck();
/// A road along x, and a deck of 4 m width that crosses it 5 m above it and is not joined to it.
HandMesh deck_over_a_road();

/// Makes a tile with dtCreateNavMeshData. Polygons are joined at common edges. Edges on the sides of the box lead to
/// other tiles.
std::vector<std::byte> tile_of(const HandMesh& mesh);
/// Makes a set of tiles in the format of RecastDemo.
std::vector<std::byte> set_of(const std::vector<std::vector<std::byte>>& tiles, float side);
/// A set of two tiles with edges that end at different points: the left tile reaches up to 7 m, the right tile begins
/// at 3 m and has two polygons.
std::vector<std::byte> two_tiles();

} // namespace fray::test
