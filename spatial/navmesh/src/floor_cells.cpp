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

/// Visits the cells that a polygon, grown by two hairs, may touch.
template <typename Visit> void FloorCells::cells_of(const Polygon& polygon, Visit&& visit) const {
    const double grown = 2.0 * hair_;
    const CellBox cells = box(polygon.low - Spot{grown, grown}, polygon.high + Spot{grown, grown});
    for (int line = cells.low; line <= cells.high; ++line)
        for (int column = cells.left; column <= cells.right; ++column) {
            const Spot corner = {low_.x + size_ * column, low_.y + size_ * line};
            bool apart = false;
            for (const Edge& edge : polygon.edges)
                apart = apart || outside(edge, corner, corner + Spot{size_, size_}, 2.0 * grown);
            if (!apart) visit(index(column, line));
        }
}

template <typename Visit> void FloorCells::cells_of(const Border& border, Visit&& visit) const {
    const double grown = 4.0 * hair_;
    const Spot low = {std::min(border.a.x, border.b.x) - grown, std::min(border.a.y, border.b.y) - grown};
    const Spot high = {std::max(border.a.x, border.b.x) + grown, std::max(border.a.y, border.b.y) + grown};
    const Edge left = {border.a, left_of(border.along)}, right = {border.a, left_of(border.along) * -1.0};
    const CellBox cells = box(low, high);
    for (int line = cells.low; line <= cells.high; ++line)
        for (int column = cells.left; column <= cells.right; ++column) {
            const Spot corner = {low_.x + size_ * column, low_.y + size_ * line};
            const Spot other = corner + Spot{size_, size_};
            if (!outside(left, corner, other, 1.5 * grown) && !outside(right, corner, other, 1.5 * grown))
                visit(index(column, line));
        }
}

void FloorCells::put_polygons(const Polygons& polygons) {
    polygons_.build(count(), [&](auto&& put) {
        for (uint32_t i = 0; i < polygons.size(); ++i) cells_of(polygons[i], [&](uint32_t cell) { put(cell, i); });
    });
}

void FloorCells::put_borders(const Borders& borders) {
    borders_.build(count(), [&](auto&& put) {
        for (uint32_t i = 0; i < borders.size(); ++i) cells_of(borders[i], [&](uint32_t cell) { put(cell, i); });
    });
}

void FloorCells::add(Change& change, const Polygon& polygon, uint32_t number, bool added) const {
    cells_of(polygon, [&](uint32_t cell) { change.polygons.push_back({cell, number, added, polygon.order}); });
}

void FloorCells::add(Change& change, const Border& border, uint32_t number, bool added) const {
    cells_of(border, [&](uint32_t cell) { change.borders.push_back({cell, number, added, border.order}); });
}

void FloorCells::change_lists(Change& change, const Polygons& polygons, const Borders& borders) {
    polygons_.edit(change.polygons, [&](uint32_t i) { return polygons[i].order; });
    borders_.edit(change.borders, [&](uint32_t i) { return borders[i].order; });
}

/// A chessboard distance transform in two passes: the distance in cells to the nearest cell that is not walkable or has
/// a border near it. Everything outside the raster counts as not walkable. Margins outside the box must be right.
void FloorCells::find_margins(const CellBox& box) {
    // The box, and a frame around it that is a cell wide. Margins on the frame stay.
    const int width = box.right - box.left + 3, height = box.high - box.low + 3;
    std::vector<uint8_t> margins(static_cast<size_t>(width) * static_cast<size_t>(height));
    for (int y = std::max(box.low - 1, 0); y <= std::min(box.high + 1, lines_ - 1); ++y)
        for (int x = std::max(box.left - 1, 0); x <= std::min(box.right + 1, columns_ - 1); ++x) {
            const bool framed = x < box.left || x > box.right || y < box.low || y > box.high;
            const uint32_t cell = index(x, y), island = islands_[cell];
            margins[static_cast<size_t>((y - box.low + 1) * width + (x - box.left + 1))] =
                framed ? margins_[cell] : static_cast<uint8_t>(island != mixed && island != Ground::no_island);
        }
    for (int y = 1; y + 1 < height; ++y)
        for (int x = 1; x + 1 < width; ++x) {
            uint8_t* const at = margins.data() + y * width + x;
            if (*at != 0)
                *at = static_cast<uint8_t>(
                    std::min({int{at[-1]}, int{at[-width - 1]}, int{at[-width]}, int{at[1 - width]}, most_margin - 1}) +
                    1);
        }
    for (int y = height - 1; --y > 0;)
        for (int x = width - 1; --x > 0;) {
            uint8_t* const at = margins.data() + y * width + x;
            const int least = std::min({int{at[1]}, int{at[width + 1]}, int{at[width]}, int{at[width - 1]}}) + 1;
            *at = static_cast<uint8_t>(std::min<int>(*at, least));
            margins_.put(index(x + box.left - 1, y + box.low - 1), *at);
        }
}

void FloorCells::polygons_near(Spot low, Spot high, std::vector<uint32_t>& out) const {
    const CellBox cells = box(low, high);
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    for (int line = cells.low; line <= cells.high; ++line)
        for (int column = cells.left; column <= cells.right; ++column)
            for (const uint32_t i : polygons(index(column, line))) out.push_back(i);
    std::sort(out.begin() + first, out.end());
    out.erase(std::unique(out.begin() + first, out.end()), out.end());
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
