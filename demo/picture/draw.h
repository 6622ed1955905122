// Draws a battle as a picture.
#pragma once

#include "canvas.h"
#include "fray/battle.h"
#include "recent.h"

namespace fray::demo {

struct DrawOptions {
    int width = 1600;
    int height = 900;
    Vec2 focus{}; ///< m, centre of the picture
    /// m, width of the shown area. 0, or an area without a living agent: all agents if they fill the picture, else the
    /// part with the most attacks.
    float focus_width = 0.0f;
};

Canvas draw(const Battle& battle, const DrawOptions& options);

struct View;
/// Draws the world into the field of the view. Bands of the picture are drawn at the same time.
void draw_field(Canvas& canvas, const View& view, const World& world, const Moment& moment);

} // namespace fray::demo
