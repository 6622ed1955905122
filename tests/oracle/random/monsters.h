// Monsters for random dramas: tables in which everything happens within seconds, summons, and a host that meddles with
// all of it.
#pragma once

#include "judge.h"

namespace fray::model {

/// Gives most brains of a drama monsters, its frames a pace at which seconds pass, and its host what to do with them.
void add_monsters(Drama& drama);

} // namespace fray::model
