// Where agents want to be, and how they come there. Reads slots, targets and orders, writes positions and headings.
#pragma once

#include "engagement/engagement_layer.h"
#include "locomotion/locomotion.h"
#include "parallel.h"

namespace fray {

struct LocomotionLayer : EngagementLayer {
    Locomotion locomotion;
};

/// The grid of neighbours. Parallel over agents.
void refresh_neighbours(LocomotionLayer& core, Loops& loops);
Access refresh_neighbours_access();
/// Steering, separation, integration. Parallel over agents.
void move(LocomotionLayer& core, Loops& loops);
Access move_access();

} // namespace fray
