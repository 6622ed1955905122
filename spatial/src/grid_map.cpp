#include "fray/spatial/grid_map.h"

#include "gap.h"
#include "grid_line.h"
#include "grid_routes.h"
#include "input_file.h"
#include "saturated_cast.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <stdexcept>

namespace fray {
namespace {

/// The number of the column or line that lies `cells` cell lengths from the low edge. It is -1 below the grid and
/// `count` above it.
int cell_of(float cells, int count) {
    return !(cells >= 0.0f) ? -1 : cells >= static_cast<float>(count) ? count : saturated_cast<int>(cells);
}

/// Reads a map in the format of MovingAI, line by line. Throws std::invalid_argument: `name:line:column: what`.
class MapText {
public:
    MapText(std::string_view text, const std::string& name) : text_(text), name_(name) {}

    int columns = 0, lines = 0;
    std::vector<uint8_t> cells;

    void read() {
        expect("type octile");
        lines = number("height");
        columns = number("width");
        expect("map");
        cells.resize(static_cast<size_t>(columns) * static_cast<size_t>(lines));
        for (int i = lines; i-- > 0;) row(i);
        while (next())
            if (!line_.empty()) fail(1, "a row too many: height is " + std::to_string(lines));
    }

private:
    /// Takes the next line. False: the text has ended.
    bool next() {
        ++number_;
        if (text_.empty()) return false;
        const size_t end = text_.find('\n');
        line_ = text_.substr(0, end);
        text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
        if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
        return true;
    }
    [[noreturn]] void fail(size_t column, const std::string& what) const {
        throw std::invalid_argument(name_ + ":" + std::to_string(number_) + ":" + std::to_string(column) + ": " + what);
    }
    std::string given() const { return "given '" + std::string(line_.substr(0, 40)) + "'"; }

    void expect(std::string_view words) {
        if (!next()) fail(1, "the file ends; allowed: '" + std::string(words) + "'");
        if (line_ != words) fail(1, given() + "; allowed: '" + std::string(words) + "'");
    }

    int number(std::string_view key) {
        std::string allowed = "'";
        allowed.append(key).append(" N', N from 1 to ").append(std::to_string(GridMap::max_side));
        if (!next()) fail(1, "the file ends; allowed: " + allowed);
        int value = 0;
        const bool keyed = line_.starts_with(key) && line_.size() > key.size() + 1 && line_[key.size()] == ' ';
        for (const char c : keyed ? line_.substr(key.size() + 1) : std::string_view("x")) {
            if (c < '0' || c > '9' || value > GridMap::max_side) fail(1, given() + "; allowed: " + allowed);
            value = value * 10 + (c - '0');
        }
        if (value < 1 || value > GridMap::max_side) fail(1, given() + "; allowed: " + allowed);
        return value;
    }

    void row(int line) {
        const auto width = static_cast<size_t>(columns);
        if (!next()) fail(1, "the file ends; missing rows: " + std::to_string(line + 1));
        if (line_.size() != width)
            fail(std::min(line_.size(), width) + 1,
                 "a row of " + std::to_string(line_.size()) + " cells; width is " + std::to_string(columns));
        for (size_t i = 0; i < width; ++i) {
            const std::optional<uint8_t> kind = GridMap::kind_of(line_[i]);
            if (!kind) fail(i + 1, std::string("given '") + line_[i] + "'; allowed: . G S (walkable) @ O T W (not)");
            cells[static_cast<size_t>(line) * width + i] = *kind;
        }
    }

