// A grid of cells that can be walked on, or not: the ground of many games, and the maps of the MovingAI benchmarks
// (N. Sturtevant, 2012). Never changes once it is made; safe from many threads at once.
#pragma once

#include "fray/api.h"
#include "fray/spatial/ground.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fray {

/// Lengths are metres. Cells are named by column and line, or by number.
class FRAY_API GridMap final : public Ground {
public:
    static constexpr int max_side = 16384;   ///< cells
    static constexpr uint32_t no_cell = ~0u; ///< outside the grid

    /// 1 to max_side columns and lines. `walkable`: a value other than 0 for each cell that is, line by line, the
    /// lowest y first. `low`: metres, the corner with the lowest x and y; `cell`: metres, 0.01 to 100. Throws
    /// std::invalid_argument, also where no cell is walkable.
    GridMap(int columns, int lines, std::vector<uint8_t> walkable, float cell = 1.0f, Vec2 low = {});

    /// A map of MovingAI's: `type octile`, `height`, `width`, `map`, then rows, the first with the highest y. `.`, `G`
    /// and `S` are walkable, `@`, `O`, `T` and `W` are not. `name` stands for the file in errors. Throws
    /// std::invalid_argument, `name:line:column: what was given and what is allowed`.
    static GridMap parse(std::string_view text, const std::string& name, float cell = 1.0f, Vec2 low = {});
    /// The same from a file.
    static GridMap load(const std::string& path, float cell = 1.0f, Vec2 low = {});

    int columns() const { return columns_; }
    int lines() const { return lines_; }
    float cell() const { return cell_; } ///< m
    Vec2 low() const { return low_; }    ///< m
    Vec2 high() const;
    /// The same map somewhere else, for World::shift_origin.
    GridMap shifted(Vec2 by) const;

    using Ground::walkable;
    /// Outside the grid nothing is.
    bool walkable(int column, int line) const {
        return column >= 0 && line >= 0 && column < columns_ && line < lines_ &&
               islands_[index(column, line)] != no_island;
    }
    /// The number of the cell, line * columns + column; no_cell: outside.
    uint32_t cell_at(Vec2 at) const;
    Vec2 middle(uint32_t cell) const; ///< m; of a cell of the grid
    /// The point of a cell that is nearest to another, a hair inside.
    Vec2 inside(uint32_t cell, Vec2 near) const;
    /// To which of its eight neighbours one can walk: bit i stands for the i-th by number. No corner is cut. The cell
    /// has to be one of the grid.
    uint8_t steps(int column, int line) const { return steps_[index(column, line)]; }
    /// From 0.
    uint32_t island(Vec2 at) const override;
    void islands(std::span<const Vec2> at, std::span<uint32_t> found) const override;
    uint32_t island_count() const { return static_cast<uint32_t>(island_cells_.size()); }
    /// How many; `island` below island_count().
    uint32_t island_cells(uint32_t island) const { return island_cells_[island]; }

    /// Every cell that the way touches is walkable, both sides of a corner included.
    bool clear(Vec2 a, Vec2 b) const override;
    void slide(std::span<const Vec2> from, std::span<Vec2> to) const override;
    /// `clear` from `from` or from a point on the way.
    Vec2 slide(Vec2 from, Vec2 to) const;
    bool nearest(Vec2 at, float reach, Vec2* found, uint32_t island = no_island) const override;
    /// Of the cells around; `reach` of no more than a cell's side.
    uint32_t walls(Vec2 at, float reach, Wall (&found)[most_walls]) const override;
    /// Fields of costs, one for each part of the map that somebody goes to.
    std::unique_ptr<RouteFinder> routes() const override;

    bool extent(Vec2* low, Vec2* high) const override;
    uint64_t memory() const override;
    bool write(std::vector<std::byte>* out) const override;
    /// What `write` has written; null: not that.
    static std::shared_ptr<const GridMap> read(std::span<const std::byte> bytes);

private:
    size_t index(int column, int line) const {
        return static_cast<size_t>(line) * static_cast<size_t>(columns_) + static_cast<size_t>(column);
    }
    /// -1 and the number of columns, or lines, stand for whatever lies outside.
    int column(float x) const;
    int line(float y) const;
    void find_islands(const std::vector<uint8_t>& walkable);
    void find_steps();
    void find_margins();
    /// Is it clear, for there is nothing but open ground round about? False: perhaps.
    bool surely_clear(Vec2 a, Vec2 b) const;
    friend class FlowField;
    template <typename Free> float free_part(Vec2 a, Vec2 b, Free&& free) const; ///< grid_line.h
    float clear_part(Vec2 a, Vec2 b) const;
    Vec2 straight(Vec2 from, Vec2 to) const;

    int columns_, lines_;
    float cell_, per_cell_;
    Vec2 low_;
    std::vector<uint32_t> islands_; ///< by cell
    std::vector<uint8_t> steps_;    ///< by cell
    std::vector<uint8_t> margins_;  ///< by cell: all cells so near, in lines and in columns, are walkable; at most 254
    std::vector<uint32_t> island_cells_;
};

} // namespace fray
