#include "locomotion/crossings.h"

#include "atomic_ref.h"
#include "storage/column_hash.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
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
using Times = StageMemory::Times;

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
float speed_of(const BodyView& world, Row row) {
    const Archetype& kind = world.kinds.archetypes[world.archetype[row]];
    return std::max(kind.walk_speed * speed_factor_of(world, row), 0.1f);
}

/// ms: how long an agent takes a crossing for itself.
uint32_t own_ms(const BodyView& world, Row row, const CrossingMap::Crossing& crossing) {
    const float width = 2.0f * radius_of(world, row);
    const float lanes = std::floor(crossing.width / width) + 1.0f; // the ground is free for the middles of agents
    return static_cast<uint32_t>(std::min(1000.0f * width / (lanes * part_of_lanes * speed_of(world, row)), most_time));
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
void find_closed(const CrossingUpdate& world, ParallelLoops& loops) {
    Crossings& crossings = world.crossings;
    const Ground& ground = *world.terrain.ground;
    crossings.ground = world.terrain.ground;
    const auto may_close = [&](const CrossingMap::Crossing& crossing) {
        return std::any_of(world.terrain.obstacles.begin(), world.terrain.obstacles.end(),
                           [&](const PlacedObstacle& placed) {
                               const Vec2 half = placed.obstacle.half_extents, at = placed.obstacle.at;
                               const float reach = half.x + half.y; // in any direction
                               return at.x + reach > crossing.low.x && at.x - reach < crossing.high.x &&
                                      at.y + reach > crossing.low.y && at.y - reach < crossing.high.y;
                           });
    };
    Vector<uint8_t> closed;
    for (const CrossingMap::Crossing& crossing : crossings.map->crossings())
        closed.push_back(may_close(crossing) && !crossings.map->is_open(crossing, ground) &&
                         crossings.map->is_open(crossing, *world.terrain.bare));
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
void count_queues(const CrossingUpdate& world, ParallelLoops& loops) {
    Crossings& crossings = world.crossings;
    const CrossingMap& map = *crossings.map;
    const int64_t since = std::max(count_every, world.clock.now - world.clock.previous_now);
    for (CrossingQueue& queue : crossings.queues) begin_count(queue, static_cast<float>(since) * 1e-3f);
    loops.parallel_for(world.rows, world.settings.chunk_size, [&](uint32_t, uint32_t begin, uint32_t end) {
        for (Row row{begin}; row < end; ++row) {
            const Path& path = world.path[row];
            if (path.crossing == 0 || world.life[row] != Life::living) continue;
            const Vec2 here = world.position[row];
            if (distance_squared(here, world.goal[row]) < is_there * is_there) continue;
            const Exit* const exit = exit_through(map, map.area_at(here), path.crossing - 1u);
            if (exit == nullptr || exit->side != path.side) continue;
            CrossingQueue& queue = crossings.queues[exit->crossing];
            atomic_ref(queue.times[entry_of(map.way_to(*exit, here))])
                .fetch_add(own_ms(world, row, map.crossings()[exit->crossing]), std::memory_order_relaxed);
        }
    });
}

/// An agent that has left the area in which it chose its crossing has passed it, or has been moved elsewhere.
void pass(const CrossingChoice& world, Row row, Path& path, uint16_t area) {
    const uint32_t number = path.crossing - 1u;
    const CrossingMap::Crossing& crossing = world.crossings.map->crossings()[number];
    if (area == crossing.areas[path.side] || area == CrossingMap::no_area) return;
    const bool is_through = area == crossing.areas[1 - path.side];
    if (is_through)
        atomic_ref(world.crossings.queues[number].passed)
            .fetch_add(own_ms(world, row, crossing), std::memory_order_relaxed);
    path.came = is_through ? path.crossing : uint16_t{0};
    path.crossing = 0;
}

/// By the length of the way to a crossing: how far an agent could walk while it waits there, in m.
using Waits = std::array<float, std::tuple_size_v<decltype(CrossingQueue::times)>>;
Waits waits_at(const CrossingQueue& queue, float speed) {
    Waits waits;
    uint32_t nearer = 0; // ms
    for (uint32_t i = 0; i < waits.size(); nearer += queue.times[i++])
        waits[i] = speed * static_cast<float>(nearer + queue.times[i] / 2) * 1e-3f / queue.pace;
    return waits;
}

/// Finds the ways out of an area to another, for agents of a speed.
void find_ways_out(const Crossings& crossings, uint16_t area, uint16_t goal_area, float speed, StageMemory& memory,
                   WaysOut& found) {
    const CrossingMap& map = *crossings.map;
    found.area = area;
    found.goal_area = goal_area;
    found.speed = speed;
    found.entrances.clear();
    found.first.clear();
    found.waits.clear();
    memory.longest_waits.resize(map.crossings().size());
    for (const Exit& exit : map.exits(goal_area))
        memory.longest_waits[exit.crossing] = waits_at(crossings.queues[exit.crossing], speed).back();
    for (const Exit& exit : map.exits(area)) {
        found.first.push_back(static_cast<uint32_t>(found.entrances.size()));
        found.waits.push_back(waits_at(crossings.queues[exit.crossing], speed));
        if (crossings.closed[exit.crossing] != 0) continue;
        const auto wait = [&](uint32_t crossing) {
            return crossing == exit.crossing ? 0.0f : memory.longest_waits[crossing];
        };
        map.find_entrances(crossings.ways_on, exit, goal_area, wait, memory.entrances, found.entrances);
    }
    found.first.push_back(static_cast<uint32_t>(found.entrances.size()));
}

/// Chooses the crossing of an agent at `here` for a goal in another area.
class WayOut {
public:
    WayOut(const CrossingMap& map, const WaysOut& ways, Vec2 here, Vec2 goal, StageMemory& scratch)
        : exits_(map.exits(ways.area)), times_(scratch.times) {
        map.ways_to_exits(ways.area, here, scratch.from_here);
        map.ways_to_exits(ways.goal_area, goal, scratch.from_goal);
        scratch.times.clear();
        for (uint32_t i = 0; i < exits_.size(); ++i) scratch.times.push_back(times_through(ways, i, scratch));
    }

    /// Sets the path's crossing. It does not go back where the agent came from, unless there is no other way.
    void make(Path& path) {
        const uint32_t nearest = best(0, &Times::walking);
        uint32_t fastest = best(path.came, &Times::whole);
        if (fastest == none) fastest = nearest;
        for (uint32_t present = 0; path.crossing != 0 && present < exits_.size(); ++present)
            if (exits_[present].crossing + 1u == path.crossing && times_[present].whole < CrossingMap::unreachable &&
                fastest != none && times_[fastest].whole > worth_a_change * times_[present].whole - least_gain)
                fastest = present;
        const uint16_t crossing = fastest == none ? uint16_t{0} : static_cast<uint16_t>(exits_[fastest].crossing + 1u);
        path.around =
            fastest != none &&
            (fastest != nearest || (path.around != 0 && path.crossing == crossing && !is_clearly_nearest(nearest)));
        path.crossing = crossing;
        path.side = fastest == none ? uint8_t{0} : static_cast<uint8_t>(exits_[fastest].side);
    }

private:
    static constexpr uint32_t none = ~0u;

    static Times times_through(const WaysOut& ways, uint32_t exit, const StageMemory& scratch) {
        const std::span<const CrossingMap::Entrance> entrances = ways.entrances_of(exit);
        if (entrances.empty()) return {};
        const float way = scratch.from_here[exit];
        const float walking =
            way + CrossingMap::way_on(entrances, scratch.from_goal, std::numeric_limits<float>::max());
        const float whole = way + CrossingMap::way_on(entrances, scratch.from_goal, way) +
                            std::max(0.0f, ways.waits[exit][entry_of(way)] - way);
        return {walking / ways.speed, whole / ways.speed};
    }
    /// Is the way through the nearest crossing clearly the shortest? Half-way between two crossings, the path finder
    /// may find another way shorter than this map does.
    bool is_clearly_nearest(uint32_t nearest) const {
        const uint32_t second = best(static_cast<uint16_t>(exits_[nearest].crossing + 1u), &Times::walking);
        return second == none || worth_a_change * times_[second].walking > times_[nearest].walking;
    }
    /// The exit that takes least time; none: there is no way. `without`: 1 + the number of a crossing that is left out.
    uint32_t best(uint16_t without, float Times::*time) const {
        uint32_t best = none;
        float least = CrossingMap::unreachable;
        for (uint32_t i = 0; i < exits_.size(); ++i)
            if (exits_[i].crossing + 1u != without && times_[i].*time < least) best = i, least = times_[i].*time;
        return best;
    }

    std::span<const Exit> exits_;
    const Vector<Times>& times_; ///< by exit
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

void find_crossings(const CrossingSearch& world) {
    Crossings& crossings = world.crossings;
    const Ground* const bare = world.terrain.bare.get();
    const std::optional<GridMap> sampled = bare == nullptr ? std::nullopt : sample(*bare);
    const GridMap* const grid = sampled ? &*sampled : dynamic_cast<const GridMap*>(bare);
    crossings.ground = nullptr;
    for (const auto& known : {crossings.map.get(), crossings.empty.get()})
        if (known != nullptr && grid != nullptr && known->fits(*grid)) return known->move_to(*grid);
    crossings = {};
    if (world.path)
        for (Row row{0}; row < world.rows; ++row) {
            Path& path = world.path.change(row);
            path.crossing = path.came = path.around = 0;
        }
    if (grid == nullptr) return;
    auto map = std::make_unique<CrossingMap>(*grid);
    const bool any = !map->crossings().empty();
    (any ? crossings.map : crossings.empty) = std::move(map);
    if (any) crossings.queues.assign(crossings.map->crossings().size(), {});
}

bool crossings_are_sound(const Views<Read<column::path>, RowCount, const Crossings>& world) {
    const Crossings& crossings = world.crossings;
    const size_t count = crossings.map ? crossings.map->crossings().size() : 0;
    if (crossings.queues.size() != count) return false;
    for (const CrossingQueue& queue : crossings.queues)
        if (!(queue.pace >= least_pace && queue.pace <= most_pace)) return false;
    if (!world.path) return true;
    for (Row row{0}; row < world.rows; ++row) {
        const Path& path = world.path[row];
        if (path.crossing > count || path.side > 1 || (path.around != 0 && path.crossing == 0)) return false;
    }
    return true;
}

void update_crossings(const CrossingUpdate& world, ParallelLoops& loops) {
    if (world.crossings.map == nullptr) return;
    if (world.crossings.ground != world.terrain.ground) find_closed(world, loops);
    if (world.clock.now / count_every != world.clock.previous_now / count_every) count_queues(world, loops);
}

bool choice_due(const ChoiceView& world, Row row, const Path& path) {
    return world.crossings.map != nullptr && path.chosen != choice_period(world.clock, world.serial[row]);
}

uint64_t StageMemory::memory() const {
    uint64_t sum = known.capacity() * sizeof(WaysOut) + entrances.capacity() * sizeof(entrances[0]) +
                   times.capacity() * sizeof(Times) +
                   (longest_waits.capacity() + from_here.capacity() + from_goal.capacity()) * sizeof(float);
    for (const WaysOut& ways : known)
        sum += ways.entrances.capacity() * sizeof(ways.entrances[0]) + ways.first.capacity() * sizeof(uint32_t) +
               ways.waits.capacity() * sizeof(ways.waits[0]);
    return sum;
}

uint64_t StageMemories::memory() const {
    uint64_t sum = ScratchPool::memory();
    for (const auto& one : all()) sum += one->memory();
    return sum;
}

StageFinder::StageFinder(const CrossingChoice& world)
    : world_(world), lease_(world.stage_memories), memory_(lease_.memory()) {
    memory_.known_count = 0; // queues and closed crossings may have changed since
}

const WaysOut& StageFinder::ways_out(uint16_t area, uint16_t goal_area, float speed) {
    const auto end = memory_.known.begin() + static_cast<std::ptrdiff_t>(memory_.known_count);
    const auto found = std::find_if(memory_.known.begin(), end, [&](const WaysOut& ways) {
        return ways.area == area && ways.goal_area == goal_area && ways.speed == speed;
    });
    if (found != end) return *found;
    if (memory_.known_count == memory_.known.size()) memory_.known.emplace_back();
    WaysOut& ways = memory_.known[memory_.known_count++];
    find_ways_out(world_.crossings, area, goal_area, speed, memory_, ways);
    return ways;
}

Vec2 StageFinder::next_stage(Row row) {
    const CrossingChoice& world = world_;
    Path& path = world.path.change(row);
    const Crossings& crossings = world.crossings;
    if (crossings.map == nullptr) return path.goal;
    const Vec2 here = world.position[row], goal = path.goal;
    const uint16_t area = crossings.map->area_at(here), goal_area = crossings.map->area_at(goal);
    if (path.crossing != 0) pass(world, row, path, area);
    const uint8_t period = choice_period(world.clock, world.serial[row]);
    const bool due = std::exchange(path.chosen, period) != period;
    if (std::exchange(path.goal_area, goal_area) != goal_area) path.crossing = path.came = path.around = 0;
    const bool marches = world.march && world.march[row].kind == MarchPlace::Kind::marches;
    if (marches || area == goal_area || area == CrossingMap::no_area || goal_area == CrossingMap::no_area) {
        path.crossing = path.came = path.around = 0;
        return path.goal;
    }
    if (path.crossing == 0 || due)
        WayOut(*crossings.map, ways_out(area, goal_area, speed_of(world, row)), here, goal, memory_).make(path);
    if (path.around == 0) return path.goal;
    return crossings.map->crossings()[path.crossing - 1u].mouths[1 - path.side];
}

} // namespace fray
