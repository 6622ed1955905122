#include "orca.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_invoke.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

namespace fray::peers {
namespace {

constexpr size_t most_agents = size_t{1} << 30; // nodes have 32-bit numbers
constexpr uint32_t leaf_size = 10;
constexpr uint32_t serial_size = 4096; ///< a subtree with at most this many agents is built by a single thread
constexpr uint32_t grain = 256;        ///< agents per task
constexpr float parallel = 1e-5f;      ///< lines count as parallel if their directions differ by less

float dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
float cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
float squared_length(Vec2 v) { return dot(v, v); }

void require(bool ok, const std::string& what) {
    if (!ok) throw std::invalid_argument("OrcaCrowd: " + what);
}

void require_count(const char* name, size_t given, size_t wanted) {
    require(given == wanted,
            std::string(name) + ": given " + std::to_string(given) + " elements, allowed " + std::to_string(wanted));
}

/// What a linear program looks for: the velocity nearest to `target`, or the velocity farthest in that direction.
enum class Aim { nearest, farthest };

/// The best velocity on line `on` that the lines before it allow. Returns false if there is none.
template <Aim aim> bool best_on_line(const OrcaLine* lines, size_t on, Vec2 target, float max_speed, Vec2& result) {
    const OrcaLine line = lines[on];
    const float chord = max_speed * max_speed - line.least * line.least;
    if (!(chord >= 0.0f)) return false;
    // The velocities on the line are normal * least + along * t.
    const Vec2 along{line.normal.y, -line.normal.x};
    float high = std::sqrt(chord), low = -high;
    for (size_t i = 0; i < on; ++i) {
        const float slope = dot(lines[i].normal, along);
        const float rest = lines[i].least - line.least * dot(lines[i].normal, line.normal);
        if (std::abs(slope) <= parallel) {
            if (rest > 0.0f) return false;
            continue;
        }
        const float t = rest / slope;
        if (slope > 0.0f)
            low = std::max(low, t);
        else
            high = std::min(high, t);
        if (low > high) return false;
    }
    const float wanted = dot(along, target);
    const float t = aim == Aim::nearest ? std::clamp(wanted, low, high) : (wanted > 0.0f ? high : low);
    result = line.normal * line.least + along * t;
    return true;
}

/// The two-dimensional linear program. Adds the lines in turn, and solves again on each line that forbids the velocity
/// found so far. Returns the first line that leaves no velocity, with the result before it, or else `count`.
template <Aim aim>
size_t best_in_plane(const OrcaLine* lines, size_t count, Vec2 target, float max_speed, Vec2& result) {
    const float squared = squared_length(target);
    if (aim == Aim::farthest)
        result = target * max_speed;
    else if (squared > max_speed * max_speed)
        result = target * (max_speed / std::sqrt(squared));
    else
        result = target;
    for (size_t i = 0; i < count; ++i) {
        if (dot(lines[i].normal, result) >= lines[i].least) continue;
        if (!best_on_line<aim>(lines, i, target, max_speed, result)) return i;
    }
    return count;
}

/// The fallback: the velocity that minimises the greatest violation. `result` holds the best velocity for the lines
/// before `first`. Adds the other lines in turn. If a line is violated more than all lines before it, the velocity
/// moves to where this line is violated least, and every earlier line at most as much.
void least_violation(const OrcaLine* lines, size_t count, size_t first, float max_speed, Vec2& result) {
    std::array<OrcaLine, OrcaDef::most_neighbours> equals;
    float greatest = 0.0f;
    for (size_t i = first; i < count; ++i) {
        const OrcaLine line = lines[i];
        if (line.least - dot(line.normal, result) <= greatest) continue;
        size_t n = 0;
        for (size_t j = 0; j < i; ++j) {
            // least_j - dot(normal_j, v) <= least_i - dot(normal_i, v)
            const Vec2 normal = lines[j].normal - line.normal;
            const float length = std::sqrt(squared_length(normal));
            if (length <= parallel) continue;
            const float per_length = 1.0f / length;
            equals[n++] = {normal * per_length, (lines[j].least - line.least) * per_length};
        }
        // In exact arithmetic this has a solution, because the result so far is a solution.
        const Vec2 before = result;
        if (best_in_plane<Aim::farthest>(equals.data(), n, line.normal, max_speed, result) < n) result = before;
        greatest = line.least - dot(line.normal, result);
    }
}

Vec2 solve(const OrcaLine* lines, size_t count, Vec2 preferred, float max_speed) {
    Vec2 result;
    const size_t solved = best_in_plane<Aim::nearest>(lines, count, preferred, max_speed, result);
    if (solved < count) least_violation(lines, count, solved, max_speed, result);
    return result;
}

/// The velocity obstacle of a pair is the cone of the relative velocities that lead to a collision. A disc cuts off its
/// tip, because slower approaches collide only after the time horizon. The body takes half of the change of velocity
/// that leads to the nearest point of the boundary.
OrcaLine make_line(Vec2 position, Vec2 velocity, Vec2 own_velocity, float radius, float per_horizon, float per_dt,
                   float tie_sign) {
    const float squared_distance = squared_length(position), squared_radius = radius * radius;
    const bool apart = squared_distance > squared_radius;
    const float per_time = apart ? per_horizon : per_dt;
    const Vec2 from_centre = velocity - position * per_time;
    const float squared = squared_length(from_centre), along = dot(from_centre, position);
    Vec2 normal;
    float way; // from the relative velocity to the boundary, along the normal
    if (!apart || (along < 0.0f && along * along > squared_radius * squared)) {
        const float length = std::sqrt(squared);
        normal = length > 0.0f ? from_centre * (1.0f / length) : Vec2{tie_sign, 0.0f};
        way = radius * per_time - length;
    } else {
        // The nearest point is on the left or the right leg of the cone.
        const float leg = std::sqrt(squared_distance - squared_radius);
        const float side = cross(position, from_centre) > 0.0f ? 1.0f : -1.0f;
        const Vec2 across{-position.y * side, position.x * side};
        normal = (across * leg - position * radius) * (1.0f / squared_distance);
        way = -dot(normal, velocity);
    }
    return {normal, dot(normal, own_velocity) + 0.5f * way};
}

} // namespace

OrcaLine orca_line(const OrcaBody& body, const OrcaBody& other, float time_horizon, float dt, float tie_sign) {
    return make_line(other.position - body.position, body.velocity - other.velocity, body.velocity,
                     body.radius + other.radius, 1.0f / time_horizon, 1.0f / dt, tie_sign);
}

Vec2 best_velocity(std::span<const OrcaLine> lines, Vec2 preferred, float max_speed) {
    require(lines.size() <= OrcaDef::most_neighbours, "lines: given " + std::to_string(lines.size()) +
                                                          ", allowed 0 to " + std::to_string(OrcaDef::most_neighbours));
    return solve(lines.data(), lines.size(), preferred, max_speed);
}

/// The nearest agents found so far, sorted by distance.
struct OrcaCrowd::Search {
    struct Found {
        float squared_distance;
        uint32_t place;
    };

