// Draws the state of the stage manager: circles, slots, lines from agents to their targets, projectiles.
#pragma once

#include "palette.h"
#include "view.h"

namespace fray::demo {

void draw_circles(Canvas& canvas, const Palette& palette, const View& view, const World& world);
void draw_target_lines(Canvas& canvas, const Palette& palette, const View& view, const World& world);
/// Draws projectiles at their present position.
void draw_projectiles(Canvas& canvas, const Palette& palette, const View& view, const World& world);

} // namespace fray::demo
