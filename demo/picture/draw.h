// Draws a battle as a picture.
#pragma once

#include "canvas.h"
#include "fray/battle.h"

namespace fray::demo {

struct DrawOptions {
    int width = 1600;
    int height = 900;
    Vec2 focus{};             ///< m, centre of the picture
    float focus_width = 0.0f; ///< m, width of the shown area; 0: shows all agents
};

Canvas draw(const Battle& battle, const DrawOptions& options);

} // namespace fray::demo
