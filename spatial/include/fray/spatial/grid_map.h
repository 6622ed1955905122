// GridMap: ground made of square cells that are floor, wall or water. Many games use such ground, and so do the maps of
// the MovingAI benchmarks (N. Sturtevant, 2012). A map never changes once it is made; safe from many threads at once.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"
#include "fray/result.h"
#include "fray/spatial/ground.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fray {

/// A grid of cells. Lengths are metres. A cell is given by its column and line, or by its number, which is
/// line * columns + column.
class FRAY_API GridMap final : public Ground {
public:
    static constexpr int max_side = 16384;   ///< greatest number of columns or lines
    static constexpr uint32_t no_cell = ~0u; ///< outside the grid
    /// Kinds of cells. Only floor is walkable. A wall stops hits, projectiles and sight as well; water does not, and a
    /// pit is water, too. Outside the grid there are walls.
    static constexpr uint8_t wall = 0, passable = 1, water = 2;

    /// Makes a map of 1 to max_side columns and lines. `cells` holds the kind of each cell, line by line, the lowest y
    /// first; other numbers are floor. `cell`: side of a cell in metres, 0.01 to 100. `low`: the corner with the lowest
    /// x and y, in metres, finite. `out_of_range`: a wrong size, a `cell` or `low` that is not allowed, or no cell is
    /// walkable.
    static Result<GridMap> create(int columns, int lines, std::vector<uint8_t> cells, float cell = 1.0f, Vec2 low = {});
    /// The kind of a character in the rows of MovingAI: the full stop, G and S are floor, W is water, and the at sign,
    /// O and T are walls. Empty: any other character.
    static std::optional<uint8_t> kind_of(char character);

    /// Reads a map in the format of MovingAI: `type octile`, `height`, `width`, `map`, then rows, the row with the
    /// highest y first. `name` stands for the file in errors. `bad_file`: the text is `name:line:column: what was given
    /// and what is allowed`. `out_of_range`: `cell` or `low` is not allowed, as for `create`.
    static Result<GridMap> parse(std::string_view text, const std::string& name, float cell = 1.0f, Vec2 low = {});
    /// Reads the same format from a file of up to 257 MiB, with the same errors.
    static Result<GridMap> load(const std::string& path, float cell = 1.0f, Vec2 low = {});

    int columns() const { return columns_; }
    int lines() const { return lines_; }
    float cell_size() const { return cell_; } ///< m, side of a cell
    Vec2 low() const { return low_; }         ///< m, corner with the lowest x and y
    Vec2 high() const;                        ///< m, corner with the highest x and y
    /// Returns this map moved by `by` metres, for World::shift_origin.
    GridMap shifted(Vec2 by) const;

    using Ground::walkable;
    /// False for every cell outside the grid.
    bool walkable(int column, int line) const {
        return column >= 0 && line >= 0 && column < columns_ && line < lines_ &&
               islands_[index(column, line)] != no_island;
    }
    /// wall, floor or water. Cells that obstacles cover are walls.
    uint8_t kind(int column, int line) const {
        return walkable(column, line) ? passable : is_water(column, line) ? water : wall;
    }
    bool has_water() const { return !water_.empty(); }
    /// The number of the cell, line * columns + column; no_cell: `at` is outside the grid.
    uint32_t cell_at(Vec2 at) const;
    Vec2 middle(uint32_t cell) const; ///< m; `cell` must be in the grid
    /// The point of a cell that is nearest to `near`, at least 0.01 cells from the cell's sides.
    Vec2 inside(uint32_t cell, Vec2 near) const;
    /// The neighbours to which an agent can walk from a cell of the grid, as bits. Bits 0 to 7 are the neighbours in
    /// the order of their cell numbers, from (-1, -1) to (1, 1). A diagonal step never cuts a corner.
    uint8_t steps(int column, int line) const { return steps_[index(column, line)]; }
    /// The number of the island (connected area) in which a point lies, from 0.
    uint32_t island(Vec2 at) const override;
    void islands(std::span<const Vec2> at, std::span<uint32_t> found) const override;
    /// All numbers of islands are below it. An island that obstacles have covered has no cells.
    uint32_t island_count() const { return static_cast<uint32_t>(island_cells_.size()); }
    /// The number of cells of an island; `island` must be below island_count().
    uint32_t island_cells(uint32_t island) const { return island_cells_[island]; }

