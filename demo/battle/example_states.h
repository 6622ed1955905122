// Two states of the program's own, as any host may add them (engine/docs/states.md): `flee` and `guard`.
#pragma once

#include "fray/fray.h"

#include <vector>

namespace fray::demo {

/// Both; `post_column`: the number of their column.
std::vector<StateDef> example_states(uint32_t post_column = 1);

/// Adds both, and a column for the posts of guards; before any archetype.
void add_example_states(World& world);

} // namespace fray::demo
