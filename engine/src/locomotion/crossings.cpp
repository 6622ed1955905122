#include "locomotion/crossings.h"

#include "atomic_ref.h"
#include "definitions/bodies.h"
#include "locomotion/locomotion_layer.h"
#include "storage/column_hash.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace fray {
namespace {

constexpr int64_t count_every = 250'000;    ///< us
constexpr int64_t choose_every = 2'000'000; ///< us
/// A crossing lets through this part of the agents that walk side by side, at full speed, without gaps.
constexpr float part_of_lanes = 0.5f;
/// ms: an agent takes no more of a crossing's time, however slow it is.
constexpr float most_time = 20'000.0f;
/// The pace of a crossing is measured while the next agents before it take so much of its time, in ms. Each count
/// counts for so much. The limits of the pace.
constexpr uint32_t busy = 700;
constexpr float part_of_count = 1.0f / 16.0f, least_pace = 0.1f, most_pace = 1.5f;
/// An agent leaves the crossing of its choice for another that takes at most this part of the time, and a second less.
constexpr float worth_a_change = 0.9f, least_gain = 1.0f;
/// A ground that is no grid map is sampled: m, the least distance between samples, and about how many there are at
/// most.
constexpr float finest_sample = 0.5f, most_samples = 300'000.0f;
/// m: an agent this near to its goal does not wait before a crossing.
constexpr float is_there = 1.0f;

using Exit = CrossingMap::Exit;

/// Which of an agent's periods of choosing it is, modulo 256.
uint8_t choice_period(const Clock& clock, Serial serial) {
    return static_cast<uint8_t>((clock.now + static_cast<uint32_t>(serial) * 40503u % 65536u * choose_every / 65536) /
                                choose_every);
}

/// The exit of an area through a crossing; null: the area does not touch it, or it is none, as under an agent that the
/// host has put into a wall.
const Exit* exit_through(const CrossingMap& map, uint16_t area, uint32_t crossing) {
    if (area == CrossingMap::no_area) return nullptr;
    for (const Exit& exit : map.exits(area))
        if (exit.crossing == crossing) return &exit;
    return nullptr;
}

uint32_t entry_of(float way) {
    constexpr auto last = static_cast<uint32_t>(std::tuple_size_v<decltype(CrossingQueue::times)> - 1);
    return std::min(static_cast<uint32_t>(way * (1.0f / CrossingQueue::part)), last);
}

/// m/s, more than 0
float speed_of(const LocomotionLayer& layer, uint32_t row) {
    const Archetype& kind = layer.kinds.archetypes[layer.agents.archetype.any()[row]];
    return std::max(kind.walk_speed * speed_factor_of(layer, row), 0.1f);
}

/// ms: how long an agent takes a crossing for itself.
uint32_t own_ms(const LocomotionLayer& layer, uint32_t row, const CrossingMap::Crossing& crossing) {
    const float width = 2.0f * radius_of(layer, row);
    const float lanes = std::floor(crossing.width / width) + 1.0f; // the ground is free for the middles of agents
    return static_cast<uint32_t>(std::min(1000.0f * width / (lanes * part_of_lanes * speed_of(layer, row)), most_time));
}

/// s: how long an agent waits before a crossing, after a way of `way` m, behind all that are nearer than `place` m.
float wait_at(const CrossingQueue& queue, float place, float way, float speed) {
    const uint32_t own = entry_of(place);
    uint32_t before = queue.times[own] / 2;
    for (uint32_t i = 0; i < own; ++i) before += queue.times[i];
    return std::max(0.0f, static_cast<float>(before) * 1e-3f / queue.pace - way / speed);
}

/// A grid map of a ground that is none. Nothing: it is a grid map, or it does not say how large it is.
std::optional<GridMap> sample(const Ground& ground) {
    Vec2 low{}, high{};
    if (dynamic_cast<const GridMap*>(&ground) != nullptr || !ground.extent(&low, &high)) return std::nullopt;
    const Vec2 size = high - low;
    if (!(size.x > 0.0f && size.y > 0.0f)) return std::nullopt;
    const float cell = std::max(finest_sample, std::sqrt(size.x * size.y / most_samples));
    if (!(cell <= 100.0f && std::max(size.x, size.y) < cell * static_cast<float>(GridMap::max_side)))
        return std::nullopt;
    const int columns = static_cast<int>(size.x / cell) + 1, lines = static_cast<int>(size.y / cell) + 1;
    std::vector<Vec2> points;
    for (int line = 0; line < lines; ++line)
        for (int column = 0; column < columns; ++column)
            points.push_back(low + Vec2{static_cast<float>(column) + 0.5f, static_cast<float>(line) + 0.5f} * cell);
    std::vector<uint32_t> islands(points.size());
    ground.islands(points, islands);
    std::vector<uint8_t> walkable;
    for (const uint32_t island : islands) walkable.push_back(island != Ground::no_island);
    Result<GridMap> map = GridMap::create(columns, lines, std::move(walkable), cell, low);
    return map ? std::optional(std::move(*map)) : std::nullopt;
}

/// Finds which crossings obstacles have closed.
void find_closed(LocomotionLayer& layer, ParallelLoops& loops) {
    Crossings& crossings = layer.crossings;
    const Ground& ground = *layer.terrain.ground;
    crossings.ground = layer.terrain.ground;
    const auto may_close = [&](const CrossingMap::Crossing& crossing) {
        return std::any_of(layer.terrain.obstacles.begin(), layer.terrain.obstacles.end(),
                           [&](const PlacedObstacle& placed) {
                               const Vec2 half = placed.obstacle.half, at = placed.obstacle.at;
                               const float reach = half.x + half.y; // in any direction
                               return at.x + reach > crossing.low.x && at.x - reach < crossing.high.x &&
                                      at.y + reach > crossing.low.y && at.y - reach < crossing.high.y;
                           });
    };
    Vector<uint8_t> closed;
    for (const CrossingMap::Crossing& crossing : crossings.map->crossings())
        closed.push_back(may_close(crossing) && !crossings.map->is_open(crossing, ground) &&
                         crossings.map->is_open(crossing, *layer.terrain.bare));
    if (closed == crossings.closed) return;
    crossings.ways_on = crossings.map->find_ways_on(closed, [&](uint32_t count, auto&& find) {
        loops.parallel_for(count, 1, [&](uint32_t i, uint32_t, uint32_t) { find(i); });
    });
    crossings.closed = std::move(closed);
}

/// Measures the pace of a crossing, and empties its queue. `ms`: since the last count.
void begin_count(CrossingQueue& queue, float ms) {
    const bool is_busy = queue.times[0] >= busy;
    const float now = is_busy ? static_cast<float>(queue.passed) / ms : 1.0f;
    queue.pace = std::clamp(queue.pace + part_of_count * (now - queue.pace), least_pace, most_pace);
    queue.passed = 0;
    queue.times = {};
}

/// Counts the agents that go to each crossing.
void count_queues(LocomotionLayer& layer, ParallelLoops& loops) {
    Crossings& crossings = layer.crossings;
    const CrossingMap& map = *crossings.map;
    const int64_t since = std::max(count_every, layer.clock.now - layer.clock.previous_now);
    for (CrossingQueue& queue : crossings.queues) begin_count(queue, static_cast<float>(since) * 1e-3f);
    loops.parallel_for(layer.agents.rows(), layer.settings.chunk_size, [&](uint32_t, uint32_t begin, uint32_t end) {
        for (uint32_t row = begin; row < end; ++row) {
            const Path& path = layer.agents.path.own()[row];
            if (path.crossing == 0 || layer.agents.life.any()[row] != Life::living) continue;
            const Vec2 here = layer.agents.position.any()[row];
            if (distance_squared(here, layer.agents.goal.own()[row]) < is_there * is_there) continue;
            const Exit* const exit = exit_through(map, map.area_at(here), path.crossing - 1u);
            if (exit == nullptr || exit->side != path.side) continue;
            CrossingQueue& queue = crossings.queues[exit->crossing];
            atomic_ref(queue.times[entry_of(map.way_to(*exit, here))])
                .fetch_add(own_ms(layer, row, map.crossings()[exit->crossing]), std::memory_order_relaxed);
        }
    });
}

/// An agent that has left the area in which it chose its crossing has passed it, or has been moved elsewhere.
void pass(LocomotionLayer& layer, uint32_t row, Path& path, uint16_t area) {
    const uint32_t number = path.crossing - 1u;
    const CrossingMap::Crossing& crossing = layer.crossings.map->crossings()[number];
    if (area == crossing.areas[path.side] || area == CrossingMap::no_area) return;
    const bool is_through = area == crossing.areas[1 - path.side];
    if (is_through)
        atomic_ref(layer.crossings.queues[number].passed)
            .fetch_add(own_ms(layer, row, crossing), std::memory_order_relaxed);
    path.came = is_through ? path.crossing : uint16_t{0};
    path.crossing = 0;
}

/// Chooses the crossing of an agent at `here` for a goal in another area.
class WayOut {
public:
    WayOut(const LocomotionLayer& layer, uint32_t row, uint16_t area, Vec2 here, uint16_t goal_area, Vec2 goal)
        : crossings_(layer.crossings), map_(*crossings_.map), here_(here), goal_(goal), area_(area),
          goal_area_(goal_area), speed_(speed_of(layer, row)) {}