    Search(Vec2 centre, uint32_t self_place, const OrcaDef& def)
        : at(centre), self(self_place), wanted(static_cast<size_t>(def.neighbours)), bound(def.range * def.range) {}

    void add(float squared_distance, uint32_t place) {
        if (count < wanted) ++count;
        size_t i = count - 1;
        for (; i > 0 && found[i - 1].squared_distance > squared_distance; --i) found[i] = found[i - 1];
        found[i] = {squared_distance, place};
        if (count == wanted) bound = found[count - 1].squared_distance;
    }

    Vec2 at;
    uint32_t self; ///< place
    size_t wanted;
    float bound; ///< squared; only agents nearer than this are of interest
    size_t count = 0;
    std::array<Found, OrcaDef::most_neighbours> found;
};

OrcaCrowd::OrcaCrowd(const OrcaDef& def) : def_(def) {
    require(def.neighbours >= 0 && def.neighbours <= OrcaDef::most_neighbours,
            "neighbours: given " + std::to_string(def.neighbours) + ", allowed 0 to " +
                std::to_string(OrcaDef::most_neighbours));
    require(def.range >= 0.0f, "range: given " + std::to_string(def.range) + ", allowed 0 or more");
    require(def.time_horizon > 0.0f,
            "time_horizon: given " + std::to_string(def.time_horizon) + ", allowed more than 0");
}

void OrcaCrowd::set_agents(std::span<const Vec2> positions, std::span<const Vec2> velocities,
                           std::span<const float> radii, std::span<const float> max_speeds) {
    const size_t count = positions.size();
    require(count <= most_agents,
            "agents: given " + std::to_string(count) + ", allowed 0 to " + std::to_string(most_agents));
    require_count("velocities", velocities.size(), count);
    require_count("radii", radii.size(), count);
    require_count("max_speeds", max_speeds.size(), count);
    positions_.assign(positions.begin(), positions.end());
    velocities_.assign(velocities.begin(), velocities.end());
    radii_.assign(radii.begin(), radii.end());
    max_speeds_.assign(max_speeds.begin(), max_speeds.end());
    preferred_.assign(count, Vec2{});
    places_.resize(count);
    for (size_t i = 0; i < count; ++i) places_[i] = {positions[i], static_cast<uint32_t>(i)};
    motions_.resize(count);
    nodes_.resize(2 * count);
}

void OrcaCrowd::set_preferred_velocities(std::span<const Vec2> velocities) {
    require_count("preferred velocities", velocities.size(), preferred_.size());
    std::copy(velocities.begin(), velocities.end(), preferred_.begin());
}

void OrcaCrowd::step(float dt, int threads) {
    require(dt > 0.0f, "dt: given " + std::to_string(dt) + ", allowed more than 0");
    require(threads > 0, "threads: given " + std::to_string(threads) + ", allowed 1 or more");
    if (places_.empty()) return;
    if (threads != threads_) {
        arena_ = std::make_unique<tbb::task_arena>(threads);
        threads_ = threads;
    }
    arena_->execute([&] {
        build_tree();
        // An agent's new state is written by agent. Its neighbours read the old state, by place.
        tbb::parallel_for(tbb::blocked_range<uint32_t>(0, static_cast<uint32_t>(places_.size()), grain),
                          [&](const tbb::blocked_range<uint32_t>& range) {
                              for (uint32_t i = range.begin(); i != range.end(); ++i) move_agent(i, dt);
                          });
    });
}

void OrcaCrowd::build_tree() {
    const auto count = static_cast<uint32_t>(places_.size());
    tbb::parallel_for(tbb::blocked_range<uint32_t>(0, count, 4 * grain),
                      [&](const tbb::blocked_range<uint32_t>& range) {
                          for (uint32_t i = range.begin(); i != range.end(); ++i)
                              places_[i].position = positions_[places_[i].agent];
                      });
    build_node(0, 0, count);
}

/// A subtree of n agents has at most 2 n - 1 nodes, so each half knows its nodes before the other half is built.
OrcaCrowd::Box OrcaCrowd::build_node(uint32_t node, uint32_t begin, uint32_t end) {
    const Box box = box_of(begin, end);
    if (end - begin <= leaf_size) {
        nodes_[node] = {0.0f, 0.0f, 0, 0, begin, end};
        fill_leaf(begin, end);
        return box;
    }
    const Vec2 size = box.high - box.low;
    const int axis = size.x > size.y ? 0 : 1;
    const float middle = 0.5f * (box.low[axis] + box.high[axis]);
    const auto split = std::partition(places_.begin() + begin, places_.begin() + end,
                                      [&](const Place& place) { return place.position[axis] < middle; });
    auto cut = static_cast<uint32_t>(split - places_.begin());
    if (cut == begin || cut == end) cut = begin + (end - begin) / 2; // all in a single place
    const uint32_t right = node + 2 * (cut - begin);
    Box left_box, right_box;
    const auto build_left = [&] { left_box = build_node(node + 1, begin, cut); };
    const auto build_right = [&] { right_box = build_node(right, cut, end); };
    if (end - begin > serial_size) {
        tbb::parallel_invoke(build_left, build_right);
    } else {
        build_left();
        build_right();
    }
    nodes_[node] = {left_box.high[axis], right_box.low[axis], right, static_cast<uint32_t>(axis), 0, 0};
    return box;
}

OrcaCrowd::Box OrcaCrowd::box_of(uint32_t begin, uint32_t end) const {
    Vec2 low = places_[begin].position, high = low;
    for (uint32_t i = begin + 1; i < end; ++i) {
        const Vec2 at = places_[i].position;
        low = {std::min(low.x, at.x), std::min(low.y, at.y)};
        high = {std::max(high.x, at.x), std::max(high.y, at.y)};
    }
    return {low, high};
}

void OrcaCrowd::fill_leaf(uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; ++i) motions_[i] = {velocities_[places_[i].agent], radii_[places_[i].agent]};
}

