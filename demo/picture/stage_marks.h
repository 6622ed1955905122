// What the stage manager does, made visible: rings, slots, who fights whom, missiles.
#pragma once

#include "palette.h"
#include "view.h"

namespace fray::demo {

void draw_circles(Canvas& canvas, const Palette& palette, const View& view, const World& world);
void draw_target_lines(Canvas& canvas, const Palette& palette, const View& view, const World& world);
/// What is in flight, where it is by now.
void draw_missiles(Canvas& canvas, const Palette& palette, const View& view, const World& world);

} // namespace fray::demo
