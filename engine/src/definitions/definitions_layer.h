// The definitions subsystem: the archetypes, monsters, teams and states of a world, checked and compiled. `kinds`
// changes only between frames and in reloads.
#pragma once

#include "definitions/kinds.h"
#include "storage/storage_layer.h"

namespace fray {

struct DefinitionsLayer : StorageLayer {
    Kinds kinds;
    RunningActs acts; ///< the acts of monsters that run on agents
};

} // namespace fray
