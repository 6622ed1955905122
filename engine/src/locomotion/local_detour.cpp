#include "locomotion/local_detour.h"

#include "locomotion/neighbour.h"
#include "saturated_cast.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fray {
namespace {

/// The raster of a level.
struct Window {
    int half;   ///< cells to each side of the seeker's cell
    float cell; ///< m: the side of a cell
};
constexpr Window windows[LocalDetour::levels] = {{12, 0.4f}, {25, 0.4f}, {25, 0.8f}};

/// An obstacle blocks the cells nearer to it than this fraction of the sum of the radii. It is a little below 1,
/// because agents that touch do not overlap, and a gap that is just wide enough has to stay open.
constexpr float blocking_share = 0.98f;

/// m: a path that does not reach the goal must lead at least this much nearer to it.
constexpr float least_gain = 1.0f;

/// m/s: a slower agent is an obstacle like a standing agent, so that paths lead around a jam.
constexpr float slow = 1.0f;
bool walks(const GridWalker& other) { return glm::dot(other.velocity, other.velocity) > slow * slow; }

} // namespace

Vec2 LocalDetour::place(Cell c) const {
    return {low_.x + static_cast<float>(c.x) * cell_, low_.y + static_cast<float>(c.y) * cell_};
}

LocalDetour::Cell LocalDetour::cell_at(Vec2 p) const {
    const auto number = [&](float from, float to) {
        const float cells = (to - from) / cell_ + 0.5f;
        return cells < 0.0f ? -1 : cells >= static_cast<float>(side_) ? side_ : saturated_cast<int>(cells);
    };
    return {number(low_.x, p.x), number(low_.y, p.y)};
}

void LocalDetour::block(Vec2 at, float radius) {
    const Cell low = cell_at({at.x - radius, at.y - radius}), high = cell_at({at.x + radius, at.y + radius});
    for (int y = std::max(low.y, 0); y <= std::min(high.y, side_ - 1); ++y)
        for (int x = std::max(low.x, 0); x <= std::min(high.x, side_ - 1); ++x)
            if (distance_squared(place({x, y}), at) < radius * radius) blocked_[static_cast<size_t>(index({x, y}))] = 1;
}

void LocalDetour::draw(const LocomotionLayer& layer, const Seeker& seeker) {
    const auto cells = static_cast<size_t>(side_ * side_);
    std::fill_n(blocked_.begin(), cells, uint8_t{0});
    if (layer.terrain.ground)
        for (size_t i = 0; i < cells; ++i)
            blocked_[i] = !layer.terrain.ground->walkable(place(cell_of(static_cast<int>(i))));
    const float half = cell_ * static_cast<float>(side_ / 2);
    // 1.42 is a little more than the square root of 2: the circle reaches the corners of the raster.
    layer.grid.within(seeker.here, half * 1.42f + seeker.radius, [&](const GridItem& other) {
        if (other.row == seeker.row || other.row == seeker.target_row || other.storey != seeker.storey) return;
        if (other.asleep == 0 && walks(layer.grid.walker(other))) return;
        block(other.position, (seeker.radius + radius_of(layer, other)) * blocking_share);
    });
    blocked_[static_cast<size_t>(index({side_ / 2, side_ / 2}))] = 0;
}

void LocalDetour::open(Cell c, int cost) {
    const auto i = static_cast<size_t>(index(c));
    if (blocked_[i] != 0 || cost_[i] <= cost) return;
    cost_[i] = static_cast<uint16_t>(cost);
    Front& front = open_[static_cast<size_t>(cost) % open_.size()];
    if (front.count < front.cells.size()) front.cells[front.count++] = static_cast<uint16_t>(i);
}

template <typename Visit> void LocalDetour::neighbours(Cell c, Visit&& visit) const {
    const auto free = [&](int x, int y) { return inside({x, y}) && blocked_[static_cast<size_t>(index({x, y}))] == 0; };
    for (const int dx : {-1, 1})
        if (free(c.x + dx, c.y)) visit(Cell{c.x + dx, c.y}, step);
    for (const int dy : {-1, 1}) {
        if (!free(c.x, c.y + dy)) continue;
        visit(Cell{c.x, c.y + dy}, step);
        for (const int dx : {-1, 1}) // diagonal steps only between two free sides: no path cuts a corner
            if (free(c.x + dx, c.y) && free(c.x + dx, c.y + dy)) visit(Cell{c.x + dx, c.y + dy}, diagonal);
    }
}

void LocalDetour::spread(int goal) {
    std::fill_n(cost_.begin(), static_cast<size_t>(side_ * side_), unknown);
    for (Front& front : open_) front.count = 0;
    open({side_ / 2, side_ / 2}, 0);
    // The loop ends when all buckets were empty in a row: then no open cell is left.
    for (size_t cost = 0, idle = 0; idle < open_.size(); ++cost) {
        Front& front = open_[cost % open_.size()];
        idle = front.count == 0 ? idle + 1 : 0;
        while (front.count != 0) {
            const uint16_t i = front.cells[--front.count];
            if (cost_[i] != cost) continue; // a cheaper path to this cell was found later
            if (i == goal) return;
            neighbours(cell_of(i), [&](Cell next, int more) { open(next, static_cast<int>(cost) + more); });
        }
    }
}

