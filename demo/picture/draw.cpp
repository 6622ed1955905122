#include "draw.h"

#include "crowd.h"
#include "ground_picture.h"
#include "legend.h"
#include "stage_marks.h"
#include "view.h"

namespace fray::demo {

Canvas draw(const Battle& battle, const DrawOptions& options) {
    const Palette palette;
    const World& world = battle.world();
    const View view = view_of(world, options);
    Canvas canvas(options.width, options.height, palette.ground);
    draw_ground(canvas, palette, view, world);
    draw_grid(canvas, palette, view);
    draw_circles(canvas, palette, view, world);
    draw_target_lines(canvas, palette, view, world);
    draw_crowd(canvas, palette, view, world);
    draw_projectiles(canvas, palette, view, world);
    draw_panels(canvas, palette, view, battle);
    return canvas;
}

} // namespace fray::demo
