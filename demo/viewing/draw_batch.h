// A world's debug drawing as a few lists of vertices, for any renderer: marks of a size on the screen, lines,
// triangles, and texts. No window, no graphics library.
#pragma once

#include "camera.h"
#include "fray/debug_draw.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fray::demo {

/// A mark: round, of a size on the screen.
struct DrawMark {
    Vec2 at;         ///< m
    float pixels;    ///< across
    float filled;    ///< 0 to 1: how strong the inside is beside the rim
    uint32_t colour; ///< bytes r, g, b, a in memory
};

struct DrawVertex {
    Vec2 at; ///< m
    uint32_t colour;
};

struct DrawText {
    Vec2 at;
    uint32_t begin, length; ///< of the batch's letters
    uint32_t colour;
};

/// What is drawn before what comes after.
struct DrawGroup {
    size_t triangles = 0, lines = 0, marks = 0; ///< where its own begin
};

class DrawBatch final : public DebugDraw {
public:
    static constexpr size_t most_texts = 1500;
    /// Marks that would be larger are drawn with lines.
    static constexpr float largest_mark = 60.0f;

    /// Empties it, for a picture of so many pixels a metre.
    void begin(float scale);
    /// What follows lies over what was drawn so far; `filled`: of circles, how strong their inside is.
    void begin_group(float filled = 0.0f);

    /// Whether texts are taken; else they are left out. They are at first.
    void write_words(bool wanted) { writes_ = wanted; }

    void point(Vec2 at, float pixels, DrawColour colour) override;
    void line(Vec2 from, Vec2 to, DrawColour colour) override;
    void circle(Vec2 centre, float radius, DrawColour colour) override;
    void disc(Vec2 centre, float radius, DrawColour colour) override;
    void sector(Vec2 centre, float radius, float from, float sweep, DrawColour colour) override;
    void text(Vec2 at, const char* text, DrawColour colour) override;

    std::span<const DrawMark> marks() const { return marks_; }
    std::span<const DrawVertex> lines() const { return lines_; }
    std::span<const DrawVertex> triangles() const { return triangles_; }
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
    std::vector<DrawText> texts_;
    std::string letters_;
    size_t left_out_ = 0;
    std::vector<DrawGroup> groups_;
};

} // namespace fray::demo
