#pragma once

#include "battle/setup.h"
#include "picture/picture.h"

namespace fray::demo {

/// Fights up to the frame of the picture and draws it. Returns the exit code.
int shot(const BattleChoice& battle, const PictureChoice& choice);

} // namespace fray::demo
