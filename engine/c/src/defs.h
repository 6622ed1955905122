// Defs from C's structs to the engine's, and their defaults back. The C structs' fields are listed once, for both ways.
#pragma once

#include "fray/fray_c.h"

#include "fray/world.h"

namespace fray::c {

/// What stands in a def that its fray_default_ function has filled in.
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

// Each throws Refused where a cookie, or a list, is missing. The engine checks the figures.
WorldDef world_def(const fray_world_def& def, JobSystem* jobs);
ArchetypeDef archetype_def(const fray_archetype_def& def);
SquadDef squad_def(const fray_squad_def& def);
SpawnDef spawn_def(const fray_spawn_def& def);
DetailDef detail_def(const fray_detail_def& def);
Order order_def(const fray_order& def);
HostPoses host_poses(const fray_host_poses& def);

/// Without its lists; names are the def's own.
fray_archetype_def figures_of(const ArchetypeDef& def);

} // namespace fray::c
