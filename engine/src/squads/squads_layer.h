// The squads layer: which agents belong together, which of them leads, and how the others follow. It declares no
// system: apply_commands makes and changes squads, acquire_targets schedules their target scans, and resolve_hits
// replaces leaders that died. Reads terrain, because a follower on another island than its leader does not follow.
#pragma once

#include "squads/squads.h"
#include "terrain/terrain_layer.h"

namespace fray {

struct SquadsLayer : TerrainLayer {
    Squads squads;
};

} // namespace fray
