#include "canvas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stb/stb_easy_font.h>
#include <string>

namespace fray::demo {
namespace {

float linear(uint32_t byte) {
    const float s = static_cast<float>(byte) / 255.0f;
    return s <= 0.04045f ? s / 12.92f : std::pow((s + 0.055f) / 1.055f, 2.4f);
}

uint8_t encoded(float light) {
    const float x = std::clamp(light, 0.0f, 1.0f);
    const float s = x <= 0.0031308f ? x * 12.92f : 1.055f * std::pow(x, 1.0f / 2.4f) - 0.055f;
    return static_cast<uint8_t>(s * 255.0f + 0.5f);
}

float length(Vec2 v) { return std::sqrt(v.x * v.x + v.y * v.y); }

/// The signed distance to the edges of a convex polygon, negative inside. Near corners it is slightly too small.
float polygon_distance(std::span<const Vec2> corners, Vec2 p, float orientation) {
    float distance = -1e9f;
    for (size_t i = 0; i < corners.size(); ++i) {
        const Vec2 a = corners[i];
        const Vec2 b = corners[(i + 1) % corners.size()];
        const Vec2 edge = {b.x - a.x, b.y - a.y};
        const float l = std::max(length(edge), 1e-6f);
        distance = std::max(distance, orientation * (edge.y * (p.x - a.x) - edge.x * (p.y - a.y)) / l);
    }
    return distance;
}

float orientation_of(std::span<const Vec2> corners) {
    float area = 0.0f;
    for (size_t i = 0; i < corners.size(); ++i) {
        const Vec2 a = corners[i];
        const Vec2 b = corners[(i + 1) % corners.size()];
        area += a.x * b.y - a.y * b.x;
    }
    return area >= 0.0f ? 1.0f : -1.0f;
}

struct Box {
    Vec2 from{}, to{};
};

Box box_of(std::span<const Vec2> points, float margin) {
    Box box{points[0], points[0]};
    for (const Vec2 p : points) {
        box.from = {std::min(box.from.x, p.x), std::min(box.from.y, p.y)};
        box.to = {std::max(box.to.x, p.x), std::max(box.to.y, p.y)};
    }
    return {{box.from.x - margin, box.from.y - margin}, {box.to.x + margin, box.to.y + margin}};
}

Box box_of(Vec2 centre, float radius) {
    return {{centre.x - radius, centre.y - radius}, {centre.x + radius, centre.y + radius}};
}

float segment_distance(Vec2 a, Vec2 b, Vec2 p) {
    const Vec2 along = {b.x - a.x, b.y - a.y};
    const float l2 = std::max(along.x * along.x + along.y * along.y, 1e-6f);
    const float t = std::clamp(((p.x - a.x) * along.x + (p.y - a.y) * along.y) / l2, 0.0f, 1.0f);
    return length({p.x - a.x - along.x * t, p.y - a.y - along.y * t});
}

std::string ascii(std::string_view text) {
    std::string plain;
    for (const char c : text) {
        if ((c & 0xC0) == 0x80) continue; // continuation byte of a character that became '?'
        plain += c >= 32 && c < 127 ? c : '?';
    }
    return plain;
}

} // namespace

Colour colour_of(uint32_t hex) { return {linear(hex >> 16 & 255), linear(hex >> 8 & 255), linear(hex & 255)}; }

Colour mix(Colour a, Colour b, float t) {
    return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

Canvas::Canvas(int width, int height, Colour ground)
    : width_(width), height_(height), colours_(static_cast<size_t>(width) * static_cast<size_t>(height), ground) {}

void Canvas::blend(int x, int y, Colour colour, float alpha) {
    if (x < 0 || y < 0 || x >= width_ || y >= height_ || alpha <= 0.0f) return;
    Colour& pixel = colours_[static_cast<size_t>(y) * static_cast<size_t>(width_) + static_cast<size_t>(x)];
    pixel = mix(pixel, colour, std::min(alpha, 1.0f));
}

template <class Coverage> void Canvas::shade(Vec2 from, Vec2 to, Colour colour, float alpha, Coverage coverage) {
    const auto pixel = [](float v, int most) {
        return static_cast<int>(std::clamp(std::floor(v), 0.0f, static_cast<float>(most)));
    };
    const int right = pixel(to.x + 1.0f, width_ - 1);
    const int bottom = pixel(to.y + 1.0f, height_ - 1);
    for (int y = pixel(from.y, height_); y <= bottom; ++y) {
        for (int x = pixel(from.x, width_); x <= right; ++x) {
            const float c = coverage(Vec2{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f});
            if (c > 0.0f) blend(x, y, colour, alpha * std::min(c, 1.0f));
        }
    }
}

void Canvas::rectangle(Vec2 from, Vec2 to, Colour colour, float alpha) {
    const auto overlap = [](float a, float b, float at) {
        return std::clamp(std::min(b, at + 0.5f) - std::max(a, at - 0.5f), 0.0f, 1.0f);
    };
    shade(from, to, colour, alpha, [&](Vec2 p) { return overlap(from.x, to.x, p.x) * overlap(from.y, to.y, p.y); });
}

void Canvas::disc(Vec2 centre, float radius, Colour colour, float alpha) {
    const Box box = box_of(centre, radius + 1.0f);
    shade(box.from, box.to, colour, alpha, [&](Vec2 p) {
        return radius + 0.5f - length({p.x - centre.x, p.y - centre.y});
    });
}

void Canvas::ring(Vec2 centre, float radius, float width, Colour colour, float alpha) {
    const Box box = box_of(centre, radius + width);
    shade(box.from, box.to, colour, alpha, [&](Vec2 p) {
        return 0.5f + 0.5f * width - std::abs(length({p.x - centre.x, p.y - centre.y}) - radius);
    });
}

void Canvas::dashed_ring(Vec2 centre, float radius, float width, int dashes, Colour colour, float alpha) {
    const Box box = box_of(centre, radius + width);
    shade(box.from, box.to, colour, alpha, [&](Vec2 p) {
        const Vec2 d = {p.x - centre.x, p.y - centre.y};
        const float turn = std::atan2(d.y, d.x) / (2.0f * std::numbers::pi_v<float>)+1.0f;
        const float phase = turn * static_cast<float>(dashes);
        if (phase - std::floor(phase) > 0.5f) return 0.0f;
        return 0.5f + 0.5f * width - std::abs(length(d) - radius);
    });
}

void Canvas::line(Vec2 from, Vec2 to, float width, Colour colour, float alpha) {
    const std::array<Vec2, 2> ends = {from, to};
    const Box box = box_of(ends, width);
    shade(box.from, box.to, colour, alpha, [&](Vec2 p) { return 0.5f + 0.5f * width - segment_distance(from, to, p); });
}

void Canvas::polygon(std::span<const Vec2> corners, Colour colour, float alpha) {
    const Box box = box_of(corners, 1.0f);
    const float orientation = orientation_of(corners);
    shade(box.from, box.to, colour, alpha, [&](Vec2 p) { return 0.5f - polygon_distance(corners, p, orientation); });
}

void Canvas::polygon_outline(std::span<const Vec2> corners, float width, Colour colour, float alpha) {
    const Box box = box_of(corners, width + 1.0f);
    const float orientation = orientation_of(corners);
    shade(box.from, box.to, colour, alpha,
          [&](Vec2 p) { return 0.5f + 0.5f * width - std::abs(polygon_distance(corners, p, orientation)); });
}

void Canvas::text(Vec2 at, float scale, std::string_view text, Colour colour, float alpha) {
    struct Vertex {
        float x, y, z;
        uint8_t rgba[4];
    };
    std::string plain = ascii(text);
    std::vector<Vertex> vertices(plain.size() * 32 * 4);
    const int quads = stb_easy_font_print(0.0f, 0.0f, plain.data(), nullptr, vertices.data(),
                                          static_cast<int>(vertices.size() * sizeof(Vertex)));
    for (size_t q = 0; q < static_cast<size_t>(quads); ++q) {
        const Vertex& a = vertices[q * 4];
        const Vertex& c = vertices[q * 4 + 2];
        rectangle({at.x + a.x * scale, at.y + a.y * scale}, {at.x + c.x * scale, at.y + c.y * scale}, colour, alpha);
    }
}

float Canvas::text_width(std::string_view text, float scale) {
    std::string plain = ascii(text);
    return static_cast<float>(stb_easy_font_width(plain.data())) * scale;
}

std::vector<uint8_t> Canvas::pixels() const {
    std::vector<uint8_t> bytes;
    bytes.reserve(colours_.size() * 3);
    for (const Colour& c : colours_) bytes.insert(bytes.end(), {encoded(c.r), encoded(c.g), encoded(c.b)});
    return bytes;
}

} // namespace fray::demo