void OrcaCrowd::search_leaf(const Node& leaf, Search& search) const {
    for (uint32_t i = leaf.begin; i < leaf.end; ++i) {
        const float squared = squared_length(places_[i].position - search.at);
        if (squared < search.bound && i != search.self) search.add(squared, i);
    }
}

/// `gap` leads from the centre of the search to the node's part of the plane. It is zero along an axis on which the
/// centre lies within that part.
void OrcaCrowd::search(uint32_t node, Vec2 gap, Search& search) const {
    for (;;) {
        const Node& parent = nodes_[node];
        if (parent.right == 0) return search_leaf(parent, search);
        const float at = search.at[parent.axis];
        const bool left_first = (at - parent.low) + (at - parent.high) < 0.0f;
        this->search(left_first ? node + 1 : parent.right, gap, search);
        gap[parent.axis] = left_first ? parent.high - at : parent.low - at;
        if (squared_length(gap) >= search.bound) return;
        node = left_first ? parent.right : node + 1;
    }
}

Vec2 OrcaCrowd::new_velocity(uint32_t place, float dt) const {
    const Place& self = places_[place];
    Search found(self.position, place, def_);
    if (found.wanted > 0) search(0, Vec2{}, found);

    std::array<OrcaLine, OrcaDef::most_neighbours> lines;
    const Motion own = motions_[place];
    const float per_horizon = 1.0f / def_.time_horizon, per_dt = 1.0f / dt;
    for (size_t i = 0; i < found.count; ++i) {
        const uint32_t other = found.found[i].place;
        const Motion motion = motions_[other];
        lines[i] = make_line(places_[other].position - self.position, own.velocity - motion.velocity, own.velocity,
                             own.radius + motion.radius, per_horizon, per_dt,
                             self.agent < places_[other].agent ? 1.0f : -1.0f);
    }
    return solve(lines.data(), found.count, preferred_[self.agent], max_speeds_[self.agent]);
}

void OrcaCrowd::move_agent(uint32_t place, float dt) {
    const uint32_t agent = places_[place].agent;
    const Vec2 velocity = new_velocity(place, dt);
    velocities_[agent] = velocity;
    positions_[agent] = places_[place].position + velocity * dt;
}

} // namespace fray::peers
