#include "orders/journeys.h"

#include "saturated_cast.h"
#include "storage/rules_math.h"
#include "terrain/footing.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace fray {
namespace {

/// mm: an agent this near to its point has reached it.
constexpr int32_t reached_mm = 400;
/// Many agents have reached a waypoint when they are in a disc with room for all of them: mm for each m of radius.
constexpr float room_at_waypoint = 1200.0f;
/// Agents that come to a halt near their point have reached it when they are in a disc with ample room for all of them
/// and one more: mm for each m of radius.
constexpr float room_at_rest = 1500.0f;

/// m^2; us: an agent that comes no farther than this in this time is blocked.
constexpr float progress_squared = 0.25f * 0.25f;
constexpr int64_t blocked_after = 3'000'000;
/// us: the same of an agent in a formation, where members wait for each other.
constexpr int64_t blocked_in_formation = 60'000'000;

/// How often `point` is in a sorted list.
float count_of(std::span<const Destination> points, const Destination& point) {
    const auto [first, last] = std::equal_range(points.begin(), points.end(), point);
    return static_cast<float>(last - first);
}

float own_radius(const BodyView& world, Row row) {
    return radius_of(world, row, world.kinds.archetypes[world.archetype[row]]);
}

/// Lists the points of journeys that are followed by another order: a point for each agent, sorted.
void list_waypoints(const JourneyWatch& world) {
    Vector<Destination>& waypoints = world.journeys.waypoints;
    waypoints.clear();
    for (const OrderQueue& queue : world.order_queues.all()) {
        if (queue.size == 0) continue;
        // Agents that are gone, or not living, have no queue any more since apply_commands.
        const Row row = world.ids.row[queue.agent.index];
        const Orders& orders = world.orders[row];
        if (orders.under_way != 0 && orders.bound == 0) waypoints.push_back(destination_of(world, row));
    }
    std::sort(waypoints.begin(), waypoints.end());
}

/// mm: how near the agent has to be to its point (rule point_radius).
int32_t near_enough(const JourneyWatch& world, Row row, AgentId agent) {
    const Vector<Destination>& waypoints = world.journeys.waypoints;
    if (waypoints.empty() || !goes_on(world, agent)) return reached_mm;
    const float count = count_of(waypoints, destination_of(world, row));
    if (count < 2.0f) return reached_mm;
    const float room = room_at_waypoint * own_radius(world, row) * std::sqrt(count);
    return std::max(reached_mm, saturated_cast<int32_t>(room));
}

/// The row of the agent, if it is living and on this journey; else no_index.
Row row_on(const JourneyWatch& world, const Journey& journey) {
    const Row row = world.ids.row_of(journey.agent);
    const bool on_it = row != Row::none() && world.life[row] == Life::living &&
                       world.orders[row].journey == journey.number && world.orders[row].under_way != 0;
    return on_it ? row : Row::none();
}

/// Finds the places that agents can reach instead of their points. Each thread has its own.
class ReachablePlaces {
public:
    explicit ReachablePlaces(const Terrain& terrain) : terrain_(terrain) {}

