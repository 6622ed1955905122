// Recast's meshes of a scene's ground, exactly as large as its cells: a grid says already where centres may be, so
// nothing is taken off for anybody's radius.
#pragma once

#include "scenes.h"

#include <DetourNavMesh.h>

#include <memory>

namespace fray::motion {

/// Destroys what Recast and Detour allocate in ways of their own.
template <auto free> struct FreeBy {
    template <typename T> void operator()(T* what) const { free(what); }
};
using NavMeshOwner = std::unique_ptr<dtNavMesh, FreeBy<dtFreeNavMesh>>;

/// x stays x, y becomes z. Without ground: a flat quad with room to spare around the scene. Throws std::runtime_error,
/// also where a mesh is not as large as its cells.
NavMeshOwner build_navmesh(const Scene& scene);

} // namespace fray::motion
