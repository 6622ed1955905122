// FloorCells: a raster over a floor, to make queries fast. Each cell lists the polygons and borders near it, its
// island, and how far it is to the nearest border, up to a limit.
#pragma once

#include "cell_lists.h"
#include "floor_shapes.h"
#include "saturated_cast.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace fray {

/// A box of cells. Both ends are included; the box is empty if low > high.
struct CellBox {
    int left, right, low, high;
};

/// The raster. Fill it with put_polygons, put_borders and find_islands, in this order.
class FloorCells {
public:
    /// The island of a cell with a border near it: each point has to be tested on its own.
    static constexpr uint32_t mixed = ~0u - 1;
    static constexpr uint32_t no_polygon = ~0u; ///< as a number Ground::no_island

    FloorCells() = default;
    /// Covers the box from `low` to `high`. The number of cells grows with the number of shapes. `hair`: NavMesh::hair.
    FloorCells(Spot low, Spot high, size_t shapes, double hair);

    void put_polygons(const Polygons& polygons);
    /// Puts each border into all cells within four hairs of it (and some cells beyond).
    void put_borders(const Borders& borders);
    /// Finds the island of each cell without a border near it. `polygon_at(middle)` must return the polygon at the
    /// cell's middle, or no_polygon.
    template <typename PolygonAt> void find_islands(const Polygons& polygons, PolygonAt&& polygon_at) {
        for (uint32_t cell = 0; cell < count(); ++cell) {
            homes_.push_back(borders_[cell].empty() ? polygon_at(middle(cell)) : mixed);
            islands_.push_back(island_of(homes_[cell], polygons));
            margins_.push_back(0);
        }
        find_margins({0, columns_ - 1, 0, lines_ - 1});
    }
    /// The raster is that of the bare floor: `memory` of a copy leaves out what it shares.
    void seal() { homes_.seal(), islands_.seal(), margins_.seal(); }

    /// Changes of shapes. Numbers that are added come into the order of Polygon::order and Border::order.
    struct Change {
        std::vector<CellLists::Edit> polygons, borders;
    };
    void add(Change& change, const Polygon& polygon, uint32_t number, bool added) const;
    void add(Change& change, const Border& border, uint32_t number, bool added) const;
    /// Changes the lists of polygons and borders. Afterwards `update_islands` must be called.
    void change_lists(Change& change, const Polygons& polygons, const Borders& borders);
    /// Finds islands and margins again after a change of lists, or of islands if `renamed`.
    template <typename PolygonAt>
    void update_islands(const Change& change, const Polygons& polygons, bool renamed, PolygonAt&& polygon_at) {
        CellBox box = {columns_, -1, lines_, -1};
        for (const auto* const edits : {&change.polygons, &change.borders})
            for (size_t i = 0; i < edits->size(); ++i) // they are sorted by cell
                if (const uint32_t cell = (*edits)[i].cell; i == 0 || cell != (*edits)[i - 1].cell)
                    update_cell(cell, polygons, polygon_at, box);
        if (renamed) name_islands(polygons);
        if (box.left > box.right) return;
        find_margins({std::max(box.left - most_margin - 1, 0), std::min(box.right + most_margin + 1, columns_ - 1),
                      std::max(box.low - most_margin - 1, 0), std::min(box.high + most_margin + 1, lines_ - 1)});
    }

    static constexpr uint32_t no_cell = ~0u; ///< outside the raster
    uint32_t cell_at(Spot at) const {
        const double x = (at.x - low_.x) * per_size_, y = (at.y - low_.y) * per_size_;
        if (!(x >= 0.0 && y >= 0.0 && x < columns_ && y < lines_)) return no_cell;
        return index(saturated_cast<int>(x), saturated_cast<int>(y));
    }
    CellBox box(Spot low, Spot high) const {
        return {clamped((low.x - low_.x) * per_size_, columns_), clamped((high.x - low_.x) * per_size_, columns_),
                clamped((low.y - low_.y) * per_size_, lines_), clamped((high.y - low_.y) * per_size_, lines_)};
    }
    uint32_t index(int column, int line) const {
        return static_cast<uint32_t>(line) * static_cast<uint32_t>(columns_) + static_cast<uint32_t>(column);
    }
    /// Calls visit(cell) for all cells that the line from a to b touches or passes within two hairs, until visit
    /// returns true. Returns whether visit has returned true.
    template <typename Visit> bool along(Spot a, Spot b, Visit&& visit) const;
    /// A fast test. True: no border is near the line from a to b. False: not known.
    bool open(Spot a, Spot b) const;
    /// A fast test. True: no border is near the circle of `reach` metres around a point. False: not known.
    bool open(Spot at, double reach) const;

