#include "locomotion/local_detour.h"

#include "locomotion/neighbour.h"
#include "saturated_cast.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fray {
namespace {

/// The raster of a level.
struct Window {
    int half;   ///< cells to each side of the seeker's cell
    float cell; ///< m: the side of a cell
    int drawn;  ///< as `half`: what is drawn at first. More is drawn as the search gets there
};
constexpr Window windows[LocalDetour::levels] = {{12, 0.4f, 12}, {25, 0.4f, 5}, {25, 0.8f, 5}};

/// An obstacle blocks the cells nearer to it than this fraction of the sum of the radii. It is a little below 1,
/// because agents that touch do not overlap, and a gap that is just wide enough has to stay open.
constexpr float blocking_share = 0.98f;

/// m/s: a slower agent is an obstacle like a standing agent, so that paths lead around a jam.
constexpr float slow_walk = 1.0f;
bool walks(const GridItem& other) { return glm::dot(other.velocity, other.velocity) > slow_walk * slow_walk; }

} // namespace

Vec2 LocalDetour::place(Cell c) const {
    return {low_.x + static_cast<float>(c.x) * cell_, low_.y + static_cast<float>(c.y) * cell_};
}

LocalDetour::Cell LocalDetour::cell_at(Vec2 p) const {
    const auto number = [&](float from, float to) {
        const float cells = (to - from) * per_cell_ + 0.5f;
        return cells < 0.0f ? -1 : cells >= static_cast<float>(side_) ? side_ : saturated_cast<int>(cells);
    };
    return {number(low_.x, p.x), number(low_.y, p.y)};
}

void LocalDetour::block(Vec2 at, float radius) {
    // A line of cells is blocked within half a chord of the circle.
    const float last = static_cast<float>(side_ - 1), x = (at.x - low_.x) * per_cell_, y = (at.y - low_.y) * per_cell_;
    const float r = radius * per_cell_;
    // Both are for coordinates in cells; `ceiling` of less than 0 is 0.
    const auto floor = [&](float c) { return static_cast<int>(std::min(c, last)); };
    const auto ceiling = [](float c) {
        const int whole = static_cast<int>(std::max(c, 0.0f));
        return whole + static_cast<int>(static_cast<float>(whole) < c);
    };
    if (y + r < 0.0f) return;
    for (int line = ceiling(y - r); line <= floor(y + r); ++line) {
        const float off = static_cast<float>(line) - y, half = std::sqrt(std::max(r * r - off * off, 0.0f));
        if (x + half < 0.0f) continue;
        const int to = floor(x + half);
        for (int i = ceiling(x - half); i <= to; ++i) blocked_[static_cast<size_t>(index({i, line}))] = 1;
    }
}

void LocalDetour::clear_cells(const Ground* ground, int line, int first, int last) {
    first = std::max(first, 0);
    last = std::min(last, side_ - 1);
    if (last < first) return;
    const auto cells = static_cast<size_t>(last - first) + 1;
    uint8_t* const blocked = blocked_.data() + index({first, line});
    std::fill_n(blocked, cells, uint8_t{0});
    if (ground == nullptr) return;
    std::array<Vec2, most_side> at;
    std::array<uint32_t, most_side> islands;
    for (size_t i = 0; i < cells; ++i) at[i] = place({first + static_cast<int>(i), line});
    ground->islands({at.data(), cells}, {islands.data(), cells});
    for (size_t i = 0; i < cells; ++i) blocked[i] = islands[i] == Ground::no_island;
}

void LocalDetour::draw(const ObstacleView& world, const Seeker& seeker, Cell centre, int half, int drawn) {
    for (int y = std::max(centre.y - half, 0); y <= std::min(centre.y + half, side_ - 1); ++y) {
        // Of a line through what was drawn before, two parts are left.
        const bool parted = std::abs(y - centre.y) <= drawn;
        const Ground* const ground = world.terrain.ground.get();
        clear_cells(ground, y, centre.x - half, parted ? centre.x - drawn - 1 : centre.x + half);
        if (parted) clear_cells(ground, y, centre.x + drawn + 1, centre.x + half);
    }
    const float to_border = cell_ * static_cast<float>(half_);
    const Vec2 high = seeker.here + Vec2{to_border, to_border}, middle_of_square = place(centre);
    const auto metres = [&](int cells) { return (static_cast<float>(cells) + 0.5f) * cell_; };
    const float inner = metres(drawn), outer = metres(half);
    // 1.42 is a little more than the square root of 2: the circle reaches the corners of the square.
    const float reach = cell_ * static_cast<float>(half) * 1.42f + seeker.radius;
    world.grid.within(middle_of_square, reach, [&](const GridItem& other) {
        const float radius = (seeker.radius + other.radius) * blocking_share;
        const Vec2 at = other.position, off = glm::abs(at - middle_of_square);
        if (at.x < low_.x - radius || at.x > high.x + radius || at.y < low_.y - radius || at.y > high.y + radius)
            return;
        const float farthest = std::max(off.x, off.y);
        if (farthest + radius < inner || farthest - radius > outer) return; // drawn before, or beyond
        if (other.row == seeker.row.number() || other.row == seeker.target_row.number() || other.floor != seeker.floor)
            return;
        if (seeker.past_walkers ? yields(other) : walks(other)) return;
        if (other.asleep != 0 && other.priority < seeker.priority) return;
        block(at, radius);
    });
    blocked_[static_cast<size_t>(middle())] = 0;
}

