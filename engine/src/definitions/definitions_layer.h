// What kinds of agents there are, checked and compiled. Written between frames and by reloads only.
#pragma once

#include "definitions/kinds.h"
#include "storage/storage_layer.h"

namespace fray {

struct DefinitionsLayer : StorageLayer {
    Kinds kinds;
    RunningActs acts; ///< of monsters' tables
};

} // namespace fray
