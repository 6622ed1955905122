#include "detour.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>

namespace fray {
namespace {

const dtMeshHeader& header_of(const std::vector<std::byte>& tile) {
    return *reinterpret_cast<const dtMeshHeader*>(tile.data());
}

dtNavMeshParams params_of(const TileSet& set) {
    dtNavMeshParams params = {};
    std::copy(set.origin, set.origin + 3, params.orig);
    params.tileWidth = set.tile_width, params.tileHeight = set.tile_height;
    params.maxTiles = static_cast<int>(set.tiles.size());
    params.maxPolys = 1;
    for (const auto& tile : set.tiles) params.maxPolys = std::max(params.maxPolys, header_of(tile).polyCount);
    return params;
}

} // namespace

DetourMesh make_detour_mesh(const TileSet& set, const std::string& name) {
    DetourMesh mesh(dtAllocNavMesh());
    if (mesh == nullptr) throw std::bad_alloc();
    const dtNavMeshParams params = params_of(set);
    if (dtStatusFailed(mesh->init(&params)))
        throw std::invalid_argument(name + ": given " + std::to_string(params.maxTiles) + " tiles of up to " +
                                    std::to_string(params.maxPolys) +
                                    " polygons; allowed: 4194304 in all, each rounded up to a power of two");
    for (size_t i = 0; i < set.tiles.size(); ++i) {
        const auto& tile = set.tiles[i];
        auto* const data = static_cast<unsigned char*>(dtAlloc(tile.size(), DT_ALLOC_PERM));
        if (data == nullptr) throw std::bad_alloc();
        std::memcpy(data, tile.data(), tile.size());
        const dtMeshHeader& header = header_of(tile);
        if (dtStatusFailed(mesh->addTile(data, static_cast<int>(tile.size()), DT_TILE_FREE_DATA, 0, nullptr))) {
            dtFree(data);
            throw std::invalid_argument(name + ": tile " + std::to_string(i) + " lies at " + std::to_string(header.x) +
                                        ", " + std::to_string(header.y) + ", layer " + std::to_string(header.layer) +
                                        ", where another tile is");
        }
    }
    return mesh;
}

} // namespace fray
