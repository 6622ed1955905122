// Makes Detour's mesh from a set of tiles, with all links between polygons.
#pragma once

#include "tiles.h"

#include <DetourNavMesh.h>

#include <memory>
#include <string>

namespace fray {

/// A deleter for objects that Recast and Detour allocate with functions of their own.
template <auto free> struct FreeBy {
    template <typename T> void operator()(T* what) const { free(what); }
};
using DetourMesh = std::unique_ptr<dtNavMesh, FreeBy<dtFreeNavMesh>>;

/// Makes the mesh. Throws std::invalid_argument, with a text that begins with `name`, if there are too many tiles or
/// polygons, or if two tiles have the same position.
DetourMesh make_detour_mesh(const TileSet& set, const std::string& name);

} // namespace fray