    std::string_view text_, line_;
    std::string name_;
    size_t number_ = 0;
};

} // namespace

GridMap::GridMap(int columns, int lines, const std::vector<uint8_t>& cells, float cell, Vec2 low)
    : columns_(columns), lines_(lines), cell_(cell), per_cell_(1.0f / cell), low_(low) {
    find_islands(cells);
    if (std::find(cells.begin(), cells.end(), water) != cells.end())
        for (const uint8_t kind : cells) water_.push_back(kind == water);
    steps_.assign(islands_.size(), 0);
    margins_.assign(islands_.size(), 0);
    find_steps(whole());
    find_margins(whole());
}

std::optional<uint8_t> GridMap::kind_of(char character) {
    switch (character) {
    case '.':
    case 'G':
    case 'S': return passable;
    case 'W': return water;
    case '@':
    case 'O':
    case 'T': return wall;
    default: return std::nullopt;
    }
}

Result<GridMap> GridMap::create(int columns, int lines, std::vector<uint8_t> cells, float cell, Vec2 low) {
    const auto refuse = [](const std::string& what) { return Failure{Error::out_of_range, "GridMap: " + what}; };
    if (columns < 1 || columns > max_side || lines < 1 || lines > max_side)
        return refuse("given " + std::to_string(columns) + " by " + std::to_string(lines) + " cells, allowed 1 to " +
                      std::to_string(max_side) + " each way");
    if (cells.size() != static_cast<size_t>(columns) * static_cast<size_t>(lines))
        return refuse("given " + std::to_string(cells.size()) + " cells for " + std::to_string(columns) + " by " +
                      std::to_string(lines));
    if (!(cell >= 0.01f && cell <= 100.0f))
        return refuse("cell: given " + std::to_string(cell) + ", allowed 0.01 to 100 m");
    if (!std::isfinite(low.x) || !std::isfinite(low.y)) return refuse("low: given a number that is not finite");
    try {
        GridMap map(columns, lines, cells, cell, low);
        if (map.island_cells_.empty()) return refuse("no cell is walkable");
        return map;
    } catch (const std::bad_alloc&) {
        return Failure{Error::out_of_memory, "out of memory"};
    }
}

Result<GridMap> GridMap::parse(std::string_view text, const std::string& name, float cell, Vec2 low) {
    MapText map(text, name);
    try {
        map.read();
    } catch (const std::invalid_argument& wrong) {
        return Failure{Error::bad_file, wrong.what()};
    } catch (const std::bad_alloc&) {
        return Failure{Error::out_of_memory, "out of memory"};
    }
    if (std::find(map.cells.begin(), map.cells.end(), passable) == map.cells.end())
        return Failure{Error::bad_file, name + ":5:1: no cell is walkable"};
    return create(map.columns, map.lines, std::move(map.cells), cell, low);
}

Result<GridMap> GridMap::load(const std::string& path, float cell, Vec2 low) {
    std::string text;
    if (const std::string error = read_input(path, InputLimits::map, &text); !error.empty())
        return Failure{Error::bad_file, path + ":1:1: " + error};
    return parse(text, path, cell, low);
}

/// Flood fill. Diagonal steps never cut corners, so cells that only touch at a corner are not connected.
void GridMap::find_islands(const std::vector<uint8_t>& cells) {
    const auto walkable = [&](size_t cell) { return cells[cell] != wall && cells[cell] != water; };
    islands_.assign(cells.size(), no_island);
    std::vector<uint32_t> open;
    const auto width = static_cast<size_t>(columns_);
    for (size_t start = 0; start < cells.size(); ++start) {
        if (!walkable(start) || islands_[start] != no_island) continue;
        const uint32_t island = island_count();
        uint32_t count = 0;
        const auto take = [&](size_t cell) {
            if (!walkable(cell) || islands_[cell] != no_island) return;
            islands_[cell] = island;
            ++count;
            open.push_back(static_cast<uint32_t>(cell));
        };
        take(start);
        while (!open.empty()) {
            const size_t cell = open.back();
            open.pop_back();
            if (cell % width != 0) take(cell - 1);
            if ((cell + 1) % width != 0) take(cell + 1);
            if (cell >= width) take(cell - width);
            if (cell + width < cells.size()) take(cell + width);
        }
        island_cells_.push_back(count);
    }
}

GridMap::CellBox GridMap::widened(const CellBox& box, int cells) const {
    return {std::max(box.low_x - cells, 0), std::max(box.low_y - cells, 0), std::min(box.high_x + cells, columns_ - 1),
            std::min(box.high_y + cells, lines_ - 1)};
}

void GridMap::find_steps(const CellBox& box) {
    for (int y = box.low_y; y <= box.high_y; ++y)
        for (int x = box.low_x; x <= box.high_x; ++x) {
            const bool left = walkable(x - 1, y), right = walkable(x + 1, y);
            const bool low = walkable(x, y - 1), high = walkable(x, y + 1);
            const bool free[] = {
                low && left && walkable(x - 1, y - 1),  low,  low && right && walkable(x + 1, y - 1), left, right,
                high && left && walkable(x - 1, y + 1), high, high && right && walkable(x + 1, y + 1)};
            unsigned bits = 0;
            for (unsigned i = 0; i < 8; ++i) bits |= unsigned{free[i]} << i;
            steps_[index(x, y)] = walkable(x, y) ? static_cast<uint8_t>(bits) : uint8_t{0};
        }
}

/// A chessboard distance transform in two passes, forwards and backwards. The edge of the map counts as a wall. Cells
/// outside the box keep their margins, which must be right.
void GridMap::find_margins(const CellBox& box) {
    // The distance to the nearest wall, in cells, as far as it is known.
    const auto to_wall = [&](int x, int y) { return walkable(x, y) ? int{margins_[index(x, y)]} + 1 : 0; };
    for (int y = box.low_y; y <= box.high_y; ++y)
        for (int x = box.low_x; x <= box.high_x; ++x) {
            const int least =
                std::min({to_wall(x - 1, y), to_wall(x - 1, y - 1), to_wall(x, y - 1), to_wall(x + 1, y - 1)});
            margins_[index(x, y)] = walkable(x, y) ? static_cast<uint8_t>(std::min(least, most_margin)) : uint8_t{0};
        }
    for (int y = box.high_y; y >= box.low_y; --y)
        for (int x = box.high_x; x >= box.low_x; --x) {
            const int least =
                std::min({to_wall(x + 1, y), to_wall(x + 1, y + 1), to_wall(x, y + 1), to_wall(x - 1, y + 1)});
            uint8_t& margin = margins_[index(x, y)];
            margin = static_cast<uint8_t>(std::min<int>(margin, least));
        }
}

// Functions that a frame calls are not inline. The linker might otherwise keep a copy of an inline function from the
// host's code, which may be compiled with other floating-point options.
GridMap GridMap::shifted(Vec2 by) const {
    GridMap map = *this;
    map.low_ = {low_.x + by.x, low_.y + by.y};
    return map;
}

int GridMap::column(float x) const { return cell_of((x - low_.x) * per_cell_, columns_); }
int GridMap::line(float y) const { return cell_of((y - low_.y) * per_cell_, lines_); }

Vec2 GridMap::high() const {
    return {low_.x + cell_ * static_cast<float>(columns_), low_.y + cell_ * static_cast<float>(lines_)};
}

uint32_t GridMap::cell_at(Vec2 at) const {
    const int x = column(at.x), y = line(at.y);
    return x < 0 || y < 0 || x >= columns_ || y >= lines_ ? no_cell : static_cast<uint32_t>(index(x, y));
}

Vec2 GridMap::middle(uint32_t cell) const {
    const uint32_t width = static_cast<uint32_t>(columns_);
    return {low_.x + (static_cast<float>(cell % width) + 0.5f) * cell_,
            low_.y + (static_cast<float>(cell / width) + 0.5f) * cell_};
}

uint32_t GridMap::island(Vec2 at) const {
    const int x = column(at.x), y = line(at.y);
    return walkable(x, y) ? islands_[index(x, y)] : no_island;
}

void GridMap::islands(std::span<const Vec2> at, std::span<uint32_t> found) const {
    for (size_t i = 0; i < at.size(); ++i) {
        const uint32_t cell = cell_at(at[i]);
        found[i] = cell == no_cell ? no_island : islands_[cell];
    }
}

bool GridMap::surely_clear(Vec2 a, Vec2 b) const {
    const int x = column(a.x), y = line(a.y);
    if (!walkable(x, y)) return false;
    return std::max(std::abs(column(b.x) - x), std::abs(line(b.y) - y)) <= margins_[index(x, y)];
}

/// The clear part of the line from a to b, 0 to 1. It ends before the first cell that is not walkable.
float GridMap::clear_part(Vec2 a, Vec2 b) const {
    return free_part(a, b, [this](int x, int y) { return walkable(x, y); });
}

bool GridMap::clear(Vec2 a, Vec2 b) const { return surely_clear(a, b) || (clear_part(a, b) == 1.0f && walkable(b)); }

bool GridMap::lets_through(Vec2 a, Vec2 b) const {
    return surely_clear(a, b) ||
           free_part(a, b, [this](int x, int y) { return walkable(x, y) || is_water(x, y); }) == 1.0f;
}

/// Walks towards `to` as far as the line is clear, and stops 0.001 cells before a wall.
Vec2 GridMap::straight(Vec2 from, Vec2 to) const {
    if (surely_clear(from, to)) return to;
    const float part = clear_part(from, to);
    if (part == 1.0f && walkable(to)) return to;
    const float length = std::sqrt((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y));
    const float short_of = length > 0.0f ? part - 0.001f * cell_ / length : 0.0f;
    if (short_of <= 0.0f) return from;
    const Vec2 there = {from.x + (to.x - from.x) * short_of, from.y + (to.y - from.y) * short_of};
    return clear(from, there) ? there : from;
}

Vec2 GridMap::slide(Vec2 from, Vec2 to) const {
    const Vec2 end = straight(from, to);
    if (end.x == to.x && end.y == to.y) return to;
    const Vec2 along_x = straight(end, {to.x, end.y}), along_y = straight(end, {end.x, to.y});
    return std::abs(along_x.x - end.x) >= std::abs(along_y.y - end.y) ? along_x : along_y;
}

void GridMap::slide(std::span<const Vec2> from, std::span<Vec2> to) const {
    for (size_t i = 0; i < from.size(); ++i) to[i] = slide(from[i], to[i]);
}

std::unique_ptr<RouteFinder> GridMap::routes() const { return std::make_unique<GridRoutes>(*this); }

uint64_t GridMap::path_memory() const {
    constexpr uint64_t least = 256u << 20, for_a_cell = 256;
    return path_memory_.value_or(std::max(least, for_a_cell * islands_.size()));
}

Vec2 GridMap::inside(uint32_t cell, Vec2 near) const {
    const float hair = cell_ * 0.01f;
    const uint32_t width = static_cast<uint32_t>(columns_);
    const float x = low_.x + static_cast<float>(cell % width) * cell_;
    const float y = low_.y + static_cast<float>(cell / width) * cell_;
    const Vec2 p = {std::clamp(near.x, x + hair, x + cell_ - hair), std::clamp(near.y, y + hair, y + cell_ - hair)};
    return cell_at(p) == cell ? p : middle(cell); // far from the origin, rounding may move p into another cell
}

bool GridMap::nearest(Vec2 at, float reach, Vec2* found, uint32_t wanted) const {
    const auto fits = [&](int x, int y) {
        return walkable(x, y) && (wanted == no_island || islands_[index(x, y)] == wanted);
    };
    const int home_x = column(at.x), home_y = line(at.y);
    if (fits(home_x, home_y)) {
        *found = at;
        return true;
    }
    float best = reach * reach;
    bool any = false;
    const auto look = [&](int x, int y) {
        if (!fits(x, y)) return;
        const Vec2 p = inside(static_cast<uint32_t>(index(x, y)), at);
        const float squared = (p.x - at.x) * (p.x - at.x) + (p.y - at.y) * (p.y - at.y);
        if (squared > best || (any && squared == best)) return;
        best = squared;
        *found = p;
        any = true;
    };
    // The search visits ring after ring of cells around `at`. If `at` is outside the grid, it skips the rings that
    // cannot reach the grid.
    const float outside_x = gap(at.x, low_.x, high().x), outside_y = gap(at.y, low_.y, high().y);
    const auto skipped = saturated_cast<int>(std::min(std::max(outside_x, outside_y) * per_cell_, 1e6f));
    const auto centre = [this](float outside, int home, int count) {
        if (!(outside > 0.0f)) return home;
        const int away = saturated_cast<int>(std::min(outside * per_cell_, 1e6f));
        return home < 0 ? -1 - away : count + away;
    };
    const int centre_x = centre(outside_x, home_x, columns_), centre_y = centre(outside_y, home_y, lines_);
    const int last = std::max(columns_, lines_) + skipped + 1;
    for (int ring = std::max(skipped, 1); ring <= last; ++ring) {
        const float inner = (static_cast<float>(ring) - 1.0f) * cell_;
        if (inner > 0.0f && inner * inner > best) break;
        const int left = centre_x - ring, right = centre_x + ring, low = centre_y - ring, high = centre_y + ring;
        for (int x = std::max(left, 0); x <= std::min(right, columns_ - 1); ++x) look(x, low), look(x, high);
        for (int y = std::max(low + 1, 0); y <= std::min(high - 1, lines_ - 1); ++y) look(left, y), look(right, y);
    }
    return any;
}

uint32_t GridMap::walls(Vec2 at, float reach, Wall (&found)[max_walls]) const {
    const int x = column(at.x), y = line(at.y);
    const float low_x = low_.x + static_cast<float>(x) * cell_ - at.x;
    const float low_y = low_.y + static_cast<float>(y) * cell_ - at.y;
    const float hair = 0.001f * cell_;
    uint32_t count = 0;
    const auto add = [&](Vec2 normal, float distance) {
        if (distance < reach) found[count++] = {normal, std::max(distance - hair, 0.0f)};
    };
    const bool left = walkable(x - 1, y), right = walkable(x + 1, y);
    const bool down = walkable(x, y - 1), up = walkable(x, y + 1);
    if (!left) add({-1.0f, 0.0f}, -low_x);
    if (!right) add({1.0f, 0.0f}, low_x + cell_);
    if (!down) add({0.0f, -1.0f}, -low_y);
    if (!up) add({0.0f, 1.0f}, low_y + cell_);
    // A corner that sticks out into the floor becomes a wall perpendicular to the line from `at` to the corner.
    const auto corner = [&](int dx, int dy, bool beside, bool before) {
        if (!beside || !before || walkable(x + dx, y + dy)) return;
        const Vec2 way = {dx < 0 ? low_x : low_x + cell_, dy < 0 ? low_y : low_y + cell_};
        const float distance = std::sqrt(way.x * way.x + way.y * way.y);
        if (distance > hair) add({way.x / distance, way.y / distance}, distance);
    };
    corner(-1, -1, left, down), corner(1, -1, right, down), corner(-1, 1, left, up), corner(1, 1, right, up);
    return count;
}

bool GridMap::extent(Vec2* low, Vec2* high) const {
    *low = low_, *high = this->high();
    return true;
}

uint64_t GridMap::memory() const {
    return islands_.capacity() * sizeof(uint32_t) + steps_.capacity() + margins_.capacity() + water_.capacity() +
           island_cells_.capacity() * sizeof(uint32_t);
}

} // namespace fray
