#include "ground_picture.h"

#include <algorithm>
#include <cmath>

namespace fray::demo {

/// Samples every other pixel, and draws neighbouring blocked samples as a single bar.
void draw_ground(Canvas& canvas, const Palette& palette, const View& view, const World& world) {
    const Ground* const ground = world.ground();
    if (ground == nullptr) return;
    constexpr int step = 2; // pixels
    const auto point = [&](float x, float y) {
        return Vec2{view.centre.x + (x - view.middle.x) / view.scale, view.centre.y - (y - view.middle.y) / view.scale};
    };
    const PixelBox& box = canvas.box();
    for (int y = box.top; y < box.bottom; y += step) {
        const auto bottom = static_cast<float>(std::min(y + step, box.bottom));
        int begin = box.left;
        for (int x = box.left; x <= box.right + step; x += step) {
            const bool blocked = x < box.right && !ground->walkable(point(static_cast<float>(x) + 0.5f * step,
                                                                          static_cast<float>(y) + 0.5f * step));
            if (blocked) continue;
            if (begin < x)
                canvas.rectangle({static_cast<float>(begin), static_cast<float>(y)}, {static_cast<float>(x), bottom},
                                 palette.wall);
            begin = x + step;
        }
    }
}

} // namespace fray::demo
