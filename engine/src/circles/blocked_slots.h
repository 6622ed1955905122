// Slots on which the ground lets no agent stand.
#pragma once

#include "circles/circles_layer.h"

namespace fray {

/// Looks round a circle's target for slots on blocked ground, if it has come to another place since that was last done.
/// Answers whether it has found others than before.
bool survey(CirclesLayer& core, Circle& circle);
/// Where it has not been done yet.
void survey_new_circles(CirclesLayer& core);

} // namespace fray
