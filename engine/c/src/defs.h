// Converts C structs to the engine's definitions, and their default values back. Both directions follow the engine's
// lists of fields (fray/defs.h).
#pragma once

#include "fray/fray_c.h"

#include "fray/world.h"

namespace fray::c {

// Each function throws Refused if a struct was not initialised or a list is missing. Only fray_world_def is checked by
// the caller. The engine checks the values.
WorldDef world_def(const fray_world_def& def, JobSystem* jobs);
ArchetypeDef archetype_def(const fray_archetype_def& def);
SquadDef squad_def(const fray_squad_def& def);
SpawnDef spawn_def(const fray_spawn_def& def);
DetailDef detail_def(const fray_detail_def& def);
Order order_def(const fray_order& def);
HostPoses host_poses(const fray_host_poses& def);

fray_order order_def(const Order& order);
/// The points are those of `def`.
fray_detail_def detail_def(const DetailDef& def);
/// An archetype without its lists. The names point into `def`.
fray_archetype_def figures_of(const ArchetypeDef& def);

} // namespace fray::c
