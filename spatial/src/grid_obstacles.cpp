// Obstacles on a grid map. A change copies the map and updates what the obstacle touches: the cells under it, the steps
// beside it, margins near by, and the islands that it splits or joins.
#include "fray/spatial/grid_map.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fray {
namespace {

/// The directions of an obstacle's length and width, as unit vectors.
struct Axes {
    explicit Axes(const Obstacle& obstacle) {
        const Vec2 given = obstacle.axis;
        const float scale = std::max(std::abs(given.x), std::abs(given.y));
        const Vec2 scaled = {given.x / scale, given.y / scale};
        const float length = std::sqrt(scaled.x * scaled.x + scaled.y * scaled.y);
        along = {scaled.x / length, scaled.y / length};
        across = {-along.y, along.x};
    }
    Vec2 along, across;
};

/// Half the size of the box around an obstacle, in m.
Vec2 half_box(const Obstacle& obstacle, const Axes& axes) {
    return {obstacle.half_extents.x * std::abs(axes.along.x) + obstacle.half_extents.y * std::abs(axes.across.x),
            obstacle.half_extents.x * std::abs(axes.along.y) + obstacle.half_extents.y * std::abs(axes.across.y)};
}

/// Connected cells that a search from one or several starts has found. `queue`: found, neighbours not yet visited.
struct Part {
    std::vector<uint32_t> done, queue;
    size_t head = 0; ///< the next cell of the queue

    bool exhausted() const { return head == queue.size(); }
};

} // namespace

GridMap::CellBox GridMap::cells_near(const Obstacle& obstacle) const {
    const Vec2 half = half_box(obstacle, Axes(obstacle));
    const CellBox box = {column(obstacle.at.x - half.x), line(obstacle.at.y - half.y), column(obstacle.at.x + half.x),
                         line(obstacle.at.y + half.y)};
    return widened(box, 0);
}

/// Is some of the cell under the obstacle? Two rectangles are apart if they are apart along a side of either.
bool GridMap::touches(const Obstacle& obstacle, int x, int y) const {
    const Axes axes(obstacle);
    const Vec2 box = half_box(obstacle, axes), middle = this->middle(static_cast<uint32_t>(index(x, y)));
    const Vec2 d = {middle.x - obstacle.at.x, middle.y - obstacle.at.y};
    const float half = 0.499f * cell_; // an obstacle that ends at the side of a cell does not touch it
    const float corner = half * (std::abs(axes.along.x) + std::abs(axes.along.y));
    return std::abs(d.x) < box.x + half && std::abs(d.y) < box.y + half &&
           std::abs(d.x * axes.along.x + d.y * axes.along.y) < obstacle.half_extents.x + corner &&
           std::abs(d.x * axes.across.x + d.y * axes.across.y) < obstacle.half_extents.y + corner;
}

ChangedGround GridMap::with_obstacles(std::span<const Obstacle> all, std::span<const Obstacle> changed,
                                      const Ground& before) const {
    auto map = std::make_shared<GridMap>(static_cast<const GridMap&>(before));
    CellBox whole = {columns_, lines_, -1, -1};
    for (const Obstacle& obstacle : changed) {
        const CellBox box = cells_near(obstacle);
        if (box.low_x > box.high_x || box.low_y > box.high_y) continue;
        map->change(all, box, *this);
        whole = {std::min(whole.low_x, box.low_x), std::min(whole.low_y, box.low_y), std::max(whole.high_x, box.high_x),
                 std::max(whole.high_y, box.high_y)};
    }
    if (whole.high_x < 0) return {map, low_, low_}; // no obstacle is on the map
    const Vec2 low = middle(static_cast<uint32_t>(index(whole.low_x, whole.low_y)));
    const Vec2 high = middle(static_cast<uint32_t>(index(whole.high_x, whole.high_y)));
    return {map, {low.x - cell_, low.y - cell_}, {high.x + cell_, high.y + cell_}};
}

/// Opens and closes the cells of the box as the obstacles and the bare map say.
void GridMap::change(std::span<const Obstacle> all, const CellBox& box, const GridMap& bare) {
    std::vector<uint32_t> closed, opened;
    for (int y = box.low_y; y <= box.high_y; ++y)
        for (int x = box.low_x; x <= box.high_x; ++x) {
            const bool free =
                bare.walkable(x, y) &&
                std::none_of(all.begin(), all.end(), [&](const Obstacle& obstacle) { return touches(obstacle, x, y); });
            if (free != walkable(x, y)) (free ? opened : closed).push_back(static_cast<uint32_t>(index(x, y)));
        }
    if (closed.empty() && opened.empty()) return;
    close_cells(closed);
    open_cells(opened);
    find_steps(widened(box, 1));
    find_margins(widened(box, most_margin + 1));
}

