// Moving the origin for random dramas.
#pragma once

#include "judge.h"

namespace fray::model {

void add_shifts(Drama& drama);

} // namespace fray::model
