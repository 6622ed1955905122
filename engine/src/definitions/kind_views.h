// The definitions subsystem: the archetypes, monsters, teams and states of a world, checked and compiled. `kinds`
// changes only between frames and in reloads.
#pragma once

#include "definitions/kinds.h"
#include "ranks/divided_loops.h"

namespace fray {

/// The agents that are wider or faster than their archetype says, because the host has changed them (bodies.h).
struct ChangedBodies {
    Vector<uint32_t> agents; ///< indices of their ids, each once, in any order
    float widest = 0.0f;     ///< m: the greatest of their radii
};

FRAY_PART(ChangedBodies, bodies);

/// Who refreshes what follows from all definitions: it may enable columns.
struct KindChanges : Views<Agents, Kinds> {
    using Views::Views;
};
/// Who ends acts of monsters.
struct ActChanges : Views<const Clock, const Kinds, ListsById<RunningAct>> {
    using Views::Views;
};

} // namespace fray
