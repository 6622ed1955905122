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
    for (int y = static_cast<int>(std::ceil(view.top)); static_cast<float>(y) < view.bottom; y += step) {
        const float bottom = std::min(static_cast<float>(y + step), view.bottom);
        int begin = 0;
        for (int x = 0; x <= canvas.width(); x += step) {
            const bool blocked = x < canvas.width() && !ground->walkable(point(static_cast<float>(x) + 0.5f * step,
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
