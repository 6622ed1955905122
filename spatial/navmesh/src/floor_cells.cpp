#include "floor_cells.h"

#include "fray/spatial/ground.h"
#include "saturated_cast.h"

#include <cstdlib>

namespace fray {
namespace {

constexpr double least_size = 0.25; // m
constexpr double least_cells = 1024.0, most_cells = 4194304.0, cells_a_shape = 4.0;

/// True if the whole box lies outside an edge, farther than `grown` metres.
bool outside(const Edge& edge, Spot low, Spot high, double grown) {
    const Spot best = {edge.inward.x > 0.0 ? high.x : low.x, edge.inward.y > 0.0 ? high.y : low.y};
    return depth(edge, best) < -grown;
}

} // namespace

FloorCells::FloorCells(Spot low, Spot high, size_t shapes, double hair) : hair_(hair) {
    const double width = std::max(high.x - low.x, least_size), height = std::max(high.y - low.y, least_size);
    const double wanted = std::clamp(cells_a_shape * static_cast<double>(shapes), least_cells, most_cells);
    size_ = std::max(std::sqrt(width * height / wanted), least_size);
    // In a long and narrow floor the size above is not enough: a single line of cells could have too many cells.
    size_ = std::max(size_, std::max(width, height) / most_cells);
    per_size_ = 1.0 / size_;
    columns_ = saturated_cast<int>(width * per_size_) + 2;
    lines_ = saturated_cast<int>(height * per_size_) + 2;
    low_ = {low.x - 0.5 * size_, low.y - 0.5 * size_};
}

void FloorCells::put_polygons(std::span<const Polygon> polygons, std::span<const Edge> edges) {
    const double grown = 2.0 * hair_;
    polygons_.build(count(), [&](auto&& put) {
        for (uint32_t i = 0; i < polygons.size(); ++i) {
            const Polygon& polygon = polygons[i];
            const CellBox cells = box(polygon.low - Spot{grown, grown}, polygon.high + Spot{grown, grown});
            for (int line = cells.low; line <= cells.high; ++line)
                for (int column = cells.left; column <= cells.right; ++column) {
                    const Spot corner = {low_.x + size_ * column, low_.y + size_ * line};
                    bool apart = false;
                    for (const Edge& edge : edges.subspan(polygon.first, polygon.count))
                        apart = apart || outside(edge, corner, corner + Spot{size_, size_}, 2.0 * grown);
                    if (!apart) put(index(column, line), i);
                }
        }
    });
}

void FloorCells::put_borders(std::span<const Border> borders) {
    const double grown = 4.0 * hair_;
    borders_.build(count(), [&](auto&& put) {
        for (uint32_t i = 0; i < borders.size(); ++i) {
            const Border& border = borders[i];
            const Spot low = {std::min(border.a.x, border.b.x) - grown, std::min(border.a.y, border.b.y) - grown};
            const Spot high = {std::max(border.a.x, border.b.x) + grown, std::max(border.a.y, border.b.y) + grown};
            const Edge left = {border.a, left_of(border.along)}, right = {border.a, left_of(border.along) * -1.0};
            const CellBox cells = box(low, high);
            for (int line = cells.low; line <= cells.high; ++line)
                for (int column = cells.left; column <= cells.right; ++column) {
                    const Spot corner = {low_.x + size_ * column, low_.y + size_ * line};
                    const Spot other = corner + Spot{size_, size_};
                    if (!outside(left, corner, other, 1.5 * grown) && !outside(right, corner, other, 1.5 * grown))
                        put(index(column, line), i);
                }
        }
    });
}

/// A chessboard distance transform in two passes: the distance in cells to the nearest cell that is not walkable or has
/// a border near it. Everything outside the raster counts as not walkable.
void FloorCells::find_margins() {
    margins_.assign(count(), 0);
    const auto at = [&](int x, int y) {
        return x < 0 || y < 0 || x >= columns_ || y >= lines_ ? 0 : int{margins_[index(x, y)]};
    };
    for (int y = 0; y < lines_; ++y)
        for (int x = 0; x < columns_; ++x) {
            if (islands_[index(x, y)] == mixed || islands_[index(x, y)] == Ground::no_island) continue;
            const int least = std::min({at(x - 1, y), at(x - 1, y - 1), at(x, y - 1), at(x + 1, y - 1), 254});
            margins_[index(x, y)] = static_cast<uint8_t>(least + 1);
        }
    for (int y = lines_; y-- > 0;)
        for (int x = columns_; x-- > 0;) {
            const int least = std::min({at(x + 1, y), at(x + 1, y + 1), at(x, y + 1), at(x - 1, y + 1)});
            uint8_t& margin = margins_[index(x, y)];
            margin = static_cast<uint8_t>(std::min<int>(margin, least + 1));
        }
}

bool FloorCells::open(Spot a, Spot b) const {
    const uint32_t from = cell_at(a), to = cell_at(b);
    if (from == no_cell || to == no_cell) return false;
    const auto width = static_cast<uint32_t>(columns_);
    const int x = std::abs(static_cast<int>(from % width) - static_cast<int>(to % width));
    const int y = std::abs(static_cast<int>(from / width) - static_cast<int>(to / width));
    return std::max(x, y) < margins_[from];
}

bool FloorCells::open(Spot at, double reach) const {
    const uint32_t cell = cell_at(at);
    return cell != no_cell && reach <= (static_cast<double>(margins_[cell]) - 1.0) * size_;
}

} // namespace fray
