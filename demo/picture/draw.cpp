#include "draw.h"

#include "crowd.h"
#include "ground_picture.h"
#include "legend.h"
#include "palette.h"
#include "stage_marks.h"
#include "view.h"

#include <algorithm>
#include <cmath>
#include <oneapi/tbb/parallel_for.h>

namespace fray::demo {
namespace {

constexpr int band_height = 48; ///< pixels

} // namespace

void draw_field(Canvas& canvas, const View& view, const World& world, const Moment& moment) {
    const std::vector<Mark> crowd = crowd_of(view, world, moment);
    const StageMarks stage = stage_marks_of(view, world, moment);
    const PixelBox field = {static_cast<int>(std::floor(view.left)), static_cast<int>(std::floor(view.top)),
                            static_cast<int>(std::ceil(view.right)), static_cast<int>(std::ceil(view.bottom))};
    const int bands = (field.height() + band_height - 1) / band_height;
    tbb::parallel_for(0, bands, [&](int i) {
        const int top = field.top + i * band_height;
        Canvas band = canvas.part({field.left, top, field.right, std::min(top + band_height, field.bottom)});
        draw_ground(band, view, world);
        draw_grid(band, view);
        draw_links(band, view, world);
        draw_circles(band, stage);
        draw_target_lines(band, stage);
        draw_crowd(band, crowd);
        draw_projectiles(band, stage);
    });
    write_link_names(canvas, view, world);
}

Canvas draw(const Battle& battle, const DrawOptions& options) {
    const World& world = battle.world();
    const View view = view_of(world, options);
    Canvas canvas(options.width, options.height, palette.ground);
    draw_field(canvas, view, world, {});
    draw_panels(canvas, view, battle);
    return canvas;
}

} // namespace fray::demo
