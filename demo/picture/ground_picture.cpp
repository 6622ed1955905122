#include "ground_picture.h"

#include "palette.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <string>

namespace fray::demo {
namespace {

constexpr float link_width = 1.5f; // pixels

void draw_link(Canvas& canvas, const View& view, const NavLinkDef& link) {
    const Vec2 from = view.pixel(link.from), to = view.pixel(link.to);
    const float radius = link.radius * view.scale;
    const auto line = [&](Vec2 a, Vec2 b) { canvas.line(a, b, link_width, palette.link, 0.9f); };
    for (const Vec2 end : {from, to}) {
        canvas.disc(end, radius, palette.link, 0.05f);
        canvas.ring(end, radius, link_width, palette.link, 0.9f);
        const float arm = 0.7f * radius;
        if (link.open) continue;
        line(end + Vec2{-arm, -arm}, end + Vec2{arm, arm});
        line(end + Vec2{-arm, arm}, end + Vec2{arm, -arm});
    }
    const Vec2 way = to - from;
    const float length = std::hypot(way.x, way.y);
    if (length > 2.0f * radius) {
        const Vec2 along = way * (1.0f / length), across = {-along.y, along.x};
        const Vec2 tip = to - along * radius;
        const float head = std::clamp(0.5f * radius, 4.0f, 12.0f);
        line(from + along * radius, tip);
        for (const float side : {-0.5f, 0.5f})
            if (!link.bidirectional) line(tip, tip - along * head + across * (side * head));
    }
}

void write_name(Canvas& canvas, const View& view, const NavLinkDef& link) {
    const std::string name =
        fmt::format("floors {} {} {}", link.from_floor, link.bidirectional ? "and" : "to", link.to_floor);
    const float size = 1.3f * view.ui;
    const Vec2 below = view.pixel(link.from) + Vec2{0.0f, link.radius * view.scale + 4.0f};
    canvas.text(below - Vec2{0.5f * Canvas::text_width(name, size), 0.0f}, size, name, palette.text);
}

/// Calls `show(link)` for each link that can be seen.
template <typename Show> void for_links(const View& view, const World& world, Show&& show) {
    for (int number = 0; number < max_nav_links; ++number) {
        const std::optional<NavLinkDef> link = world.nav_link(number);
        if (!link) continue;
        const float margin = link->radius * view.scale + 40.0f;
        if (view.sees(view.pixel(link->from), margin) || view.sees(view.pixel(link->to), margin)) show(*link);
    }
}

} // namespace

/// Samples every other pixel, and draws neighbouring blocked samples as a single bar.
void draw_ground(Canvas& canvas, const View& view, const World& world) {
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

void draw_links(Canvas& canvas, const View& view, const World& world) {
    for_links(view, world, [&](const NavLinkDef& link) { draw_link(canvas, view, link); });
}

void write_link_names(Canvas& canvas, const View& view, const World& world) {
    for_links(view, world, [&](const NavLinkDef& link) { write_name(canvas, view, link); });
}

} // namespace fray::demo
