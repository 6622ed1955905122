// Draws a battle as a picture.
#pragma once

#include "canvas.h"
#include "fray/battle.h"

namespace fray::demo {

struct DrawOptions {
    int width = 1600;
    int height = 900;
    Vec2 focus{};             ///< m
    float focus_width = 0.0f; ///< m; 0: shows all agents
};

Canvas draw(const Battle& battle, const DrawOptions& options);

} // namespace fray::demo
