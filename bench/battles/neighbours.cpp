#include "neighbours.h"

#include <algorithm>
#include <cmath>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

namespace fray::bench {
namespace {

/// The bodies in the order of square cells, row by row.
class Cells {
public:
    explicit Cells(std::span<const Body> bodies) : bodies_(bodies) {
        measure();
        first_.assign(static_cast<size_t>(columns_) * static_cast<size_t>(lines_) + 1, 0);
        for (const Body& body : bodies_) ++first_[cell(body.at) + 1];
        for (size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
        std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
        order_.resize(bodies_.size());
        for (uint32_t i = 0; i < bodies_.size(); ++i) order_[next[cell(bodies_[i].at)]++] = i;
    }

    Around around(uint32_t self) const {
        const Body& body = bodies_[self];
        const float reach = std::max(neighbour_range, body.radius + widest_ + contact_gap);
        const int64_t left = column(body.at.x - reach), right = column(body.at.x + reach);
        Around found;
        for (int64_t y = line(body.at.y - reach); y <= line(body.at.y + reach); ++y) {
            const auto row = static_cast<size_t>(y * columns_);
            const uint32_t end = first_[row + static_cast<size_t>(right) + 1];
            for (uint32_t i = first_[row + static_cast<size_t>(left)]; i < end; ++i)
                if (order_[i] != self) add(body, bodies_[order_[i]], found);
        }
        return found;
    }

private:
    void measure() {
        Vec2 high = low_ = bodies_.front().at;
        for (const Body& body : bodies_) {
            low_ = {std::min(low_.x, body.at.x), std::min(low_.y, body.at.y)};
            high = {std::max(high.x, body.at.x), std::max(high.y, body.at.y)};
            widest_ = std::max(widest_, body.radius);
        }
        constexpr int64_t most_cells = int64_t{1} << 24;
        for (;; side_ *= 2.0f) {
            columns_ = static_cast<int64_t>((high.x - low_.x) / side_) + 1;
            lines_ = static_cast<int64_t>((high.y - low_.y) / side_) + 1;
            if (columns_ * lines_ <= most_cells) return;
        }
    }
    static void add(const Body& body, const Body& other, Around& found) {
        if (other.floor != body.floor) return;
        const float distance = std::hypot(other.at.x - body.at.x, other.at.y - body.at.y);
        found.neighbours += distance <= neighbour_range;
        found.contacts += distance - body.radius - other.radius < contact_gap;
    }
    int64_t column(float x) const {
        return std::clamp<int64_t>(static_cast<int64_t>((x - low_.x) / side_), 0, columns_ - 1);
    }
    int64_t line(float y) const {
        return std::clamp<int64_t>(static_cast<int64_t>((y - low_.y) / side_), 0, lines_ - 1);
    }
    size_t cell(Vec2 at) const { return static_cast<size_t>(line(at.y) * columns_ + column(at.x)); }

    std::span<const Body> bodies_;
    Vec2 low_{};
    float side_ = neighbour_range, widest_ = 0.0f; ///< m
    int64_t columns_ = 0, lines_ = 0;
    std::vector<uint32_t> first_; ///< by cell: its first place in `order_`
    std::vector<uint32_t> order_;
};

} // namespace

std::vector<Around> count_neighbours(std::span<const Body> bodies) {
    std::vector<Around> found(bodies.size());
    if (bodies.empty()) return found;
    const Cells cells(bodies);
    tbb::parallel_for(tbb::blocked_range<uint32_t>(0, static_cast<uint32_t>(bodies.size())), [&](const auto& range) {
        for (uint32_t i = range.begin(); i < range.end(); ++i)
            if (bodies[i].speed > 0.0f) found[i] = cells.around(i);
    });
    return found;
}

} // namespace fray::bench
