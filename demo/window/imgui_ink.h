// Draws marks into a draw list of Dear ImGui, which smooths their edges.
#pragma once

#include "picture/ink.h"

struct ImDrawList;

namespace fray::demo {

class ImguiInk final : public Ink {
public:
    explicit ImguiInk(ImDrawList& list) : list_(list) {}

    void rectangle(Vec2 from, Vec2 to, Colour colour, float alpha = 1.0f) override;
    void disc(Vec2 centre, float radius, Colour colour, float alpha = 1.0f) override;
    void ring(Vec2 centre, float radius, float width, Colour colour, float alpha = 1.0f) override;
    void dashed_ring(Vec2 centre, float radius, float width, int dashes, Colour colour, float alpha = 1.0f) override;
    void line(Vec2 from, Vec2 to, float width, Colour colour, float alpha = 1.0f) override;
    void arc(Vec2 centre, float radius, float width, Vec2 middle, float half_angle, Colour colour,
             float alpha = 1.0f) override;
    void polygon(std::span<const Vec2> corners, Colour colour, float alpha = 1.0f) override;
    void polygon_outline(std::span<const Vec2> corners, float width, Colour colour, float alpha = 1.0f) override;

private:
    void stroke_arc(Vec2 centre, float radius, float width, float from, float to, Colour colour, float alpha);

    ImDrawList& list_;
};

} // namespace fray::demo
