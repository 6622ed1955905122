#include "overlaps.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace fray::motion {

void Overlaps::add(const Overlaps& other) {
    touching += other.touching;
    deep += other.deep;
    worst = std::max(worst, other.worst);
}

OverlapSearch::OverlapSearch(std::span<const Walker> walkers) : walkers_(walkers) {
    float widest = 0.0f;
    for (const Walker& each : walkers) widest = std::max(widest, each.radius);
    cell_ = 2.0 * double{widest};
}

void OverlapSearch::sort_into_cells(std::span<const Vec2> positions) {
    placed_.clear();
    for (uint32_t i = 0; i < positions.size(); ++i)
        placed_.push_back({static_cast<int64_t>(std::floor(double{positions[i].y} / cell_)),
                           static_cast<int64_t>(std::floor(double{positions[i].x} / cell_)), i});
    std::sort(placed_.begin(), placed_.end(), [](const Placed& a, const Placed& b) {
        return std::tie(a.line, a.column, a.walker) < std::tie(b.line, b.column, b.walker);
    });
}

void OverlapSearch::pair(uint32_t a, uint32_t b, std::span<const Vec2> positions, Overlaps& all) const {
    const double sum = double{walkers_[a].radius} + double{walkers_[b].radius};
    const double distance =
        std::hypot(double{positions[b].x} - double{positions[a].x}, double{positions[b].y} - double{positions[a].y});
    if (distance >= sum) return;
    const double overlap = (sum - distance) / sum;
    all.add({.touching = 1, .deep = overlap >= Overlaps::deep_from, .worst = overlap});
}

void OverlapSearch::pair_with_line(size_t one, int64_t line, int64_t first, int64_t last, size_t& from,
                                   std::span<const Vec2> positions, Overlaps& all) const {
    const auto before = [&](const Placed& each) { return std::tie(each.line, each.column) < std::tie(line, first); };
    while (from < placed_.size() && before(placed_[from])) ++from;
    for (size_t i = from; i < placed_.size() && placed_[i].line == line && placed_[i].column <= last; ++i)
        pair(placed_[one].walker, placed_[i].walker, positions, all);
}

Overlaps OverlapSearch::find(std::span<const Vec2> positions) {
    sort_into_cells(positions);
    Overlaps all;
    size_t above = 0; // index into placed_ that follows the cells of the next line
    for (size_t one = 0; one < placed_.size(); ++one) {
        const auto [line, column, walker] = placed_[one];
        for (size_t i = one + 1; i < placed_.size() && placed_[i].line == line && placed_[i].column <= column + 1; ++i)
            pair(walker, placed_[i].walker, positions, all);
        pair_with_line(one, line + 1, column - 1, column + 1, above, positions, all);
    }
    return all;
}

} // namespace fray::motion
