// The ways of walkers over a world's ground: who needs a new one is collected, and all are found in one go.
#pragma once

#include "locomotion/locomotion_layer.h"

namespace fray {

/// Of all who asked for one in the last frame (`Way::due`).
void find_due_ways(LocomotionLayer& core, Loops& loops);

/// Where to head for now, towards `goal`; asks for a new way where the known one will not do any more.
Vec2 heading_for(const LocomotionLayer& core, Way& way, Vec2 here, Vec2 goal, Serial serial);

} // namespace fray