/// Calls visit(neighbour) for the walkable cells that share a side with a cell.
template <typename Visit> void GridMap::for_sides(uint32_t cell, Visit&& visit) const {
    const int x = static_cast<int>(cell % static_cast<uint32_t>(columns_));
    const int y = static_cast<int>(cell / static_cast<uint32_t>(columns_));
    constexpr int sides[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (const auto& side : sides)
        if (walkable(x + side[0], y + side[1])) visit(static_cast<uint32_t>(index(x + side[0], y + side[1])));
}

void GridMap::close_cells(const std::vector<uint32_t>& cells) {
    for (const uint32_t cell : cells) {
        --island_cells_[islands_[cell]];
        islands_[cell] = no_island;
    }
    split_islands(cells);
}

/// Closed cells may have cut islands into parts. Cells beside them are in all parts that there can be.
void GridMap::split_islands(const std::vector<uint32_t>& closed) {
    std::vector<uint32_t> seeds;
    for (const uint32_t cell : closed) for_sides(cell, [&](uint32_t beside) { seeds.push_back(beside); });
    std::sort(seeds.begin(), seeds.end(),
              [&](uint32_t a, uint32_t b) { return islands_[a] != islands_[b] ? islands_[a] < islands_[b] : a < b; });
    seeds.erase(std::unique(seeds.begin(), seeds.end()), seeds.end());
    for (auto first = seeds.begin(); first != seeds.end();) {
        const auto end =
            std::find_if(first, seeds.end(), [&](uint32_t seed) { return islands_[seed] != islands_[*first]; });
        split_island({first, end});
        first = end;
    }
}

/// Searches from all seeds of an island at once. Searches that meet go on together. A search that ends alone has found
/// an island of its own; when a single search is left, it has the old island.
void GridMap::split_island(const std::vector<uint32_t>& seeds) {
    constexpr uint32_t no_part = ~0u;
    if (seeds.size() < 2) return;
    std::vector<uint32_t> owner(islands_.size(), no_part), root(seeds.size());
    std::iota(root.begin(), root.end(), 0u);
    const auto root_of = [&](uint32_t part) {
        while (root[part] != part) part = root[part] = root[root[part]];
        return part;
    };
    std::vector<Part> parts(seeds.size());
    for (uint32_t i = 0; i < seeds.size(); ++i) {
        parts[i].queue.push_back(seeds[i]);
        owner[seeds[i]] = i;
    }
    const auto join = [&](uint32_t a, uint32_t b) {
        const auto size = [&](uint32_t part) { return parts[part].done.size() + parts[part].queue.size(); };
        if (size(a) < size(b)) std::swap(a, b);
        Part &into = parts[a], from = std::move(parts[b]);
        parts[b] = {};
        root[b] = a;
        into.done.insert(into.done.end(), from.done.begin(), from.done.end());
        into.queue.insert(into.queue.end(), from.queue.begin() + static_cast<std::ptrdiff_t>(from.head),
                          from.queue.end());
        return a;
    };
    const auto expand = [&](uint32_t part) {
        for (int i = 0; i < 32 && !parts[part].exhausted(); ++i) {
            const uint32_t cell = parts[part].queue[parts[part].head++];
            parts[part].done.push_back(cell);
            for_sides(cell, [&](uint32_t beside) {
                if (owner[beside] == no_part) {
                    owner[beside] = part;
                    parts[part].queue.push_back(beside);
                } else if (const uint32_t other = root_of(owner[beside]); other != part) {
                    part = join(part, other);
                }
            });
        }
    };
    std::vector<uint32_t> searching(seeds.size());
    std::iota(searching.begin(), searching.end(), 0u);
    while (searching.size() > 1) {
        for (const uint32_t part : searching)
            if (root[part] == part) expand(part);
        std::erase_if(searching, [&](uint32_t part) { return root[part] != part || parts[part].exhausted(); });
    }
    // Of several parts that have all been searched to the end, the greatest keeps the old number.
    uint32_t keeps = searching.empty() ? no_part : searching.front();
    for (uint32_t part = 0; part < parts.size() && searching.empty(); ++part)
        if (keeps == no_part || parts[part].done.size() > parts[keeps].done.size()) keeps = part;
    for (uint32_t part = 0; part < parts.size(); ++part) {
        if (root[part] != part || part == keeps) continue;
        const uint32_t old = islands_[parts[part].done.front()];
        const auto count = static_cast<uint32_t>(parts[part].done.size());
        const uint32_t made = new_island();
        for (const uint32_t cell : parts[part].done) islands_[cell] = made;
        island_cells_[old] -= count;
        island_cells_[made] = count;
    }
}

void GridMap::open_cells(const std::vector<uint32_t>& cells) {
    for (const uint32_t cell : cells) {
        const uint32_t island = merge_islands(cell);
        islands_[cell] = island;
        ++island_cells_[island];
    }
}

/// The number of an island that has no cells yet.
uint32_t GridMap::new_island() {
    const auto none = std::find(island_cells_.begin(), island_cells_.end(), 0u);
    const auto number = static_cast<uint32_t>(none - island_cells_.begin());
    if (number == island_count()) island_cells_.push_back(0);
    return number;
}

/// Makes one island of those beside a cell: the greatest takes in the others. Returns its number.
uint32_t GridMap::merge_islands(uint32_t cell) {
    uint32_t greatest = no_island;
    for_sides(cell, [&](uint32_t beside) {
        const uint32_t island = islands_[beside];
        if (greatest == no_island || island_cells_[island] > island_cells_[greatest]) greatest = island;
    });
    if (greatest == no_island) return new_island();
    std::vector<uint32_t> open;
    const auto take = [&](uint32_t taken) {
        const uint32_t island = islands_[taken];
        if (island == greatest) return;
        --island_cells_[island];
        ++island_cells_[greatest];
        islands_[taken] = greatest;
        open.push_back(taken);
    };
    for_sides(cell, take);
    while (!open.empty()) {
        const uint32_t next = open.back();
        open.pop_back();
        for_sides(next, take);
    }
    return greatest;
}

} // namespace fray
