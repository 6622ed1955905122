// Two states of the program's own, as any host may add them (engine/docs/states.md): `flee` and `guard`.
#pragma once

#include "fray/fray.h"

namespace fray::demo {

/// Adds both, and a column for the posts of guards; before any archetype.
void add_example_states(World& world);

} // namespace fray::demo
