// Recast navmeshes of a scene's ground, exactly as large as its walkable cells. The grid already describes where
// agents' centres may be, so the mesh is not shrunk by the agent radius.
#pragma once

#include "scenes.h"

#include <DetourNavMesh.h>

#include <memory>

namespace fray::motion {

/// Calls the special functions that free objects of Recast and Detour.
template <auto free> struct FreeBy {
    template <typename T> void operator()(T* what) const { free(what); }
};
using NavMeshOwner = std::unique_ptr<dtNavMesh, FreeBy<dtFreeNavMesh>>;

/// x stays x, y becomes z. Without ground the mesh is a flat quad around the scene, with a margin. Throws
/// std::runtime_error if the mesh cannot be made, or if it differs in area from the cells.
NavMeshOwner build_navmesh(const Scene& scene);

} // namespace fray::motion
