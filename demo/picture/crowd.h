// Draws agents as marks where there is room, else as points of light.
#pragma once

#include "marks.h"
#include "view.h"

namespace fray::demo {

/// The radius in pixels of the mark for an agent of radius `radius` in metres.
float mark_radius(const View& view, const World& world, float radius);

void draw_crowd(Canvas& canvas, const Palette& palette, const View& view, const World& world);

} // namespace fray::demo
