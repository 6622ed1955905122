// Converts user states, for the functions that add a state, start a replay or follow another rank.
#pragma once

#include "open_world.h"

namespace fray::c {

using StateContexts = std::vector<std::unique_ptr<StateContext>>;

/// Converts a user state of a world; a null id: of a world without one. The result refers to a context that is added to
/// `contexts`, so it must not outlive them.
StateDef state_def(StateContexts& contexts, fray_world_id world, const fray_state_def& def);
/// Converts a list of user states. Throws Refused if it is null or too long.
std::vector<StateDef> state_defs(StateContexts& contexts, fray_world_id world, const fray_state_def* states,
                                 size_t count);

} // namespace fray::c
