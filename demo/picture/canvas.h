// A picture in memory that antialiased shapes can be drawn into. Coordinates are pixels: x points to the right, y down.
#pragma once

#include "fray/defs.h"

#include <cstdint>
#include <memory>
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

/// A rectangle of whole pixels, without its right column and its bottom row.
struct PixelBox {
    int left = 0, top = 0, right = 0, bottom = 0;

    int width() const { return right - left; }
    int height() const { return bottom - top; }
};

class Canvas {
public:
    Canvas(int width, int height, Colour ground);

    /// The same picture, in which only a part can be drawn into. Threads may draw into parts that do not overlap.
    Canvas part(PixelBox box) const;

    int width() const { return width_; }
    int height() const { return height_; }
    const PixelBox& box() const { return box_; } ///< the part that can be drawn into

    void blend(int x, int y, Colour colour, float alpha);
    void rectangle(Vec2 from, Vec2 to, Colour colour, float alpha = 1.0f);
    void disc(Vec2 centre, float radius, Colour colour, float alpha = 1.0f);
    void ring(Vec2 centre, float radius, float width, Colour colour, float alpha = 1.0f);
    void dashed_ring(Vec2 centre, float radius, float width, int dashes, Colour colour, float alpha = 1.0f);
    void line(Vec2 from, Vec2 to, float width, Colour colour, float alpha = 1.0f);
    /// A part of a ring: up to `half_angle` (rad) to both sides of the direction `middle`, a unit vector.
    void arc(Vec2 centre, float radius, float width, Vec2 middle, float half_angle, Colour colour, float alpha = 1.0f);
    /// Fills a convex polygon of up to eight corners. They may be in either order, clockwise or counter-clockwise.
    void polygon(std::span<const Vec2> corners, Colour colour, float alpha = 1.0f);
    void polygon_outline(std::span<const Vec2> corners, float width, Colour colour, float alpha = 1.0f);
    /// Draws a text; `at` is its upper left corner, and capitals are about 7 pixels times `scale` high. Where the font
    /// of `font.h` is missing, only ASCII can be drawn: other characters become '?'.
    void text(Vec2 at, float scale, std::string_view text, Colour colour, float alpha = 1.0f);
    static float text_width(std::string_view text, float scale);

    /// The pixels as rows of RGB from the top, as PNG stores them.
    std::vector<uint8_t> pixels() const;

private:
    template <class Coverage> void shade(Vec2 from, Vec2 to, Colour colour, float alpha, Coverage coverage);

    int width_;
    int height_;
    PixelBox box_;
    std::shared_ptr<std::vector<Colour>> colours_;
};

} // namespace fray::demo
