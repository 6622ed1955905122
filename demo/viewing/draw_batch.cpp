#include "draw_batch.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fray::demo {
namespace {

constexpr float two_pi = 2.0f * std::numbers::pi_v<float>;
/// The smallest size of a mark in pixels; without it a battle seen from afar would be invisible.
constexpr float smallest_mark = 1.6f;
constexpr float smallest_ring = 4.0f; ///< pixels across; a smaller ring becomes a point

/// Converts 0xRRGGBBAA to bytes r, g, b, a in memory.
uint32_t bytes_of(DrawColour colour) {
    return (colour >> 24) | ((colour >> 8) & 0xff00u) | ((colour << 8) & 0xff0000u) | (colour << 24);
}

Vec2 direction(float angle) { return {std::cos(angle), std::sin(angle)}; }

/// The number of corners that makes a circle look round.
int segments(float pixels) { return std::clamp(static_cast<int>(std::sqrt(pixels) * 4.0f), 12, 128); }

} // namespace

void DrawBatch::begin(float scale) {
    scale_ = scale;
    marks_.clear();
    lines_.clear();
    triangles_.clear();
    shapes_.clear();
    close_marks_.clear();
    texts_.clear();
    letters_.clear();
    groups_.clear();
    left_out_ = 0;
    writes_ = true;
    begin_group();
}

void DrawBatch::begin_group(float filled) {
    groups_.push_back({triangles_.size(), lines_.size(), marks_.size(), shapes_.size()});
    filled_ = filled;
}

void DrawBatch::point(Vec2 at, float size, DrawColour colour) { marks_.push_back({at, size, 1.0f, bytes_of(colour)}); }

void DrawBatch::line(Vec2 from, Vec2 to, DrawColour colour) {
    const uint32_t bytes = bytes_of(colour);
    lines_.push_back({from, bytes});
    lines_.push_back({to, bytes});
}

void DrawBatch::circle(Vec2 centre, float radius, DrawColour colour) {
    const float across = 2.0f * pixels(radius);
    if (across > largest_mark) return arc(centre, radius, 0.0f, two_pi, colour);
    const float filled = across < smallest_ring ? 1.0f : filled_;
    marks_.push_back({centre, std::max(across, smallest_mark), filled, bytes_of(colour)});
}

void DrawBatch::disc(Vec2 centre, float radius, DrawColour colour) {
    const float across = 2.0f * pixels(radius);
    if (across <= largest_mark) return point(centre, std::max(across, smallest_mark), colour);
    const int corners = segments(across);
    const uint32_t bytes = bytes_of(colour);
    const auto corner = [&](int i) {
        const float angle = two_pi * static_cast<float>(i) / static_cast<float>(corners);
        return DrawVertex{centre + radius * direction(angle), bytes};
    };
    for (int i = 0; i < corners; ++i) triangles_.insert(triangles_.end(), {{centre, bytes}, corner(i), corner(i + 1)});
}

void DrawBatch::sector(Vec2 centre, float radius, float from, float sweep, DrawColour colour) {
    arc(centre, radius, from, sweep, colour);
    if (sweep >= two_pi) return;
    for (const float angle : {from, from + sweep}) line(centre, centre + radius * direction(angle), colour);
}

void DrawBatch::arc(Vec2 centre, float radius, float from, float sweep, DrawColour colour) {
    const int corners =
        std::max(2, static_cast<int>(static_cast<float>(segments(2.0f * pixels(radius))) * sweep / two_pi));
    const float turn = sweep / static_cast<float>(corners);
    // Rotates the arm from corner to corner, which costs two products instead of a sine and a cosine per corner.
    const float c = std::cos(turn), s = std::sin(turn);
    Vec2 arm = radius * direction(from);
    for (int i = 0; i < corners; ++i) {
        const Vec2 next = {arm.x * c - arm.y * s, arm.x * s + arm.y * c};
        line(centre + arm, centre + next, colour);
        arm = next;
    }
}

void DrawBatch::shape(DrawShape shape, DrawColour fill, DrawColour rim) {
    shape.fill = bytes_of(fill);
    shape.rim = bytes_of(rim);
    shapes_.push_back(shape);
}

void DrawBatch::text(Vec2 at, const char* text, DrawColour colour) {
    if (!writes_ || texts_.size() == most_texts) {
        ++left_out_;
        return;
    }
    const auto begin = static_cast<uint32_t>(letters_.size());
    letters_ += text;
    texts_.push_back({at, begin, static_cast<uint32_t>(letters_.size()) - begin, bytes_of(colour)});
}

} // namespace fray::demo
