// Navmeshes: the bytes of Detour tiles, and what a world does on them.
#include "fuzz/fuzz.h"
#include "fuzz/patches.h"
#include "fuzz/walk.h"

#include "spatial/detour_tiles.h"

#include "fray/spatial/grid_map.h"
#include "fray/spatial/navmesh.h"

#include <array>
#include <vector>

namespace fray::fuzz {
namespace {

std::vector<std::byte> meshed_grid() {
    std::vector<uint8_t> cells(12 * 12, 1);
    for (size_t line = 0; line < 12; ++line) cells[line * 12 + 6] = line == 3 || line == 9;
    const GridMap map = GridMap::create(12, 12, cells, 1.0f, {}).value();
    std::vector<std::byte> bytes;
    expect(NavMesh::from_grid(map, 0.25f).value().write(&bytes), "write");
    return bytes;
}

} // namespace

const size_t input_head = 1; ///< bytes before the patches: the mesh

void run(Input input) {
    static const std::array<std::vector<std::byte>, 3> meshes = {
        test::tile_of(test::two_squares()), test::set_of({test::tile_of(test::two_squares())}, 10.0f), meshed_grid()};
    std::vector<std::byte> bytes = meshes[input.value<uint8_t>() % meshes.size()];
    apply_patches(input, bytes);
    auto made = NavMesh::parse(bytes, "fuzz.navmesh");
    if (!made) return expect(!made.error_text().empty(), "refused without a word");
    const auto ground = std::make_shared<const NavMesh>(std::move(*made));
    walk_on(ground, ground->low(), ground->high());
}

} // namespace fray::fuzz
