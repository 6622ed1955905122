// The marks of agents.
#pragma once

#include "canvas.h"
#include "fray/events.h"
#include "palette.h"

namespace fray::demo {

struct Mark {
    Vec2 at{};      ///< pixels
    Vec2 heading{}; ///< unit vector in pixel coordinates, y down
    float radius;   ///< pixels
    size_t team;
    State state;
};

/// Draws an agent large enough to show its team by shape, its state by filling, and its heading.
void draw_mark(Canvas& canvas, const Palette& palette, const Mark& mark);

} // namespace fray::demo
