// A raster over a floor: which polygons and borders each cell has to do with, and how far all is open round about.
#pragma once

#include "floor_shapes.h"
#include "saturated_cast.h"

#include <algorithm>
#include <span>
#include <vector>

namespace fray {

/// Lists of numbers, one for each cell, ascending.
class CellLists {
public:
    std::span<const uint32_t> operator[](uint32_t cell) const {
        return {items_.data() + first_[cell], items_.data() + first_[cell + 1]};
    }
    /// `each(put)` calls put(cell, number) for all, twice.
    template <typename Each> void build(size_t cells, Each&& each) {
        first_.assign(cells + 1, 0);
        each([&](uint32_t cell, uint32_t) { ++first_[cell + 1]; });
        for (size_t i = 0; i < cells; ++i) first_[i + 1] += first_[i];
        items_.resize(first_.back());
        std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
        each([&](uint32_t cell, uint32_t number) { items_[next[cell]++] = number; });
    }
    uint64_t memory() const { return (first_.capacity() + items_.capacity()) * sizeof(uint32_t); }

private:
    std::vector<uint32_t> first_, items_;
};

/// Whole cells, both ends included; none, where low is above high.
struct CellBox {
    int left, right, low, high;
};

class FloorCells {
public:
    /// Of a cell that a border comes near to.
    static constexpr uint32_t mixed = ~0u - 1;

    FloorCells() = default;
    /// `shapes`: how many there are. `hair`: see NavMesh.
    FloorCells(Spot low, Spot high, size_t shapes, double hair);

    void put_polygons(std::span<const Polygon> polygons, std::span<const Edge> edges);
    /// A border is in all cells that come as near to it as four hairs.
    void put_borders(std::span<const Border> borders);
    /// `island_at(middle)`: of the cells to which no border comes near.
    template <typename IslandAt> void find_islands(IslandAt&& island_at) {
        islands_.assign(count(), mixed);
        for (uint32_t cell = 0; cell < count(); ++cell)
            if (borders_[cell].empty()) islands_[cell] = island_at(middle(cell));
        find_margins();
    }

    /// no_cell: outside.
    static constexpr uint32_t no_cell = ~0u;
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
    /// Calls visit(cell) for all cells that the way from a to b comes near to, until it answers true.
    template <typename Visit> bool along(Spot a, Spot b, Visit&& visit) const;
    /// Is all between open: no border anywhere near? False: perhaps.
    bool open(Spot a, Spot b) const;
    bool open(Spot at, double reach) const;

    uint32_t count() const { return static_cast<uint32_t>(columns_ * lines_); }
    int columns() const { return columns_; }
    int lines() const { return lines_; }
    double size() const { return size_; }
    Spot low() const { return low_; }
    Spot high() const { return {low_.x + size_ * columns_, low_.y + size_ * lines_}; }
    uint32_t island(uint32_t cell) const { return islands_[cell]; } ///< mixed: it has to be looked into
    std::span<const uint32_t> polygons(uint32_t cell) const { return polygons_[cell]; }
    std::span<const uint32_t> borders(uint32_t cell) const { return borders_[cell]; }
    uint64_t memory() const {
        return polygons_.memory() + borders_.memory() + islands_.capacity() * sizeof(uint32_t) + margins_.capacity();
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
    void find_margins();

    Spot low_;
    double size_ = 1.0, per_size_ = 1.0, hair_ = 0.0;
    int columns_ = 0, lines_ = 0;
    CellLists polygons_, borders_;
    std::vector<uint32_t> islands_; ///< by cell
    std::vector<uint8_t> margins_;  ///< by cell: all cells so near, in lines and in columns, are open; 0: perhaps it is
                                    ///< not even itself
};

/// Line after line; the first and the last column on it, and a hair more.
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
