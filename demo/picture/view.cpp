#include "view.h"

#include <algorithm>
#include <cmath>

namespace fray::demo {
namespace {

constexpr float panel_height = 50.0f; ///< pixels, height of the title panel and of the legend when `ui` is 1
constexpr float margin_share = 0.06f;

struct Bounds {
    Vec2 least{1e9f, 1e9f};
    Vec2 greatest{-1e9f, -1e9f};
};

Bounds bounds_of(const World& world) {
    Bounds bounds;
    for (const Vec2 p : world.positions()) {
        bounds.least = {std::min(bounds.least.x, p.x), std::min(bounds.least.y, p.y)};
        bounds.greatest = {std::max(bounds.greatest.x, p.x), std::max(bounds.greatest.y, p.y)};
    }
    return world.agent_count() > 0 ? bounds : Bounds{{-1.0f, -1.0f}, {1.0f, 1.0f}};
}

} // namespace

bool View::sees(Vec2 p, float margin) const {
    return p.x > -margin && p.x < 2.0f * middle.x + margin && p.y > top - margin && p.y < bottom + margin;
}

float round_length(float least) {
    const float power = std::pow(10.0f, std::floor(std::log10(least)));
    for (const float step : {1.0f, 2.0f, 5.0f}) {
        if (step * power >= least) return step * power;
    }
    return 10.0f * power;
}

View view_of(const World& world, const DrawOptions& options) {
    View view;
    const auto width = static_cast<float>(options.width);
    const auto height = static_cast<float>(options.height);
    view.ui = std::clamp(std::min(height / 900.0f, width / 1400.0f), 0.5f, 4.0f);
    view.top = panel_height * view.ui;
    view.bottom = height - panel_height * view.ui;
    view.middle = {0.5f * width, 0.5f * (view.top + view.bottom)};
    if (options.focus_width > 0.0f) {
        view.centre = options.focus;
        view.scale = width / options.focus_width;
        return view;
    }
    const Bounds bounds = bounds_of(world);
    view.centre = {0.5f * (bounds.least.x + bounds.greatest.x), 0.5f * (bounds.least.y + bounds.greatest.y)};
    const float across = std::max(bounds.greatest.x - bounds.least.x, 8.0f);
    const float deep = std::max(bounds.greatest.y - bounds.least.y, 8.0f);
    const float room = 1.0f - 2.0f * margin_share;
    view.scale = std::min(width * room / across, (view.bottom - view.top) * room / deep);
    return view;
}

} // namespace fray::demo
