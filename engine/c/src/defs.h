// Converts C structs with lists to the engine's definitions, and their default values back. Both directions follow the
// engine's lists of fields (fray/lists.h). conversions.h has the structs without lists.
#pragma once

#include "fray/fray_c.h"

#include "fray/world.h"

namespace fray::c {

// The functions throw Refused if a struct was not initialised or a list is null; for fray_world_def the caller checks
// this. The engine checks the values.
/// The result points to `jobs`, `ranks` and `profiler`, which must outlive the world.
WorldDef world_def(const fray_world_def& def, JobSystem* jobs, Communicator* ranks, fray_profiler* profiler);
ArchetypeDef archetype_def(const fray_archetype_def& def);
DetailDef from_c(const fray_detail_def& def);
HostPoses host_poses(const fray_host_poses& def);

/// The result points to the points of `def`, so it must not outlive `def`.
fray_detail_def to_c(const DetailDef& def);
/// An archetype with empty lists. Its names point into `def`, so it must not outlive `def`.
fray_archetype_def figures_of(const ArchetypeDef& def);

} // namespace fray::c
