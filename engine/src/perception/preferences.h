// Threat and taunts: how much nearer a target seems than it is.
#pragma once

#include "perception/perception_layer.h"

namespace fray {

/// Replaces what was said of the same target to the same viewer.
void set_preference(PerceptionLayer& core, const Preference& preference);
/// mm by which a target seems nearer; ids by index.
int32_t preference_of(const PerceptionLayer& core, uint32_t viewer, uint32_t target);

} // namespace fray