void LocalDetour::draw_to(const ObstacleView& world, const Seeker& seeker, int half) {
    if (half <= drawn_) return;
    draw(world, seeker, cell_of(middle()), half, drawn_);
    drawn_ = half;
}

int LocalDetour::cells_between(Cell a, Cell b) { return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)); }

void LocalDetour::open(int cell, uint32_t cost) {
    const auto i = static_cast<size_t>(cell);
    if (cost_[i] <= cost) return;
    cost_[i] = static_cast<uint16_t>(cost);
    Front& front = open_[cost % open_.size()];
    if (front.count < front.cells.size()) front.cells[front.count++] = static_cast<uint16_t>(i);
}

template <typename Visit> void LocalDetour::neighbours(int cell, Visit&& visit) const {
    const auto free = [&](int i) { return blocked_[static_cast<size_t>(i)] == 0; };
    const bool left = free(cell - 1), right = free(cell + 1);
    if (left) visit(cell - 1, step);
    if (right) visit(cell + 1, step);
    for (const int line : {-stride, stride}) {
        if (!free(cell + line)) continue;
        visit(cell + line, step);
        // Diagonal steps lead only between two free sides: no path cuts a corner.
        if (left && free(cell + line - 1)) visit(cell + line - 1, diagonal);
        if (right && free(cell + line + 1)) visit(cell + line + 1, diagonal);
    }
}

void LocalDetour::spread(const ObstacleView& world, const Seeker& seeker, int goal) {
    std::fill_n(cost_.begin(), stored(), unknown);
    for (Front& front : open_) front.count = 0;
    open(middle(), 0);
    // The loop ends when all buckets were empty in a row: then no open cell is left.
    uint32_t idle = 0;
    for (uint32_t cost = 0; idle < open_.size(); ++cost) {
        Front& front = open_[cost % open_.size()];
        idle = front.count == 0 ? idle + 1 : 0;
        while (front.count != 0) {
            const uint16_t i = front.cells[--front.count];
            if (cost_[i] != cost) continue; // a cheaper path to this cell was found later
            if (i == goal) return;
            if (drawn_ < half_ && cells_between(cell_of(i), cell_of(middle())) == drawn_)
                draw_to(world, seeker, std::min(2 * drawn_ + 2, half_));
            neighbours(i, [&](int next, uint32_t more) { open(next, cost + more); });
        }
    }
}

/// The search floods from the goal outwards. It stops at 48 cells, so it costs little if the goal is not enclosed.
bool LocalDetour::shut_in(const ObstacleView& world, const Seeker& seeker, int goal) {
    constexpr uint32_t most = 48;
    constexpr int around_goal = 5; // cells: rarely do 48 cells reach farther
    const Cell there = cell_of(goal);
    if (drawn_ < half_) draw(world, seeker, there, around_goal, -1);
    std::array<uint16_t, most> seen;
    uint32_t count = 0;
    const int start = middle();
    if (blocked_[static_cast<size_t>(goal)] != 0) return true;
    seen[count++] = static_cast<uint16_t>(goal);
    for (uint32_t next = 0; next < count; ++next) {
        const Cell c = cell_of(seen[next]);
        if (seen[next] == start) return false;
        if (cells_between(c, there) >= around_goal && cells_between(c, cell_of(start)) >= drawn_)
            draw_to(world, seeker, half_);
        bool full = false;
        neighbours(seen[next], [&](int cell, uint32_t) {
            const auto i = static_cast<uint16_t>(cell);
            if (full || std::find(seen.begin(), seen.begin() + count, i) != seen.begin() + count) return;
            full = count == most;
            if (!full) seen[count++] = i;
        });
        if (full) return false;
    }
    return true;
}

/// For a goal outside the raster: the border cell with the least sum of its cost, in metres, and its straight distance
/// to the goal. -1: no border cell was reached.
int LocalDetour::best_border(Vec2 goal) const {
    int best = -1;
    float least = std::numeric_limits<float>::infinity();
    const auto look_at = [&](Cell c) {
        const auto i = static_cast<size_t>(index(c));
        if (cost_[i] == unknown) return;
        const float way = static_cast<float>(cost_[i]) * (cell_ / static_cast<float>(step)) +
                          std::sqrt(distance_squared(place(c), goal));
        if (way >= least) return;
        least = way;
        best = static_cast<int>(i);
    };
    for (int i = 0; i < side_; ++i) look_at({i, 0});
    for (int i = 1; i + 1 < side_; ++i) {
        look_at({0, i});
        look_at({side_ - 1, i});
    }
    for (int i = 0; i < side_; ++i) look_at({i, side_ - 1});
    return best;
}

