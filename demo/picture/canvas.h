// A picture in memory that antialiased shapes can be drawn into. Coordinates are pixels: x points to the right, y down.
#pragma once

#include "ink.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace fray::demo {

/// A rectangle of whole pixels, without its right column and its bottom row.
struct PixelBox {
    int left = 0, top = 0, right = 0, bottom = 0;

    int width() const { return right - left; }
    int height() const { return bottom - top; }
};

class Canvas final : public Ink {
public:
    Canvas(int width, int height, Colour ground);

    /// The same picture, in which only a part can be drawn into. Threads may draw into parts that do not overlap.
    Canvas part(PixelBox box) const;

    int width() const { return width_; }
    int height() const { return height_; }
    const PixelBox& box() const { return box_; } ///< the part that can be drawn into

    void blend(int x, int y, Colour colour, float alpha);
    void rectangle(Vec2 from, Vec2 to, Colour colour, float alpha = 1.0f) override;
    void disc(Vec2 centre, float radius, Colour colour, float alpha = 1.0f) override;
    void ring(Vec2 centre, float radius, float width, Colour colour, float alpha = 1.0f) override;
    void dashed_ring(Vec2 centre, float radius, float width, int dashes, Colour colour, float alpha = 1.0f) override;
    void line(Vec2 from, Vec2 to, float width, Colour colour, float alpha = 1.0f) override;
    void arc(Vec2 centre, float radius, float width, Vec2 middle, float half_angle, Colour colour,
             float alpha = 1.0f) override;
    void polygon(std::span<const Vec2> corners, Colour colour, float alpha = 1.0f) override;
    void polygon_outline(std::span<const Vec2> corners, float width, Colour colour, float alpha = 1.0f) override;
    /// Draws a text; `at` is its upper left corner, and capitals are about 7 pixels times `scale` high. Where the font
    /// of `font.h` is missing, only ASCII can be drawn: other characters become '?'.
    void text(Vec2 at, float scale, std::string_view text, Colour colour, float alpha = 1.0f);
    static float text_width(std::string_view text, float scale);

    /// The pixels as rows of RGB from the top, as PNG stores them.
    std::vector<uint8_t> pixels() const;

private:
    template <class Coverage> void shade(Vec2 from, Vec2 to, Colour colour, float alpha, Coverage coverage);
    /// `covers(d, length of d)`: whether the place at `d` from the centre belongs to the part.
    template <class Covers>
    void part_of_ring(Vec2 centre, float radius, float width, Colour colour, float alpha, Covers covers);

    int width_;
    int height_;
    PixelBox box_;
    std::shared_ptr<std::vector<Colour>> colours_;
};

} // namespace fray::demo
