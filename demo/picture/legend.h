// Title, legend and scale of a picture.
#pragma once

#include "palette.h"
#include "view.h"

namespace fray::demo {

/// Behind everything: lines of round lengths.
void draw_grid(Canvas& canvas, const Palette& palette, const View& view);
/// In front of everything.
void draw_panels(Canvas& canvas, const Palette& palette, const View& view, const Battle& battle);

} // namespace fray::demo
