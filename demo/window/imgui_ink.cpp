#include "imgui_ink.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <imgui.h>
#include <numbers>

namespace fray::demo {
namespace {

constexpr float two_pi = 2.0f * std::numbers::pi_v<float>;

ImVec2 point(Vec2 p) { return {p.x, p.y}; }

ImU32 shade(Colour colour, float alpha) {
    const auto [r, g, b] = bytes_of(colour);
    return IM_COL32(r, g, b, static_cast<int>(std::clamp(alpha, 0.0f, 1.0f) * 255.0f + 0.5f));
}

/// Dear ImGui smooths the edges of a polygon if its corners are clockwise on the screen.
std::array<ImVec2, 8> clockwise(std::span<const Vec2> corners) {
    std::array<ImVec2, 8> points;
    const size_t count = std::min(corners.size(), points.size());
    float area = 0.0f;
    for (size_t i = 0; i < count; ++i) {
        const Vec2 a = corners[i], b = corners[(i + 1) % count];
        area += a.x * b.y - a.y * b.x;
        points[i] = point(a);
    }
    if (area < 0.0f) std::reverse(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(count));
    return points;
}

int corner_count(std::span<const Vec2> corners) { return static_cast<int>(std::min<size_t>(corners.size(), 8)); }

} // namespace

void ImguiInk::rectangle(Vec2 from, Vec2 to, Colour colour, float alpha) {
    list_.AddRectFilled(point(from), point(to), shade(colour, alpha));
}

void ImguiInk::disc(Vec2 centre, float radius, Colour colour, float alpha) {
    list_.AddCircleFilled(point(centre), radius, shade(colour, alpha));
}

void ImguiInk::ring(Vec2 centre, float radius, float width, Colour colour, float alpha) {
    list_.AddCircle(point(centre), radius, shade(colour, alpha), 0, width);
}

void ImguiInk::dashed_ring(Vec2 centre, float radius, float width, int dashes, Colour colour, float alpha) {
    const float step = two_pi / static_cast<float>(std::max(dashes, 1));
    for (int i = 0; i < dashes; ++i) {
        const float from = step * static_cast<float>(i);
        stroke_arc(centre, radius, width, from, from + 0.5f * step, colour, alpha);
    }
}

void ImguiInk::line(Vec2 from, Vec2 to, float width, Colour colour, float alpha) {
    list_.AddLine(point(from), point(to), shade(colour, alpha), width);
}

void ImguiInk::arc(Vec2 centre, float radius, float width, Vec2 middle, float half_angle, Colour colour, float alpha) {
    const float angle = std::atan2(middle.y, middle.x);
    stroke_arc(centre, radius, width, angle - half_angle, angle + half_angle, colour, alpha);
}

void ImguiInk::stroke_arc(Vec2 centre, float radius, float width, float from, float to, Colour colour, float alpha) {
    if (to <= from) return;
    list_.PathArcTo(point(centre), radius, from, to);
    list_.PathStroke(shade(colour, alpha), 0, width);
}

void ImguiInk::polygon(std::span<const Vec2> corners, Colour colour, float alpha) {
    list_.AddConvexPolyFilled(clockwise(corners).data(), corner_count(corners), shade(colour, alpha));
}

void ImguiInk::polygon_outline(std::span<const Vec2> corners, float width, Colour colour, float alpha) {
    list_.AddPolyline(clockwise(corners).data(), corner_count(corners), shade(colour, alpha), ImDrawFlags_Closed,
                      width);
}

} // namespace fray::demo