    /// The nearest place to `point` on the island.
    Vec2 nearest(Vec2 point, uint32_t island) {
        if (island == Ground::no_island || terrain_.ground->island(point) == island) return point;
        // Agents side by side often go to the same point.
        if (island != island_ || point != point_) {
            island_ = island;
            point_ = point;
            found_ = nearest_footing(terrain_, point, island);
        }
        return found_;
    }

private:
    const Terrain& terrain_;
    uint32_t island_ = Ground::no_island;
    Vec2 point_{}, found_{};
};

/// Finds where the agent goes, if that is not known or may have changed (rule find_place).
void know_place(const JourneyWatch& world, Journey& journey, Row row, ReachablePlaces& places) {
    const Orders& orders = world.orders[row];
    if (orders.bound != 0) {
        journey.island = Journey::no_place_yet;
        return;
    }
    const uint32_t island = world.island[row];
    if (island == journey.island) return;
    journey.island = island;
    const Vec2 place = places.nearest(orders.point, island);
    if (place == orders.place) return;
    Orders& changed = world.orders.change(row);
    changed.place = place;
    changed.blocked = changed.rests = 0;
    journey.marked = 0;
    if (world.march && world.march[row].kind == MarchPlace::Kind::gathers) world.march.change(row) = {};
}

/// True: the agent cannot reach its point, and goes to the nearest place that it can reach.
bool is_cut_off(const Orders& orders) { return orders.place != orders.point; }

void know_places(const JourneyWatch& world, ParallelLoops& loops) {
    Vector<Journey>& journeys = world.journeys.list;
    loops.parallel_for(static_cast<uint32_t>(journeys.size()), world.settings.chunk_size,
                       [&](uint32_t, uint32_t begin, uint32_t end) {
                           ReachablePlaces places(world.terrain);
                           for (uint32_t i = begin; i < end; ++i)
                               if (const Row row = row_on(world, journeys[i]); row != Row::none())
                                   know_place(world, journeys[i], row, places);
                       });
}

void watch(const JourneyWatch& world, Journey& journey, EventWriter events) {
    const Row row = row_on(world, journey);
    journey.ended = row == Row::none();
    if (journey.ended != 0) return;
    Orders& orders = world.orders.change(row);
    const Vec2 here = world.position[row];
    const bool heads_for_link = orders.bound != 0 && world.links.trip_of(journey.agent)->passage != no_passage;
    if (orders.bound == 0 && !is_cut_off(orders) &&
        millimetres(distance_squared(here, orders.point)) <= near_enough(world, row, journey.agent)) {
        orders.under_way = 0;
        journey.ended = 1;
        if (orders.rests == 0) events.add(order_done(world, row, OrderDoneCause::reached));
        return;
    }
    const int64_t patience = orders.in_formation != 0 ? blocked_in_formation : blocked_after;
    const bool fights = orders.kind == StoredOrder::advance && world.target[row];
    if (journey.marked == 0 || fights || heads_for_link || distance_squared(here, journey.mark) > progress_squared) {
        journey.mark = here;
        journey.since = world.clock.now;
        journey.marked = 1;
        orders.blocked = 0;
    } else if (orders.blocked == 0 && world.clock.reached(journey.since + patience)) {
        orders.blocked = 1;
        journey.halted = orders.rests == 0;
    }
}

/// Has the agent of `row`, which has come to a halt, reached its point? `count`: of the agents that go there, this
/// agent included (rule look_at_halts).
bool comes_to_rest(const JourneyWatch& world, Row row, uint32_t count) {
    const Vec2 here = world.position[row];
    const Destination goal = destination_of(world, row);
    const float room = room_at_rest * own_radius(world, row) * (1.0f + std::sqrt(static_cast<float>(count)));
    if (millimetres(distance_squared(here, goal.point)) > saturated_cast<int32_t>(room)) return false;
    return !world.terrain.ground || world.terrain.ground->clear(here, goal.point);
}

/// Agents that have come to a halt in this frame have reached their points, or are blocked.
void end_halts(const JourneyWatch& world, uint32_t first) {
    Vector<Journey>& journeys = world.journeys.list;
    const auto halted = [](const Journey& journey) { return journey.halted != 0; };
    if (std::none_of(journeys.begin(), journeys.end(), halted)) return;
    EventWriter events = world.log.writer(FrameSystem::classify_distances, first);
    Vector<Destination>& points = world.journeys.waypoints;
    Vector<uint32_t>& counts = world.journeys.agents_to_waypoints;
    points.clear();
    for (const Journey& journey : journeys)
        if (halted(journey)) points.push_back(destination_of(world, world.ids.row_of(journey.agent)));
    std::sort(points.begin(), points.end());
    counts.assign(points.size(), 0);
    const auto count_of_goal = [&](Row row) -> uint32_t* {
        const Destination goal = destination_of(world, row);
        const auto at = std::lower_bound(points.begin(), points.end(), goal);
        return at != points.end() && *at == goal ? &counts[static_cast<size_t>(at - points.begin())] : nullptr;
    };
    for (const Journey& journey : journeys) {
        const Row row = world.ids.row_of(journey.agent);
        uint32_t* const count = world.orders[row].bound == 0 ? count_of_goal(row) : nullptr;
        if (count != nullptr) ++*count;
    }
    for (Journey& journey : journeys) {
        if (!halted(journey)) continue;
        journey.halted = 0;
        const Row row = world.ids.row_of(journey.agent);
        Orders& orders = world.orders.change(row);
        orders.rests = orders.bound == 0 && comes_to_rest(world, row, *count_of_goal(row));
        const bool reached = orders.rests != 0 && !is_cut_off(orders);
        events.add(order_done(world, row, reached ? OrderDoneCause::reached : OrderDoneCause::blocked));
    }
}

} // namespace