    uint32_t count() const { return static_cast<uint32_t>(columns_ * lines_); }
    int columns() const { return columns_; }
    int lines() const { return lines_; }
    double size() const { return size_; }
    Spot low() const { return low_; }
    Spot high() const { return {low_.x + size_ * columns_, low_.y + size_ * lines_}; }
    uint32_t island(uint32_t cell) const { return islands_[cell]; } ///< may be Ground::no_island or `mixed`
    std::span<const uint32_t> polygons(uint32_t cell) const { return polygons_[cell]; }
    std::span<const uint32_t> borders(uint32_t cell) const { return borders_[cell]; }
    /// Appends the polygons near a box, in ascending order.
    void polygons_near(Spot low, Spot high, std::vector<uint32_t>& out) const;
    uint64_t memory(bool is_bare) const {
        return polygons_.memory(is_bare) + borders_.memory(is_bare) + homes_.memory(is_bare) +
               islands_.memory(is_bare) + margins_.memory(is_bare);
    }

private:
    Spot middle(uint32_t cell) const {
        const uint32_t width = static_cast<uint32_t>(columns_);
        return {low_.x + (static_cast<double>(cell % width) + 0.5) * size_,
                low_.y + (static_cast<double>(cell / width) + 0.5) * size_};
    }
    static int clamped(double cells, int count) {
        return !(cells > 0.0) ? 0 : cells >= count ? count - 1 : saturated_cast<int>(cells);
    }
    template <typename Visit> void cells_of(const Polygon& polygon, Visit&& visit) const;
    template <typename Visit> void cells_of(const Border& border, Visit&& visit) const;
    template <typename PolygonAt>
    void update_cell(uint32_t cell, const Polygons& polygons, PolygonAt&& polygon_at, CellBox& box) {
        homes_.put(cell, borders_[cell].empty() ? polygon_at(middle(cell)) : mixed);
        islands_.put(cell, island_of(homes_[cell], polygons));
        const auto width = static_cast<uint32_t>(columns_);
        const int x = static_cast<int>(cell % width), y = static_cast<int>(cell / width);
        box = {std::min(box.left, x), std::max(box.right, x), std::min(box.low, y), std::max(box.high, y)};
    }
    static uint32_t island_of(uint32_t home, const Polygons& polygons) {
        return home == mixed || home == no_polygon ? home : polygons[home].island;
    }
    void name_islands(const Polygons& polygons) {
        for (uint32_t cell = 0; cell < count(); ++cell) islands_.put(cell, island_of(homes_[cell], polygons));
    }
    void find_margins(const CellBox& box);

    /// The greatest margin. The smaller it is, the less a change costs.
    static constexpr int most_margin = 62;

    Spot low_;
    double size_ = 1.0, per_size_ = 1.0, hair_ = 0.0; ///< m, 1/m, m
    int columns_ = 0, lines_ = 0;
    CellLists polygons_, borders_;
    SharedArray<uint32_t, 10> homes_;   ///< by cell: the polygon at its middle, no_polygon, or `mixed`
    SharedArray<uint32_t, 10> islands_; ///< by cell
    /// By cell: all cells that are fewer columns and lines away than this are walkable and have no border near them. 0:
    /// the cell itself is not walkable, or has a border near it. At most most_margin.
    SharedArray<uint8_t, 12> margins_;
};

/// Computes for each line of cells the first and the last column that the line from a to b comes near.
template <typename Visit> bool FloorCells::along(Spot a, Spot b, Visit&& visit) const {
    const Spot hairs = {2.0 * hair_, 2.0 * hair_};
    const CellBox all =
        box(Spot{std::min(a.x, b.x), std::min(a.y, b.y)} - hairs, Spot{std::max(a.x, b.x), std::max(a.y, b.y)} + hairs);
    const double per_y = b.y != a.y ? (b.x - a.x) / (b.y - a.y) : 0.0;
    const bool steep = b.y != a.y && all.low != all.high && all.left != all.right;
    for (int line = all.low; line <= all.high; ++line) {
        int left = all.left, right = all.right;
        if (steep) {
            const double bottom = low_.y + size_ * line - hairs.y, top = low_.y + size_ * (line + 1) + hairs.y;
            const auto x_at = [&](double y) {
                return a.x + (std::clamp(y, std::min(a.y, b.y), std::max(a.y, b.y)) - a.y) * per_y;
            };
            const double p = x_at(bottom), q = x_at(top);
            const CellBox part = box({std::min(p, q) - hairs.x, 0.0}, {std::max(p, q) + hairs.x, 0.0});
            left = std::max(left, part.left), right = std::min(right, part.right);
        }
        for (int column = left; column <= right; ++column)
            if (visit(index(column, line))) return true;
    }
    return false;
}

} // namespace fray
