// Local detours: the local planner for an agent that makes no progress because other agents stand in its way.
//
// Standing agents never yield, so to a walker they are obstacles like walls. Steering alone does not lead around a row
// of them. The planner draws these obstacles into a small raster around the walker and searches a path in it.
//
//  - The raster is centred on the walker: 25 x 25 or 51 x 51 cells of 0.4 m, or 51 x 51 cells of 0.8 m. A cell is
//    blocked if the walker's centre cannot be at its middle: an obstacle is nearer than 0.98 of the sum of the radii
//    (`blocking_share`), or the ground is not walkable. The share leaves gaps open that are just wide enough, for
//    agents that touch do not overlap. Agents on other floors and the walker's own target do not block.
//  - Obstacles are agents that stand, sleep or move more slowly than 1 m/s, so a jam counts as one. Faster agents are
//    left to steering.
//  - The search is Dijkstra's with a bucket queue (Dial 1969) on eight neighbours. A straight step costs 5 and a
//    diagonal step 7, which approximates the ratio of their lengths. Diagonal steps do not cut corners.
//  - Before the search, the straight way to the goal is tried: no path is needed where it leads through free cells and
//    cuts no corner (`is_path`). A search would give the same answer. Only the narrowest raster is tried so: the others
//    are drawn as the search gets there.
//  - The answer is one waypoint: the farthest point of the path that the walker can reach in a straight line.
//  - Beyond the raster nothing is known, and all counts as free. For a goal beyond it the path leads to the border cell
//    with the least sum of its cost, in metres, and its straight distance to the goal (`best_border`).
//  - If no path leads to a goal in the raster, the widest search heads for the reachable cell nearest to the goal. That
//    cell has to be nearer to the goal than the walker, by at least `least_gain`. A search that finds the goal
//    enclosed does the same.
//
// The caller (`Mover::keep_detour`) decides when to search, how wide, and how long to wait after a failure. A search
// depends only on the frame's start. It reads the grid and the ground, and writes only its own scratch memory.
#pragma once

#include "locomotion/motion.h"

#include <array>

namespace fray {

/// For code that looks for the obstacles around an agent.
struct ObstacleView : Views<const NeighbourGrid, const Terrain> {
    using Views::Views;
};

class LocalDetour {
public:
    static constexpr int levels = 3; ///< number of searches, each wider: 5, 10 and 20 m to each side

    /// The agent that the search is for.
    struct Seeker {
        Vec2 here{}, goal{};   ///< m
        float radius = 0.0f;   ///< m
        float priority = 0.0f; ///< avoidance priority: agents that rest and have a lower one make room
        Row row{};
        Row target_row = Row::none(); ///< the agent that it walks to, which does not block it; Row::none(): none
        int16_t floor = 0;
        float least_gain = 1.0f;   ///< m: a path that does not reach the goal must lead at least this much nearer to it
        bool past_walkers = false; ///< only agents that stand are obstacles, however slowly the others move
    };
    enum class Answer : uint8_t {
        straight, ///< no obstacle lies between the seeker and its goal
        round,    ///< the seeker has to walk to `waypoint` first
        none,     ///< no path to the goal; in the widest raster: not even a path that ends 1 m nearer to the goal
        /// Within this raster the goal cell is blocked, or lies in a pocket of at most 48 cells (`shut_in`), and no
        /// reachable cell is 1 m nearer to the goal than the walker is. Mostly another agent occupies the goal, or
        /// standing agents surround it, so a wider search would not help; but a pocket at the border of the raster may
        /// have its way out beyond. A holder gives up, because it can give its slot up. Other agents try the next
        /// level.
        closed,
    };

    /// The narrowest raster that reaches a goal at this distance (m); the widest if none does.
    static int level_for(float distance);
    /// Searches in the raster of `level`, 0 to levels - 1. Sets `*waypoint` (m) if it returns `straight` or `round`.
    /// Safe from many threads at once, each with its own LocalDetour. The object has about 25 KB and belongs on the
    /// stack.
    Answer find(const ObstacleView& world, const Seeker& seeker, int level, Vec2* waypoint);

private:
    static constexpr int most_side = 51; ///< cells
    /// `unknown`: the cost of a cell that was not reached. `step`, `diagonal`: the costs of a step.
    static constexpr uint16_t unknown = 0xffff, step = 5, diagonal = 7;

    /// The raster is stored with a border of blocked cells, so that a search needs no check of bounds.
    static constexpr int stride = most_side + 2;
    static constexpr size_t stored_cells = static_cast<size_t>(stride) * stride;

