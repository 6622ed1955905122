// Where nobody can walk, in a picture.
#pragma once

#include "palette.h"
#include "view.h"

namespace fray::demo {

void draw_ground(Canvas& canvas, const Palette& palette, const View& view, const World& world);

} // namespace fray::demo