    /// Sets the path's crossing. It does not go back where the agent came from, unless there is no other way.
    void make(Path& path) {
        const Exit* const nearest = best(0, false);
        const Exit* fastest = best(path.came, true);
        if (fastest == nullptr) fastest = nearest;
        if (path.crossing != 0) {
            const Exit* const present = exit_through(map_, area_, path.crossing - 1u);
            const float time = present == nullptr ? CrossingMap::unreachable : time_through(*present);
            if (time < CrossingMap::unreachable && fastest != nullptr &&
                time_through(*fastest) > worth_a_change * time - least_gain)
                fastest = present;
        }
        const uint16_t crossing = fastest == nullptr ? uint16_t{0} : static_cast<uint16_t>(fastest->crossing + 1u);
        path.around =
            fastest != nullptr &&
            (fastest != nearest || (path.around != 0 && path.crossing == crossing && !is_clearly_nearest(*nearest)));
        path.crossing = crossing;
        path.side = fastest == nullptr ? uint8_t{0} : static_cast<uint8_t>(fastest->side);
    }

private:
    /// Is the way through the nearest crossing clearly the shortest? Half-way between two crossings, the path finder
    /// may find another way shorter than this map does.
    bool is_clearly_nearest(const Exit& nearest) const {
        const Exit* const second = best(static_cast<uint16_t>(nearest.crossing + 1u), false);
        return second == nullptr || worth_a_change * time_through(*second, false) > time_through(nearest, false);
    }
    const Exit* best(uint16_t without, bool with_waits) const {
        const Exit* best = nullptr;
        float least = CrossingMap::unreachable;
        for (const Exit& exit : map_.exits(area_)) {
            if (exit.crossing + 1u == without) continue;
            if (const float time = time_through(exit, with_waits); time < least) best = &exit, least = time;
        }
        return best;
    }
    /// s; at least `unreachable`: there is no way. It may wait at the crossing, and where it comes into the goal's
    /// area.
    float time_through(const Exit& exit, bool with_waits = true) const {
        if (crossings_.closed[exit.crossing] != 0) return CrossingMap::unreachable;
        const float way = map_.way_to(exit, here_);
        const auto wait = [&](uint32_t crossing, float on) {
            if (!with_waits || crossing == exit.crossing) return 0.0f;
            return speed_ * wait_at(crossings_.queues[crossing], CrossingQueue::farthest, way + on, speed_);
        };
        const float on = map_.way_on(crossings_.ways_on, exit, goal_area_, goal_, wait);
        if (on >= CrossingMap::unreachable) return on;
        const float first = with_waits ? wait_at(crossings_.queues[exit.crossing], way, way, speed_) : 0.0f;
        return (way + on) / speed_ + first;
    }

