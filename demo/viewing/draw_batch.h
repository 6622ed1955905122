// Collects the drawing of a world as a few lists of vertices for any renderer: marks of a fixed size on the screen,
// lines, triangles, and texts. It needs no window and no graphics library.
#pragma once

#include "camera.h"
#include "fray/debug_draw.h"
#include "picture/marks.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fray::demo {

/// A round mark of a fixed size on the screen.
struct DrawMark {
    Vec2 at{};       ///< m
    float pixels;    ///< diameter
    float filled;    ///< opacity of the inside relative to the rim, 0 to 1
    uint32_t colour; ///< bytes r, g, b, a in memory
};

/// The shape of an agent's mark (picture/marks.h).
struct DrawShape {
    Vec2 at{};                           ///< m
    float radius = 0.0f;                 ///< pixels
    float outside = 0.0f, inside = 0.0f; ///< pixels of the rim around the shape, and within it
    Vec2 heading{};                      ///< unit vector, y up
    uint32_t shape = 0;                  ///< index of `mark_shape`
    uint32_t fill = 0, rim = 0;
};

struct DrawVertex {
    Vec2 at{}; ///< m
    uint32_t colour;
};

struct DrawText {
    Vec2 at{};
    uint32_t begin, length; ///< range of the text in the batch's letters
    uint32_t colour;
};

/// A group of primitives. Groups are drawn in order, later groups on top.
struct DrawGroup {
    size_t triangles = 0, lines = 0, marks = 0, shapes = 0; ///< the indices at which the group begins
};

class DrawBatch final : public DebugDraw {
public:
    static constexpr size_t most_texts = 1500;
    /// pixels; larger marks are drawn with lines
    static constexpr float largest_mark = 60.0f;

    /// Clears the batch, for a picture with `scale` pixels per metre.
    void begin(float scale);
    /// Begins a group on top of what was drawn so far. `filled`: opacity of the inside of circles.
    void begin_group(float filled = 0.0f);

    /// Whether texts are recorded; if not, they are dropped. The default is true.
    void write_words(bool wanted) { writes_ = wanted; }

    void point(Vec2 at, float pixels, DrawColour colour) override;
    void line(Vec2 from, Vec2 to, DrawColour colour) override;
    void circle(Vec2 centre, float radius, DrawColour colour) override;
    void disc(Vec2 centre, float radius, DrawColour colour) override;
    void sector(Vec2 centre, float radius, float from, float sweep, DrawColour colour) override;
    void text(Vec2 at, const char* text, DrawColour colour) override;
    /// Adds a shape in these colours.
    void shape(DrawShape shape, DrawColour fill, DrawColour rim);
    /// Adds a mark that `draw_mark` draws above all groups, with an ink of the renderer. In pixels of the camera.
    void close_mark(const Mark& mark) { close_marks_.push_back(mark); }

    std::span<const DrawMark> marks() const { return marks_; }
    std::span<const DrawVertex> lines() const { return lines_; }
    std::span<const DrawVertex> triangles() const { return triangles_; }
    std::span<const DrawShape> shapes() const { return shapes_; }
    std::span<const Mark> close_marks() const { return close_marks_; }
    std::span<const DrawText> texts() const { return texts_; }
    std::string_view words(const DrawText& text) const { return {letters_.data() + text.begin, text.length}; }
    size_t texts_left_out() const { return left_out_; }
    std::span<const DrawGroup> groups() const { return groups_; }

private:
    float pixels(float metres) const { return metres * scale_; }
    void arc(Vec2 centre, float radius, float from, float sweep, DrawColour colour);

    float scale_ = 1.0f;
    float filled_ = 0.0f;
    bool writes_ = true;
    std::vector<DrawMark> marks_;
    std::vector<DrawVertex> lines_, triangles_;
    std::vector<DrawShape> shapes_;
    std::vector<Mark> close_marks_;
    std::vector<DrawText> texts_;
    std::string letters_;
    size_t left_out_ = 0;
    std::vector<DrawGroup> groups_;
};

} // namespace fray::demo