void reconsider_places(const Views<Journeys>& world) {
    for (Journey& journey : world.journeys.list) journey.island = Journey::no_place_yet;
}

bool goes_on(const Views<const OrderQueues>& world, AgentId agent) {
    const OrderQueue* const queue = world.order_queues.of(agent);
    return queue != nullptr && queue->size != 0;
}

void begin_journey(const JourneyChanges& world, Row row) {
    Orders& orders = world.orders.change(row);
    const AgentId agent = world.id[row];
    Vector<Journey>& journeys = world.journeys.list;
    orders.under_way = 1;
    orders.blocked = 0;
    orders.rests = 0;
    if (++orders.journey == 0) world.journeys.numbered_anew.push_back(agent.index);
    journeys.push_back({.agent = agent, .number = orders.journey});
}

void forget_old_numbers(const Views<const IdTable, Journeys>& world) {
    Vector<uint8_t>& marks = world.journeys.number_marks;
    marks.assign(world.ids.row.size(), 0);
    for (const uint32_t index : world.journeys.numbered_anew) marks[index] = 1;
    world.journeys.numbered_anew.clear();
    // The last entry of an agent is that of its present journey.
    Vector<Journey>& journeys = world.journeys.list;
    for (auto it = journeys.rbegin(); it != journeys.rend(); ++it) {
        if (it->agent.index >= marks.size()) continue;
        uint8_t& mark = marks[it->agent.index];
        if (mark == 2) it->ended = 1;
        if (mark == 1) mark = 2;
    }
    std::erase_if(journeys, [](const Journey& journey) { return journey.ended != 0; });
}

bool end_journey(const JourneyChanges& world, Row row) {
    Orders& orders = world.orders.change(row);
    const bool is_news = orders.under_way != 0 && orders.rests == 0;
    orders.under_way = 0;
    orders.rests = 0;
    return is_news;
}

EventRecord order_done(const OrderView& world, Row row, OrderDoneCause cause) {
    const Orders& orders = world.orders[row];
    return {.type = EventType::order_done,
            .cause = cause,
            .agent = world.serial[row],
            .a = static_cast<int32_t>(orders.kind),
            .x = orders.point.x,
            .y = orders.point.y};
}

uint32_t journey_chunks(const Views<const Settings, const Journeys>& world) {
    return world.settings.chunks(static_cast<uint32_t>(world.journeys.list.size()));
}

void watch_journeys(const JourneyWatch& world, ParallelLoops& loops, uint32_t first) {
    Vector<Journey>& journeys = world.journeys.list;
    if (world.terrain.ground) know_places(world, loops);
    list_waypoints(world);
    loops.parallel_for(static_cast<uint32_t>(journeys.size()), world.settings.chunk_size,
                       [&](uint32_t chunk, uint32_t begin, uint32_t end) {
                           const EventWriter events = world.log.writer(FrameSystem::classify_distances, first + chunk);
                           for (uint32_t i = begin; i < end; ++i) watch(world, journeys[i], events);
                       });
    std::erase_if(journeys, [](const Journey& journey) { return journey.ended != 0; });
    end_halts(world, first);
}

} // namespace fray
