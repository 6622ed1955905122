#include "labels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <numbers>
#include <utility>

namespace fray::demo {
namespace {

constexpr float cell = 6.0f;        ///< pixels, resolution of what is taken
constexpr float edge_margin = 6.0f; ///< pixels
constexpr std::array distances = {14.0f, 34.0f, 64.0f, 110.0f, 170.0f, 250.0f, 340.0f};
constexpr int directions = 16;
constexpr float search_step = 18.0f;
// What makes a place of a label worse, in pixels of distance.
constexpr float per_covered_cell = 200.0f, per_crossed_cell = 30.0f, on_its_disc = 1000.0f;
constexpr float for_staying = 30.0f; ///< what makes the last place better

} // namespace

Vec2 LabelBox::nearest(Vec2 point) const { return glm::clamp(point, low, high); }

void Labels::begin(Vec2 low, Vec2 high) {
    low_ = low;
    high_ = high;
    columns_ = std::max(static_cast<int>(std::ceil((high.x - low.x) / cell)), 1);
    rows_ = std::max(static_cast<int>(std::ceil((high.y - low.y) / cell)), 1);
    taken_.assign(static_cast<size_t>(columns_) * static_cast<size_t>(rows_), 0);
    last_ = std::exchange(this_, {});
}

Labels::Cells Labels::cells_of(const LabelBox& box) const {
    const auto index = [](float pixels) {
        return static_cast<int>(std::floor(std::clamp(pixels, -1e6f, 1e6f) / cell));
    };
    return {std::max(index(box.low.x - low_.x), 0), std::min(index(box.high.x - low_.x), columns_ - 1),
            std::max(index(box.low.y - low_.y), 0), std::min(index(box.high.y - low_.y), rows_ - 1)};
}

void Labels::block(const LabelBox& box) {
    const Cells cells = cells_of(box);
    for (int row = cells.top; row <= cells.bottom; ++row)
        for (int column = cells.left; column <= cells.right; ++column) taken_[index_of(row, column)] = 1;
}

void Labels::block(Vec2 centre, float radius) { block({centre - radius, centre + radius}); }

int Labels::covered(const LabelBox& box) const {
    const Cells cells = cells_of(box);
    int sum = 0;
    for (int row = cells.top; row <= cells.bottom; ++row)
        for (int column = cells.left; column <= cells.right; ++column) sum += taken_[index_of(row, column)];
    return sum;
}

/// Calls `visit` with the cells between a disc and a point.
template <class Visit> void Labels::for_cells_between(Vec2 from, float radius, Vec2 to, Visit visit) const {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    for (float at = radius + cell; at < length; at += cell) {
        const Vec2 point = from + (to - from) * at / length;
        const Cells here = cells_of({point, point});
        if (here.left <= here.right && here.top <= here.bottom) visit(index_of(here.top, here.left));
    }
}

int Labels::crossed(Vec2 from, float radius, Vec2 to) const {
    int sum = 0;
    for_cells_between(from, radius, to, [&](size_t index) { sum += taken_[index]; });
    return sum;
}

bool Labels::is_inside(const LabelBox& box) const {
    return box.low.x >= low_.x + edge_margin && box.low.y >= low_.y + edge_margin &&
           box.high.x <= high_.x - edge_margin && box.high.y <= high_.y - edge_margin;
}

void Labels::consider(Vec2 corner, float bonus, Vec2 centre, float radius, Vec2 size, Best& best) const {
    const Vec2 least = low_ + edge_margin;
    const Vec2 low = glm::clamp(corner, least, glm::max(high_ - edge_margin - size, least));
    const LabelBox box = {low, low + size};
    const Vec2 near = box.nearest(centre);
    const float distance = std::hypot(near.x - centre.x, near.y - centre.y);
    const float cost = per_covered_cell * static_cast<float>(covered(box)) +
                       per_crossed_cell * static_cast<float>(crossed(centre, radius, near)) +
                       (distance < radius ? on_its_disc : 0.0f) + distance - bonus;
    if (cost < best.cost) best = {cost, box};
}

LabelBox Labels::search(int64_t key, Vec2 centre, float radius, Vec2 size) const {
    Best best = {1e30f, {}};
    if (const auto before = last_.find(key); before != last_.end())
        consider(centre + before->second, for_staying, centre, radius, size, best);
    for (const float distance : distances) {
        for (int i = 0; i < directions; ++i) {
            const float angle = 2.0f * std::numbers::pi_v<float> * static_cast<float>(i) / directions;
            const Vec2 way = {std::cos(angle), std::sin(angle)};
            const Vec2 corner = centre + way * (radius + distance) + 0.5f * size * (way - 1.0f);
            consider(corner, 0.0f, centre, radius, size, best);
        }
    }
    if (covered(best.box) > 0) { // then anywhere
        for (float y = low_.y + edge_margin; y < high_.y - size.y; y += search_step)
            for (float x = low_.x + edge_margin; x < high_.x - size.x; x += search_step)
                consider({x, y}, 0.0f, centre, radius, size, best);
    }
    return best.box;
}

Labels::Led Labels::led(int64_t key, Vec2 centre, float radius, std::span<const Vec2> sizes) {
    Led led;
    do led.box = search(key, centre, radius, sizes[led.size]);
    while (covered(led.box) > 0 && led.size + 1 < sizes.size() && ++led.size);
    this_[key] = led.box.low - centre;
    block(led.box);
    for_cells_between(centre, radius, led.box.nearest(centre), [&](size_t index) { taken_[index] = 1; });
    return led;
}

std::optional<LabelBox> Labels::beside(Vec2 centre, float radius, Vec2 size) {
    const float out = radius + cell + 1.0f, aslant = 0.7f * out;
    const Vec2 half = 0.5f * size;
    const std::array<Vec2, 8> corners = {{{-half.x, -out - size.y},
                                          {-half.x, out},
                                          {out, -half.y},
                                          {-out - size.x, -half.y},
                                          {aslant, -aslant - size.y},
                                          {-aslant - size.x, -aslant - size.y},
                                          {aslant, aslant},
                                          {-aslant - size.x, aslant}}};
    for (const Vec2 corner : corners) {
        const LabelBox box = {centre + corner, centre + corner + size};
        if (!is_inside(box) || covered(box) > 0) continue;
        block(box);
        return box;
    }
    return std::nullopt;
}

} // namespace fray::demo