    const Crossings& crossings_;
    const CrossingMap& map_;
    Vec2 here_, goal_;
    uint16_t area_, goal_area_;
    float speed_;
};

} // namespace

uint64_t Crossings::hash() const {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < queues.size(); ++i)
        sum += mix_bits(fold_element(i, reinterpret_cast<const std::byte*>(&queues[i]), sizeof queues[i]));
    return sum;
}

uint64_t Crossings::memory() const {
    return queues.capacity() * sizeof(CrossingQueue) + (map ? map->memory() : 0) + (empty ? empty->memory() : 0) +
           closed.capacity() + ways_on.capacity() * sizeof(uint32_t);
}

void find_crossings(LocomotionLayer& layer) {
    Crossings& crossings = layer.crossings;
    const Ground* const bare = layer.terrain.bare.get();
    const std::optional<GridMap> sampled = bare == nullptr ? std::nullopt : sample(*bare);
    const GridMap* const grid = sampled ? &*sampled : dynamic_cast<const GridMap*>(bare);
    crossings.ground = nullptr;
    for (const auto& known : {crossings.map.get(), crossings.empty.get()})
        if (known != nullptr && grid != nullptr && known->fits(*grid)) return known->move_to(*grid);
    crossings = {};
    if (layer.agents.path.in_use())
        for (uint32_t row = 0; row < layer.agents.rows(); ++row) {
            Path& path = layer.agents.path.write_any()[row];
            path.crossing = path.came = path.around = 0;
        }
    if (grid == nullptr) return;
    auto map = std::make_unique<CrossingMap>(*grid);
    const bool any = !map->crossings().empty();
    (any ? crossings.map : crossings.empty) = std::move(map);
    if (any) crossings.queues.assign(crossings.map->crossings().size(), {});
}

