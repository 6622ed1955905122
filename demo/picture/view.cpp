#include "view.h"

#include <algorithm>
#include <cmath>

namespace fray::demo {
namespace {

constexpr float panel_height = 50.0f; ///< pixels, height of the title panel and of the legend when `ui` is 1
} // namespace

bool View::sees(Vec2 p, float margin) const {
    return p.x > left - margin && p.x < right + margin && p.y > top - margin && p.y < bottom + margin;
}

void View::show(const Area& area) {
    centre = area.centre;
    scale = std::min(width() / area.size.x, height() / area.size.y);
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
    view.right = width;
    const Area focus{options.focus, {options.focus_width, options.focus_width * view.height() / view.width()}};
    view.show(options.focus_width > 0.0f && shows_agent(world, focus) ? focus
                                                                      : open_area(world, view.width(), view.height()));
    return view;
}

} // namespace fray::demo
