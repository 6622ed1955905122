// Agents in a picture: as marks where there is room, as points of light where there is not.
#pragma once

#include "marks.h"
#include "view.h"

namespace fray::demo {

/// Pixels that the mark of an agent of this radius (m) takes up.
float mark_radius(const View& view, const World& world, float radius);

void draw_crowd(Canvas& canvas, const Palette& palette, const View& view, const World& world);

} // namespace fray::demo
