#include "canvas.h"

#include "font.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numbers>
#include <stb/stb_easy_font.h>
#include <string>

namespace fray::demo {
namespace {

float square(Vec2 v) { return glm::dot(v, v); }

/// A convex polygon as half planes.
class HalfPlanes {
public:
    explicit HalfPlanes(std::span<const Vec2> corners) : count_(std::min(corners.size(), planes_.size())) {
        float area = 0.0f;
        for (size_t i = 0; i < corners.size(); ++i) {
            const Vec2 a = corners[i], b = corners[(i + 1) % corners.size()];
            area += a.x * b.y - a.y * b.x;
        }
        const float orientation = area >= 0.0f ? 1.0f : -1.0f;
        for (size_t i = 0; i < count_; ++i) {
            const Vec2 a = corners[i], b = corners[(i + 1) % corners.size()];
            const Vec2 edge = b - a;
            const float l = orientation / std::max(glm::length(edge), 1e-6f);
            planes_[i] = {edge.y * l, -edge.x * l, (edge.x * a.y - edge.y * a.x) * l};
        }
    }

    /// The signed distance to the edges, negative inside. Near corners it is slightly too small.
    float distance(Vec2 p) const {
        float distance = -1e9f;
        for (size_t i = 0; i < count_; ++i)
            distance = std::max(distance, planes_[i].x * p.x + planes_[i].y * p.y + planes_[i].offset);
        return distance;
    }

private:
    struct Plane {
        float x, y, offset;
    };
    std::array<Plane, 8> planes_{};
    size_t count_;
};

struct Box {
    Vec2 from{}, to{};
};

Box box_of(std::span<const Vec2> points, float margin) {
    Box box{points[0], points[0]};
    for (const Vec2 p : points) box = {glm::min(box.from, p), glm::max(box.to, p)};
    return {box.from - margin, box.to + margin};
}

Box box_of(Vec2 centre, float radius) { return {centre - radius, centre + radius}; }

std::string ascii(std::string_view text) {
    std::string plain;
    for (const char c : text) {
        if ((c & 0xC0) == 0x80) continue; // continuation byte of a character that became '?'
        plain += c >= 32 && c < 127 ? c : '?';
    }
    return plain;
}

} // namespace

Canvas::Canvas(int width, int height, Colour ground)
    : width_(width), height_(height), box_{0, 0, width, height},
      colours_(
          std::make_shared<std::vector<Colour>>(static_cast<size_t>(width) * static_cast<size_t>(height), ground)) {}

Canvas Canvas::part(PixelBox box) const {
    Canvas part = *this;
    part.box_ = {std::max(box.left, box_.left), std::max(box.top, box_.top), std::min(box.right, box_.right),
                 std::min(box.bottom, box_.bottom)};
    return part;
}

void Canvas::blend(int x, int y, Colour colour, float alpha) {
    if (x < box_.left || y < box_.top || x >= box_.right || y >= box_.bottom || alpha <= 0.0f) return;
    Colour& pixel = (*colours_)[static_cast<size_t>(y) * static_cast<size_t>(width_) + static_cast<size_t>(x)];
    pixel = mix(pixel, colour, std::min(alpha, 1.0f));
}

template <class Coverage> void Canvas::shade(Vec2 from, Vec2 to, Colour colour, float alpha, Coverage coverage) {
    const auto pixel = [](float v, int least, int most) {
        return static_cast<int>(std::clamp(std::floor(v), static_cast<float>(least), static_cast<float>(most)));
    };
    const int right = pixel(to.x + 1.0f, box_.left - 1, box_.right - 1);
    const int bottom = pixel(to.y + 1.0f, box_.top - 1, box_.bottom - 1);
    for (int y = pixel(from.y, box_.top, box_.bottom); y <= bottom; ++y) {
        for (int x = pixel(from.x, box_.left, box_.right); x <= right; ++x) {
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
    const float inner = std::max(radius - 0.5f, 0.0f), outer = radius + 0.5f;
    shade(box.from, box.to, colour, alpha, [=](Vec2 p) {
        const float d = square(p - centre);
        if (d <= inner * inner) return 1.0f;
        return d >= outer * outer ? 0.0f : outer - std::sqrt(d);
    });
}

template <class Covers>
void Canvas::part_of_ring(Vec2 centre, float radius, float width, Colour colour, float alpha, Covers covers) {
    const Box box = box_of(centre, radius + width);
    const float reach = 0.5f + 0.5f * width, inner = std::max(radius - reach, 0.0f), outer = radius + reach;
    shade(box.from, box.to, colour, alpha, [=](Vec2 p) {
        const Vec2 d = p - centre;
        const float d2 = square(d);
        if (d2 <= inner * inner || d2 >= outer * outer) return 0.0f;
        const float l = std::sqrt(d2);
        return covers(d, l) ? reach - std::abs(l - radius) : 0.0f;
    });
}

void Canvas::ring(Vec2 centre, float radius, float width, Colour colour, float alpha) {
    part_of_ring(centre, radius, width, colour, alpha, [](Vec2, float) { return true; });
}

void Canvas::dashed_ring(Vec2 centre, float radius, float width, int dashes, Colour colour, float alpha) {
    part_of_ring(centre, radius, width, colour, alpha, [=](Vec2 d, float) {
        const float turn = std::atan2(d.y, d.x) / (2.0f * std::numbers::pi_v<float>)+1.0f;
        const float phase = turn * static_cast<float>(dashes);
        return phase - std::floor(phase) <= 0.5f;
    });
}

void Canvas::arc(Vec2 centre, float radius, float width, Vec2 middle, float half_angle, Colour colour, float alpha) {
    const float edge = std::cos(std::min(half_angle, std::numbers::pi_v<float>));
    part_of_ring(centre, radius, width, colour, alpha,
                 [=](Vec2 d, float l) { return glm::dot(d, middle) >= edge * l; });
}

void Canvas::line(Vec2 from, Vec2 to, float width, Colour colour, float alpha) {
    const std::array<Vec2, 2> ends = {from, to};
    const Box box = box_of(ends, width);
    const Vec2 along = to - from;
    const float scale = 1.0f / std::max(square(along), 1e-6f), reach = 0.5f + 0.5f * width;
    shade(box.from, box.to, colour, alpha, [=](Vec2 p) {
        const Vec2 d = p - from;
        const float t = std::clamp(glm::dot(d, along) * scale, 0.0f, 1.0f);
        const float d2 = square(d - along * t);
        return d2 >= reach * reach ? 0.0f : reach - std::sqrt(d2);
    });
}

void Canvas::polygon(std::span<const Vec2> corners, Colour colour, float alpha) {
    const Box box = box_of(corners, 1.0f);
    const HalfPlanes planes(corners);
    shade(box.from, box.to, colour, alpha, [&](Vec2 p) { return 0.5f - planes.distance(p); });
}

void Canvas::polygon_outline(std::span<const Vec2> corners, float width, Colour colour, float alpha) {
    const Box box = box_of(corners, width + 1.0f);
    const HalfPlanes planes(corners);
    shade(box.from, box.to, colour, alpha, [&](Vec2 p) { return 0.5f + 0.5f * width - std::abs(planes.distance(p)); });
}

void Canvas::text(Vec2 at, float scale, std::string_view text, Colour colour, float alpha) {
    if (Font::is_there()) return Font::draw(*this, at, scale, text, colour, alpha);
    struct Vertex {
        float x, y, z;
        uint8_t rgba[4];
    };
    std::string plain = ascii(text);
    std::vector<Vertex> vertices(plain.size() * 32 * 4);
    const int quads = stb_easy_font_print(0.0f, 0.0f, plain.data(), nullptr, vertices.data(),
                                          static_cast<int>(vertices.size() * sizeof(Vertex)));
    for (size_t q = 0; q < static_cast<size_t>(quads); ++q) {
        const auto corner = [&](size_t n) { return at + scale * Vec2{vertices[q * 4 + n].x, vertices[q * 4 + n].y}; };
        rectangle(corner(0), corner(2), colour, alpha);
    }
}

float Canvas::text_width(std::string_view text, float scale) {
    if (Font::is_there()) return Font::width(text, scale);
    std::string plain = ascii(text);
    return static_cast<float>(stb_easy_font_width(plain.data())) * scale;
}

std::vector<uint8_t> Canvas::pixels() const {
    std::vector<uint8_t> bytes(colours_->size() * 3);
    auto next = bytes.begin();
    for (const Colour& colour : *colours_) next = std::ranges::copy(bytes_of(colour), next).out;
    return bytes;
}

} // namespace fray::demo