    /// True if every cell that the line touches is walkable. A line through a corner touches the cells on both sides.
    bool clear(Vec2 a, Vec2 b) const override;
    /// True if no cell that the line touches is a wall, or outside the grid.
    bool lets_through(Vec2 a, Vec2 b) const override;
    void slide(std::span<const Vec2> from, std::span<Vec2> to) const override;
    /// The result is `clear` from `from`, or from the point where the line meets a wall.
    Vec2 slide(Vec2 from, Vec2 to) const;
    bool nearest(Vec2 at, float reach, Vec2* found, uint32_t island = no_island) const override;
    /// The walls between the cell of `at` and its eight neighbours; `reach` must be at most the side of a cell.
    uint32_t walls(Vec2 at, float reach, Wall (&found)[max_walls]) const override;
    /// An obstacle closes every cell that it touches. `before` must be a GridMap.
    ChangedGround with_obstacles(std::span<const Obstacle> all, std::span<const Obstacle> changed,
                                 const Ground& before) const override;
    /// Cells: columns and lines from `low` to `high`, both included. Empty if `low` is above `high`.
    struct CellBox {
        int low_x = 0, low_y = 0, high_x = -1, high_y = -1;
    };
    /// The cells that an obstacle may touch, cut off at the edges of the map.
    CellBox cells_near(const Obstacle& obstacle) const;
    /// The box with so many cells more on each side, cut off at the edges of the map.
    CellBox widened(const CellBox& box, int cells) const;
    /// Finds paths with flow fields; goals in the same part of the map share a field.
    std::unique_ptr<RouteFinder> routes() const override;
    /// Bytes that these fields may take in a world with this map. If the goals of a world need more, fields are made
    /// anew again and again: a frame then takes many times as long, with the same paths. At first 256 MiB, or 256 bytes
    /// for each cell if that is more. A field takes some 5 bytes for each cell that it has to cover, which is between
    /// its goal and the farthest agent.
    uint64_t path_memory() const;
    /// Sets the same, before the map is given to a world. Maps that are made from this map have it, too; maps that are
    /// read from a snapshot or a recording have not.
    void set_path_memory(uint64_t bytes) { path_memory_ = bytes; }

    bool extent(Vec2* low, Vec2* high) const override;
    uint64_t memory() const override;
    bool write(std::vector<std::byte>* out) const override;
    /// Reads what `write` has written. Null: the bytes are not a grid map.
    static std::shared_ptr<const GridMap> read(std::span<const std::byte> bytes);

private:
    /// The arguments of `create`, which has checked their ranges.
    GridMap(int columns, int lines, const std::vector<uint8_t>& cells, float cell, Vec2 low);
    bool is_water(int column, int line) const {
        return !water_.empty() && column >= 0 && line >= 0 && column < columns_ && line < lines_ &&
               water_[index(column, line)] != 0;
    }
    size_t index(int column, int line) const {
        return static_cast<size_t>(line) * static_cast<size_t>(columns_) + static_cast<size_t>(column);
    }
    /// The column of x and the line of y. Outside the grid it is -1, or the number of columns or lines.
    int column(float x) const;
    int line(float y) const;
    CellBox whole() const { return {0, 0, columns_ - 1, lines_ - 1}; }
    void find_islands(const std::vector<uint8_t>& cells);
    void find_steps(const CellBox& box);
    void find_margins(const CellBox& box);
    bool touches(const Obstacle& obstacle, int x, int y) const;
    void close_cells(const std::vector<uint32_t>& cells);
    void open_cells(const std::vector<uint32_t>& cells);
    void split_islands(const std::vector<uint32_t>& closed);
    void split_island(const std::vector<uint32_t>& seeds);
    uint32_t merge_islands(uint32_t cell);
    uint32_t new_island();
    void change(std::span<const Obstacle> all, const CellBox& box, const GridMap& bare);
    template <typename Visit> void for_sides(uint32_t cell, Visit&& visit) const; ///< defined in grid_obstacles.cpp
    /// A fast test. True: the line is clear, because all cells around `a` as far as `b` are walkable. False: not known.
    bool surely_clear(Vec2 a, Vec2 b) const;
    friend class FlowField;
    template <typename Free> float free_part(Vec2 a, Vec2 b, Free&& free) const; ///< defined in grid_line.h
    float clear_part(Vec2 a, Vec2 b) const;
    Vec2 straight(Vec2 from, Vec2 to) const;

    /// The greatest margin, in cells. The smaller it is, the less a change of an obstacle costs.
    static constexpr int most_margin = 62;

    int columns_, lines_;
    float cell_, per_cell_;
    Vec2 low_;
    std::vector<uint32_t> islands_;      ///< by cell
    std::vector<uint8_t> steps_;         ///< by cell
    std::vector<uint8_t> margins_;       ///< by cell: distance within which all cells are walkable; 0 to most_margin
    std::vector<uint32_t> island_cells_; ///< by island: its number of cells
    std::vector<uint8_t> water_;         ///< by cell: 1 for water; empty: the map has no water
    std::optional<uint64_t> path_memory_;
};

} // namespace fray

#include "fray/end_header.h"