/// The search floods from the goal outwards. It stops at 48 cells, so it costs little if the goal is not enclosed.
bool LocalDetour::shut_in(int goal) const {
    constexpr uint32_t most = 48;
    std::array<uint16_t, most> seen;
    uint32_t count = 0;
    const int start = index({side_ / 2, side_ / 2});
    if (blocked_[static_cast<size_t>(goal)] != 0) return true;
    seen[count++] = static_cast<uint16_t>(goal);
    for (uint32_t next = 0; next < count; ++next) {
        if (seen[next] == start) return false;
        bool full = false;
        neighbours(cell_of(seen[next]), [&](Cell c, int) {
            const auto i = static_cast<uint16_t>(index(c));
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
    for (int i = 0; i < side_ * side_; ++i) {
        const Cell c = cell_of(i);
        if (c.x != 0 && c.y != 0 && c.x != side_ - 1 && c.y != side_ - 1) continue;
        if (cost_[static_cast<size_t>(i)] == unknown) continue;
        const float way = static_cast<float>(cost_[static_cast<size_t>(i)]) * (cell_ / static_cast<float>(step)) +
                          std::sqrt(distance_squared(place(c), goal));
        if (way >= least) continue;
        least = way;
        best = i;
    }
    return best;
}

int LocalDetour::nearest_reached(Vec2 goal) const {
    int best = -1;
    float least = std::numeric_limits<float>::infinity();
    for (int i = 0; i < side_ * side_; ++i) {
        if (cost_[static_cast<size_t>(i)] == unknown) continue;
        const float squared = distance_squared(place(cell_of(i)), goal);
        if (squared >= least) continue;
        least = squared;
        best = i;
    }
    return best;
}

bool LocalDetour::clear(Vec2 a, Vec2 b) const {
    const float length = std::sqrt(distance_squared(a, b));
    const int pieces = saturated_cast<int>(length / (0.5f * cell_)) + 1;
    for (int i = 1; i <= pieces; ++i) {
        const Cell c = cell_at(a + (b - a) * (static_cast<float>(i) / static_cast<float>(pieces)));
        if (inside(c) && blocked_[static_cast<size_t>(index(c))] != 0) return false;
    }
    return true;
}

/// The waypoint: the farthest point of the path to `end` that can be reached from `here` in a straight line, in metres.
/// Sets `*all` if that is the goal itself. It follows the path backwards from `end`, always to a cell of lower cost.
Vec2 LocalDetour::first_turn(Vec2 here, int end, Vec2 goal, bool* all) const {
    *all = clear(here, goal);
    if (*all) return goal;
    Cell c = cell_of(end);
    while (!clear(here, place(c))) {
        Cell before = c;
        uint16_t least = cost_[static_cast<size_t>(index(c))];
        neighbours(c, [&](Cell next, int more) {
            const uint16_t cost = cost_[static_cast<size_t>(index(next))];
            if (cost == unknown || cost >= least || cost + more > cost_[static_cast<size_t>(index(c))]) return;
            least = cost;
            before = next;
        });
        if (index(before) == index(c)) break; // the walk back has reached the seeker's own cell
        c = before;
    }
    return place(c);
}

LocalDetour::Answer LocalDetour::find(const LocomotionLayer& layer, const Seeker& seeker, int level, Vec2* waypoint) {
    const Window window = windows[level];
    side_ = 2 * window.half + 1;
    cell_ = window.cell;
    const float half = cell_ * static_cast<float>(window.half);
    low_ = seeker.here - Vec2{half, half};
    draw(layer, seeker);
    const Cell goal = cell_at(seeker.goal);
    int end = inside(goal) ? index(goal) : -1;
    const bool closed = end >= 0 && shut_in(end);
    spread(end);
    if (end < 0) end = best_border(seeker.goal);
    if (end >= 0 && cost_[static_cast<size_t>(end)] == unknown) {
        if (!closed && level + 1 < levels) return Answer::none;
        // The widest search, or an enclosed goal: the agent goes as near as it can.
        end = nearest_reached(seeker.goal);
        const float left = std::sqrt(distance_squared(seeker.here, seeker.goal));
        if (std::sqrt(distance_squared(place(cell_of(end)), seeker.goal)) > left - least_gain)
            return closed ? Answer::closed : Answer::none;
    }
    if (end < 0 || end == index({side_ / 2, side_ / 2})) return Answer::none;
    bool all = false;
    *waypoint = first_turn(seeker.here, end, seeker.goal, &all);
    return all ? Answer::straight : Answer::round;
}

} // namespace fray
