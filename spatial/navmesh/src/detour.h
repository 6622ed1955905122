// Detour's mesh of a set of tiles.
#pragma once

#include "tiles.h"

#include <DetourNavMesh.h>

#include <memory>
#include <string>

namespace fray {

/// Destroys what Recast and Detour allocate in ways of their own.
template <auto free> struct FreeBy {
    template <typename T> void operator()(T* what) const { free(what); }
};
using DetourMesh = std::unique_ptr<dtNavMesh, FreeBy<dtFreeNavMesh>>;

/// With all links. Throws std::invalid_argument: `name: …`, where the tiles are too many, or two lie in one place.
DetourMesh make_detour_mesh(const TileSet& set, const std::string& name);

} // namespace fray
