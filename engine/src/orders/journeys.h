// Journeys: the ways of agents under an order `move` or `advance` to their points (rules give_order and
// look_at_journey).
//
// There is an entry for each agent that is on its way, so the cost follows the number of these. An order does not
// search the list: it gives its journey a number, which the agent keeps in `Orders::journey`. Entries of earlier orders
// have other numbers, and the next classify_distances removes them.
#pragma once

#include "bodies/bodies.h"
#include "orders/links.h"
#include "orders/order_queues.h"
#include "parallel.h"
#include "storage/event_log.h"
#include "storage/id_table.h"
#include "storage/settings.h"
#include "storage/views.h"
#include "terrain/terrain.h"

#include <cstdint>
#include <tuple>

namespace fray {

/// The point to which agents of a floor are ordered.
struct Destination {
    Vec2 point{}; ///< m
    int16_t floor = 0;

    friend bool operator==(const Destination&, const Destination&) = default;
    friend bool operator<(const Destination& a, const Destination& b) {
        return std::tie(a.point.x, a.point.y, a.floor) < std::tie(b.point.x, b.point.y, b.floor);
    }
};
/// The way of an agent to the point of its order.
struct Journey {
    AgentId agent{};
    Vec2 mark{};        ///< m: where it was at `since`; it has come less than 0.25 m farther
    int64_t since = 0;  ///< us
    uint8_t number = 0; ///< of the order (`Orders::journey`)
    uint8_t marked = 0;
    uint8_t ended = 0;  ///< it is removed at the end of this classify_distances
    uint8_t halted = 0; ///< the agent has come to a halt in this classify_distances, and has not come to rest before
    /// Of the ground, for which `Orders::place` was found; `no_place_yet`: it has to be found.
    uint32_t island = no_place_yet;

    static constexpr uint32_t no_place_yet = ~1u;
};

struct Journeys {
    Vector<Journey> list; ///< in the order of the orders

    // Scratch.
    Vector<uint32_t> numbered_anew;       ///< indices of ids; see `begin_journey`
    Vector<uint8_t> number_marks;         ///< by index of id; see `forget_old_numbers`
    Vector<Destination> waypoints;        ///< sorted points of agents that go there; as of classify_distances
    Vector<uint32_t> agents_to_waypoints; ///< how many go to each, where agents have come to a halt
};

FRAY_PART(Journeys, journeys, Field::trees);

/// For code that reads the orders of agents.
struct OrderView : Views<Read<column::orders, column::floor, column::serial>> {
    using Views::Views;
};
/// For code that begins and ends journeys.
struct JourneyChanges : Views<Read<column::id>, Write<column::orders>, Journeys> {
    using Views::Views;
};
/// What watching journeys touches.
struct JourneyWatch
    : Views<BodyView,
            Read<column::serial, column::floor, column::life, column::position, column::island, column::target>,
            Write<column::orders, column::march>, const Settings, const IdTable, const Terrain, Journeys,
            const OrderQueues, const Links, EventLog> {
    using Views::Views;
};

/// Where the agent goes by its order.
inline Destination destination_of(const OrderView& world, Row row) {
    return {world.orders[row].place, world.floor[row]};
}

/// Has the agent an order that waits until its present order is over?
bool goes_on(const Views<const OrderQueues>& world, AgentId agent);
/// The ground has changed: the places of all journeys are found anew (rule find_place).
void reconsider_places(const Views<Journeys>& world);
/// Begins a journey of the agent of `row`, which has just got its order. If the numbers of its journeys begin again at
/// 0, it is listed in `Journeys::numbered_anew`: what keeps a number of an earlier journey must forget it.
void begin_journey(const JourneyChanges& world, Row row);
/// Forgets the earlier journeys of the agents in `Journeys::numbered_anew`, and empties that list. Sets
/// `Journeys::number_marks` of these agents. A single pass for all of them: an army counts in step.
void forget_old_numbers(const Views<const IdTable, Journeys>& world);
/// Ends the journey of the agent of `row`. False: it was on none, or the host has heard that the agent is at its point.
bool end_journey(const JourneyChanges& world, Row row);
/// The event of an agent with its present order.
EventRecord order_done(const OrderView& world, Row row, OrderDoneCause cause);
/// How many chunks `watch_journeys` works in; each needs a writer for events.
uint32_t journey_chunks(const Views<const Settings, const Journeys>& world);
/// Looks whether agents have reached their points or have come to a halt. `first`: the number of the first writer. Part
/// of the system classify_distances. Parallel over journeys.
void watch_journeys(const JourneyWatch& world, ParallelLoops& loops, uint32_t first);

} // namespace fray
