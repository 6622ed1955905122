// What changes of floors touch (links.h).
#pragma once

#include "circles/circle_views.h"
#include "parallel.h"
#include "perception/perception.h"
#include "perception/squad_memories.h"
#include "storage/part.h"
#include "storage/views.h"

namespace fray {

/// Who changes the floors of agents, or those that their orders name (links.h).
struct FloorChanges : Views<Read<column::id, column::floor>, Write<column::orders>, Perception> {
    using Views::Views;
};

} // namespace fray
