// Orders that agents get from the host, or take from their queues (rules give_order and look_at_queue).
#pragma once

#include "fray/commands.h"
#include "orders/journeys.h"
#include "rows/rows.h"
#include "squads/squads.h"

#include <cstdint>

namespace fray {

/// For code that gives agents orders, at once or from their queues.
struct OrderChanges : Views<Read<column::id, column::serial, column::archetype, column::floor, column::life,
                                 column::squad, column::position>,
                            Write<column::orders, column::march, column::scan_due, column::wake>, const Kinds,
                            const Clock, const IdTable, Squads, Journeys, OrderQueues, Links, Counters> {
    using Views::Views;
};

/// Can an agent of the archetype carry out an order of this kind (rule can_carry_out)?
inline bool can_carry_out(const Archetype& archetype, OrderKind kind) { return archetype.brain || !needs_brain(kind); }

/// Gives an order of the host to the agent of `row`, and empties its queue. An agent that has this order already goes
/// on as before (rule has_order). False: its archetype has no attack of that number any more, so nothing happens.
bool set_order(const OrderChanges& world, Row row, const OrderDef& order, EventWriter& events);

/// Gives a member an order of its squad, and empties its queue. `again`: all members have this order already, and go on
/// as before (rule squad_has_order).
void set_order_of_squad(const OrderChanges& world, Row row, const OrderDef& order, bool again, EventWriter& events);

/// Puts an order of the host at the end of the agent's queue. `to_squad`: it was given to the agent's squad. False: the
/// queue is full.
bool queue_order(const Views<Read<column::id>, OrderQueues>& world, Row row, const OrderDef& order, bool to_squad);

/// Call after the commands, the host poses and `keep_formations`. Agents with an order that is over take the next order
/// of their queue.
void take_orders(const OrderChanges& world, EventWriter& events);

/// Counts a command that is dropped, and writes the event. `row`: row of the command's agent; no_index: the agent is no
/// longer in storage.
void drop_command(const Views<Read<column::serial>, Counters>& world, Row row, CommandType command,
                  EventWriter& events);

} // namespace fray
