// Health of the host's own for random dramas: archetypes with host_health, answers to hurts, health set by the host.
#pragma once

#include "judge.h"

namespace fray::model {

/// After the reloads, whose archetypes it sees to, and before the level of detail, whose reloads change nothing else.
void add_health(Drama& drama);

} // namespace fray::model
