// A picture in memory that antialiased shapes can be drawn into. Coordinates are pixels: x points to the right, y down.
#pragma once

#include "fray/defs.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace fray::demo {

/// A colour in linear light; each component is 0 to 1.
struct Colour {
    float r = 0.0f;
    float g = 0.0f;
    float b = 0.0f;
};

/// Converts an sRGB colour 0xRRGGBB.
Colour colour_of(uint32_t hex);
Colour mix(Colour a, Colour b, float part_of_b);

class Canvas {
public:
    Canvas(int width, int height, Colour ground);

    int width() const { return width_; }
    int height() const { return height_; }

    void blend(int x, int y, Colour colour, float alpha);
    void rectangle(Vec2 from, Vec2 to, Colour colour, float alpha = 1.0f);
    void disc(Vec2 centre, float radius, Colour colour, float alpha = 1.0f);
    void ring(Vec2 centre, float radius, float width, Colour colour, float alpha = 1.0f);
    void dashed_ring(Vec2 centre, float radius, float width, int dashes, Colour colour, float alpha = 1.0f);
    void line(Vec2 from, Vec2 to, float width, Colour colour, float alpha = 1.0f);
    /// Fills a convex polygon. The corners may be in either order, clockwise or counter-clockwise.
    void polygon(std::span<const Vec2> corners, Colour colour, float alpha = 1.0f);
    void polygon_outline(std::span<const Vec2> corners, float width, Colour colour, float alpha = 1.0f);
    /// Draws a text; `at` is its upper left corner. Only ASCII can be drawn: other characters become '?'.
    void text(Vec2 at, float scale, std::string_view text, Colour colour, float alpha = 1.0f);
    static float text_width(std::string_view text, float scale);

    /// The pixels as rows of RGB from the top, as PNG stores them.
    std::vector<uint8_t> pixels() const;

private:
    template <class Coverage> void shade(Vec2 from, Vec2 to, Colour colour, float alpha, Coverage coverage);

    int width_;
    int height_;
    std::vector<Colour> colours_;
};

} // namespace fray::demo
