// Converts C structs to the engine's definitions, and their default values back. Both directions follow the engine's
// lists of fields (fray/defs.h).
#pragma once

#include "fray/fray_c.h"

#include "fray/world.h"

namespace fray::c {

/// The value of `cookie` in a def that was filled in by its fray_default_ function.
enum : uint32_t {
    world_cookie = 0xf4a70001,
    archetype_cookie = 0xf4a70002,
    attack_cookie = 0xf4a70003,
    phase_cookie = 0xf4a70004,
    squad_cookie = 0xf4a70005,
    grid_cookie = 0xf4a70006,
    spawn_cookie = 0xf4a70007,
    detail_cookie = 0xf4a70008,
    poses_cookie = 0xf4a70009,
    state_cookie = 0xf4a7000a,
    recording_cookie = 0xf4a7000b,
    options_cookie = 0xf4a7000c,
    draw_cookie = 0xf4a7000d,
};

// Each function throws Refused if a cookie or a list is missing. Only the cookie of fray_world_def is checked by the
// caller. The engine checks the values.
WorldDef world_def(const fray_world_def& def, JobSystem* jobs);
ArchetypeDef archetype_def(const fray_archetype_def& def);
SquadDef squad_def(const fray_squad_def& def);
SpawnDef spawn_def(const fray_spawn_def& def);
DetailDef detail_def(const fray_detail_def& def);
Order order_def(const fray_order& def);
HostPoses host_poses(const fray_host_poses& def);

/// An archetype without its lists. The names point into `def`.
fray_archetype_def figures_of(const ArchetypeDef& def);

} // namespace fray::c
