// Two example states added by the program, as any host can add them (engine/docs/states.md): `flee` and `guard`.
#pragma once

#include "fray/fray.h"

#include <vector>

namespace fray::demo {

/// The definitions of both states. `post_column`: number of the user column that stores each guard's post.
std::vector<StateDef> example_states(uint32_t post_column = 1);

/// Adds both states and the column for the guards' posts. Call it before any archetype is added.
void add_example_states(World& world);

} // namespace fray::demo