    struct Cell {
        int x, y;
    };
    static int index(Cell c) { return (c.y + 1) * stride + c.x + 1; }
    static Cell cell_of(int index) { return {index % stride - 1, index / stride - 1}; }
    bool inside(Cell c) const { return c.x >= 0 && c.y >= 0 && c.x < side_ && c.y < side_; }
    int middle() const { return index({half_, half_}); }
    size_t stored() const { return static_cast<size_t>(side_ + 2) * stride; } ///< cells in use, with the border
    Vec2 place(Cell c) const;                                                 ///< m: the middle of a cell
    /// The cell of a point; -1 and `side_` stand for coordinates outside the raster.
    Cell cell_at(Vec2 p) const;
    /// Draws what lies within `half` cells of `centre` to each side, but not what lies within `drawn`: that was drawn
    /// before. The seeker's own cell always stays free.
    void draw(const ObstacleView& world, const Seeker& seeker, Cell centre, int half, int drawn);
    /// Draws `half` cells to each side of the seeker's cell, if that is more than before. The wider searches draw in
    /// parts: in a crowd that stands most of them end within a few cells of the seeker, and drawing the whole raster
    /// would take most of their time. The answers are those of a raster that is drawn at once.
    void draw_to(const ObstacleView& world, const Seeker& seeker, int half);
    /// The number of cells from one to the other, along a line or a column, whichever are more.
    static int cells_between(Cell a, Cell b);
    /// Frees the cells first to last of a line that are in the raster, but for those that have their middle on no
    /// walkable ground. `ground` may be null.
    void clear_cells(const Ground* ground, int line, int first, int last);
    /// Blocks the cells that have their middle within `radius` metres of `at`.
    void block(Vec2 at, float radius);
    /// Computes costs from the seeker's cell outwards, until the cell `goal` or all reachable cells have theirs, and
    /// draws what it comes to. A `goal` of -1 stands for a goal outside the raster.
    void spread(const ObstacleView& world, const Seeker& seeker, int goal);
    void open(int cell, uint32_t cost);
    /// Calls visit(index, cost of the step) for all free neighbours of a cell.
    template <typename Visit> void neighbours(int cell, Visit&& visit) const;
    /// True: the goal's cell is blocked, or lies in a pocket of at most 48 cells of the raster without the seeker in
    /// it.
    /// Draws what it comes to.
    bool shut_in(const ObstacleView& world, const Seeker& seeker, int goal);
    int best_border(Vec2 goal) const;
    /// The reached cell nearest to `goal` in a straight line; -1: none.
    int nearest_reached(Vec2 goal) const;
    bool is_free(Cell c) const { return blocked_[static_cast<size_t>(index(c))] == 0; }
    /// True: `accept(cell)` for all cells on the line from a, in the raster, to b, as far as the raster reaches. It is
    /// sampled every half cell.
    template <typename Accept> bool all_on_line(Vec2 a, Vec2 b, Accept&& accept) const;
    /// True: no blocked cell lies on that line.
    bool clear(Vec2 a, Vec2 b) const;
    /// True: its cells are a path, as a search would find it from the seeker's cell: it cuts no corner.
    bool is_path(Vec2 a, Vec2 b) const;
    Vec2 first_turn(Vec2 here, int end, Vec2 goal, bool* all) const;

    int half_ = 0, side_ = 0;                   ///< cells to each side of the seeker's cell; in a line
    int drawn_ = -1;                            ///< cells to each side: what was drawn so far; -1: nothing
    float cell_ = 0.0f, per_cell_ = 0.0f;       ///< m: the side of a cell; 1 / m: its inverse
    Vec2 low_{};                                ///< m: the middle of cell (0, 0)
    std::array<uint8_t, stored_cells> blocked_; ///< by cell, line by line; 1: the cell is blocked
    std::array<uint16_t, stored_cells> cost_;   ///< by cell: least cost found of a path from the seeker
    /// The bucket queue: open cells by cost modulo the number of buckets, which suffices because no step costs more
    /// than `diagonal`. A full bucket drops further cells. That hardly happens: it has room for 16 times as many cells
    /// as a row of the raster, and rarely needs more than 4 times as many.
    struct Front {
        std::array<uint16_t, 16 * most_side> cells;
        uint32_t count;
    };
    std::array<Front, diagonal + 1> open_;
};

} // namespace fray
