// Draws the ground that is not walkable.
#pragma once

#include "palette.h"
#include "view.h"

namespace fray::demo {

void draw_ground(Canvas& canvas, const Palette& palette, const View& view, const World& world);

} // namespace fray::demo
