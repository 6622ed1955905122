// Converts C structs to the engine's definitions, and their default values back. Both directions follow the engine's
// lists of fields (fray/defs.h).
#pragma once

#include "fray/fray_c.h"

#include "fray/world.h"

namespace fray::c {

// The functions throw Refused if a struct was not initialised or a list is null; for fray_world_def the caller checks
// this. The engine checks the values.
/// The result points to `jobs`, `ranks` and `profiler`, which must outlive the world.
WorldDef world_def(const fray_world_def& def, JobSystem* jobs, Communicator* ranks, fray_profiler* profiler);
ArchetypeDef archetype_def(const fray_archetype_def& def);
SquadDef squad_def(const fray_squad_def& def);
SpawnDef spawn_def(const fray_spawn_def& def);
DetailDef detail_def(const fray_detail_def& def);
Order order_def(const fray_order& def);
HostPoses host_poses(const fray_host_poses& def);

fray_order order_def(const Order& order);
LinkDef link_def(const fray_link_def& def);
fray_link_def link_def(const LinkDef& def);
/// The result points to the points of `def`, so it must not outlive `def`.
fray_detail_def detail_def(const DetailDef& def);
/// An archetype with empty lists. Its names point into `def`, so it must not outlive `def`.
fray_archetype_def figures_of(const ArchetypeDef& def);

} // namespace fray::c