int LocalDetour::nearest_reached(Vec2 goal) const {
    int best = -1;
    float least = std::numeric_limits<float>::infinity();
    for (int y = 0; y < side_; ++y)
        for (int x = 0; x < side_; ++x) {
            if (cost_[static_cast<size_t>(index({x, y}))] == unknown) continue;
            const float squared = distance_squared(place({x, y}), goal);
            if (squared >= least) continue;
            least = squared;
            best = index({x, y});
        }
    return best;
}

template <typename Accept> bool LocalDetour::all_on_line(Vec2 a, Vec2 b, Accept&& accept) const {
    const float length = std::sqrt(distance_squared(a, b));
    const int pieces = saturated_cast<int>(length / (0.5f * cell_)) + 1;
    for (int i = 1; i <= pieces; ++i) {
        const Cell c = cell_at(a + (b - a) * (static_cast<float>(i) / static_cast<float>(pieces)));
        if (!inside(c)) return true;
        if (!accept(c)) return false;
    }
    return true;
}

bool LocalDetour::clear(Vec2 a, Vec2 b) const {
    return all_on_line(a, b, [&](Cell c) { return is_free(c); });
}

bool LocalDetour::is_path(Vec2 a, Vec2 b) const {
    Cell last = cell_at(a);
    return all_on_line(a, b, [&](Cell c) {
        const Cell before = std::exchange(last, c);
        return is_free(c) && is_free({c.x, before.y}) && is_free({before.x, c.y});
    });
}

/// The waypoint: the farthest point of the path to `end` that can be reached from `here` in a straight line, in metres.
/// Sets `*all` if that is the goal itself. It follows the path backwards from `end`, always to a cell of lower cost.
Vec2 LocalDetour::first_turn(Vec2 here, int end, Vec2 goal, bool* all) const {
    *all = clear(here, goal);
    if (*all) return goal;
    Cell c = cell_of(end);
    while (!clear(here, place(c))) {
        int before = index(c);
        const uint16_t own = cost_[static_cast<size_t>(before)];
        uint16_t least = own;
        neighbours(before, [&](int next, uint32_t more) {
            const uint16_t cost = cost_[static_cast<size_t>(next)];
            if (cost == unknown || cost >= least || cost + more > own) return;
            least = cost;
            before = next;
        });
        if (before == index(c)) break; // the walk back has reached the seeker's own cell
        c = cell_of(before);
    }
    return place(c);
}

int LocalDetour::level_for(float distance) {
    int level = 0;
    while (level + 1 < levels && distance > static_cast<float>(windows[level].half) * windows[level].cell) ++level;
    return level;
}

LocalDetour::Answer LocalDetour::find(const ObstacleView& world, const Seeker& seeker, int level, Vec2* waypoint) {
    const Window window = windows[level];
    half_ = window.half;
    side_ = 2 * half_ + 1;
    cell_ = window.cell;
    per_cell_ = 1.0f / window.cell;
    const float half = cell_ * static_cast<float>(half_);
    low_ = seeker.here - Vec2{half, half};
    std::fill_n(blocked_.begin(), stored(), uint8_t{1});
    drawn_ = -1;
    draw_to(world, seeker, window.drawn);
    const Cell goal = cell_at(seeker.goal);
    int end = inside(goal) ? index(goal) : -1;
    if (drawn_ == half_ && end != middle() && is_path(seeker.here, seeker.goal)) {
        *waypoint = seeker.goal;
        return Answer::straight;
    }
    spread(world, seeker, end);
    if (end < 0) end = best_border(seeker.goal);
    if (end >= 0 && cost_[static_cast<size_t>(end)] == unknown) {
        const bool closed = shut_in(world, seeker, end);
        if (!closed && level + 1 < levels) return Answer::none;
        // The widest search, or an enclosed goal: the agent goes as near as it can.
        end = nearest_reached(seeker.goal);
        const float left = std::sqrt(distance_squared(seeker.here, seeker.goal));
        if (std::sqrt(distance_squared(place(cell_of(end)), seeker.goal)) > left - seeker.least_gain)
            return closed ? Answer::closed : Answer::none;
        draw_to(world, seeker, half_); // the straight way to the goal leads through it
    }
    if (end < 0 || end == middle()) return Answer::none;
    bool all = false;
    *waypoint = first_turn(seeker.here, end, seeker.goal, &all);
    return all ? Answer::straight : Answer::round;
}

} // namespace fray
