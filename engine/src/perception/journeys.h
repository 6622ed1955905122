// Journeys: the ways of agents under an order `move` or `advance` to their points (rules give_order and
// look_at_journey).
//
// There is an entry for each agent that is on its way, so the cost follows the number of these. An order does not
// search the list: it gives its journey a number, which the agent keeps in `Orders::journey`. Entries of earlier orders
// have other numbers, and the next classify_distances removes them.
#pragma once

#include "bodies/bodies.h"
#include "perception/floor_changes.h"
#include "storage/views.h"

#include <cstdint>

namespace fray {

/// Who reads the orders of agents.
struct OrderView : Views<Read<column::orders, column::floor, column::serial>> {
    using Views::Views;
};
/// Who begins and ends journeys.
struct JourneyChanges : Views<Read<column::id>, Write<column::orders>, Perception> {
    using Views::Views;
};
/// What watching journeys touches.
struct JourneyWatch
    : Views<BodyView,
            Read<column::serial, column::floor, column::life, column::position, column::island, column::target>,
            Write<column::orders, column::march>, const Settings, const IdTable, const Terrain, Perception, EventLog> {
    using Views::Views;
};

/// Where the agent goes by its order.
inline Destination destination_of(const OrderView& world, uint32_t row) {
    return {world.orders[row].place, world.floor[row]};
}

/// Has the agent an order that waits until its present order is over?
bool goes_on(const Views<const Perception>& world, AgentId agent);
/// The ground has changed: the places of all journeys are found anew (rule find_place).
void reconsider_places(const Views<Perception>& world);
/// Begins a journey of the agent of `row`, which has just got its order. If the numbers of its journeys begin again at
/// 0, it is listed in `Perception::numbered_anew`: what keeps a number of an earlier journey must forget it.
void begin_journey(const JourneyChanges& world, uint32_t row);
/// Forgets the earlier journeys of the agents in `Perception::numbered_anew`, and empties that list. Sets
/// `Perception::number_marks` of these agents. A single pass for all of them: an army counts in step.
void forget_old_numbers(const Views<const IdTable, Perception>& world);
/// Ends the journey of the agent of `row`. False: it was on none, or the host has heard that the agent is at its point.
bool end_journey(const JourneyChanges& world, uint32_t row);
/// The event of an agent with its present order.
EventRecord order_done(const OrderView& world, uint32_t row, OrderDoneCause cause);
/// How many chunks `watch_journeys` works in; each needs a writer for events.
uint32_t journey_chunks(const Views<const Settings, const Perception>& world);
/// Looks whether agents have reached their points or have come to a halt. `first`: the number of the first writer. Part
/// of the system classify_distances. Parallel over journeys.
void watch_journeys(const JourneyWatch& world, ParallelLoops& loops, uint32_t first);

} // namespace fray