bool crossings_are_sound(const LocomotionLayer& layer) {
    const Crossings& crossings = layer.crossings;
    const size_t count = crossings.map ? crossings.map->crossings().size() : 0;
    if (crossings.queues.size() != count) return false;
    for (const CrossingQueue& queue : crossings.queues)
        if (!(queue.pace >= least_pace && queue.pace <= most_pace)) return false;
    if (!layer.agents.path.in_use()) return true;
    for (uint32_t row = 0; row < layer.agents.rows(); ++row) {
        const Path& path = layer.agents.path.any()[row];
        if (path.crossing > count || path.side > 1 || (path.around != 0 && path.crossing == 0)) return false;
    }
    return true;
}

void update_crossings(LocomotionLayer& layer, ParallelLoops& loops) {
    if (layer.crossings.map == nullptr) return;
    if (layer.crossings.ground != layer.terrain.ground) find_closed(layer, loops);
    if (layer.clock.now / count_every != layer.clock.previous_now / count_every) count_queues(layer, loops);
}

bool choice_due(const LocomotionLayer& layer, uint32_t row) {
    return layer.crossings.map != nullptr &&
           layer.agents.path.own()[row].chosen != choice_period(layer.clock, layer.agents.serial.any()[row]);
}

Vec2 next_stage(LocomotionLayer& layer, uint32_t row) {
    Path& path = layer.agents.path.write_own()[row];
    const Crossings& crossings = layer.crossings;
    if (crossings.map == nullptr) return path.goal;
    const Vec2 here = layer.agents.position.any()[row], goal = path.goal;
    const uint16_t area = crossings.map->area_at(here), goal_area = crossings.map->area_at(goal);
    if (path.crossing != 0) pass(layer, row, path, area);
    const uint8_t period = choice_period(layer.clock, layer.agents.serial.any()[row]);
    const bool due = std::exchange(path.chosen, period) != period;
    if (std::exchange(path.goal_area, goal_area) != goal_area) path.crossing = path.came = path.around = 0;
    const bool marches = layer.agents.march.in_use() && layer.agents.march.any()[row].kind == MarchPlace::Kind::marches;
    if (marches || area == goal_area || area == CrossingMap::no_area || goal_area == CrossingMap::no_area) {
        path.crossing = path.came = path.around = 0;
        return path.goal;
    }
    if (path.crossing == 0 || due) WayOut(layer, row, area, here, goal_area, goal).make(path);
    if (path.around == 0) return path.goal;
    return crossings.map->crossings()[path.crossing - 1u].mouths[1 - path.side];
}

} // namespace fray
