#pragma once

#include "battle/setup.h"
#include "picture/picture.h"

namespace fray::demo {

/// Runs the battle up to the frame of the picture and draws that frame. Returns the program's exit code.
int shot(const BattleChoice& battle, const PictureChoice& choice);

} // namespace fray::demo
