#include "commands/orders.h"

#include "perception/journeys.h"
#include "perception/links.h"
#include "storage/rules_math.h"
#include "terrain/footing.h"

namespace fray {
namespace {

WaitingOrder stored(const OrderDef& order) {
    return {.target = order.target,
            .point = order.kind == OrderKind::escort ? Vec2{order.escort_distance, 0.0f} : order.point,
            .delay = static_cast<uint32_t>(microseconds_of(static_cast<double>(order.delay))),
            .floor = order.floor.value_or(0),
            .kind = stored_order(order),
            .attack = order.kind == OrderKind::perform ? static_cast<uint8_t>(order.attack) : uint8_t{0},
            .repeat = order.repeat,
            .names_floor = order.floor.has_value()};
}

/// Has the agent's archetype the attack that it is to perform? A reload can have shortened the attack table (rule
/// lacks_attack).
bool can_be_given(const CommandsLayer& layer, uint32_t row, const WaitingOrder& order) {
    return order.kind != StoredOrder::perform ||
           order.attack < layer.kinds.archetypes[layer.agents.archetype[row]].attacks.size();
}

/// Replaces the agent's order.
void begin_order(CommandsLayer& layer, uint32_t row, const WaitingOrder& given, EventWriter& events) {
    Agents& agents = layer.agents;
    Orders& orders = agents.orders.change(row);
    if (end_journey(layer, row)) events.add(order_done(layer, row, OrderDoneCause::cancelled));
    if (gathers(given.kind)) begin_journey(layer, row);
    orders.kind = given.kind;
    orders.in_formation = 0;
    orders.target = given.target;
    orders.of_squad = 0;
    orders.go_to(given.kind == StoredOrder::hold ? agents.position[row] : given.point);
    orders.attack = given.attack;
    name_floor(layer, row, given.names_floor != 0 ? std::optional<int16_t>(given.floor) : std::nullopt);
    if (orders.performance != Performance::none) orders.performance = Performance::replaced;
    if (agents.march.in_use()) agents.march.change(row) = {};
    layer.squads.any_escort |= given.kind == StoredOrder::escort;
    agents.scan_due.change(row) |= given.kind == StoredOrder::free;
    agents.wake.change(row) |= wake_order;
    layer.squads.list[agents.squad[row]].attention = 1;
    const uint32_t target = layer.ids.row_of(given.target);
    const Vec2 point = has_point(given.kind) ? orders.point : Vec2{};
    const bool performs = given.kind == StoredOrder::perform;
    events.add({.type = EventType::order,
                .attack = performs ? int16_t{given.attack} : int16_t{-1},
                .agent = agents.serial[row],
                .target = target == no_index ? no_serial : agents.serial[target],
                .a = static_cast<int32_t>(given.kind),
                .x = point.x,
                .y = point.y});
}

/// Where the agent is, or is to go by its order (rule find_offset).
Vec2 place_of(const Agents& agents, uint32_t row) {
    const Orders& orders = agents.orders[row];
    return gathers(orders.kind) ? orders.point : agents.position[row];
}

/// The way from the place of the agent's leader to its own (rule find_offset).
Vec2 offset_of(const CommandsLayer& layer, uint32_t row) {
    const SquadTraits* const traits = layer.squads.traits_of(layer.agents.squad[row]);
    const uint32_t leader = traits == nullptr || traits->leader == no_index ? no_index : layer.ids.row[traits->leader];
    return leader == no_index ? Vec2{} : place_of(layer.agents, row) - place_of(layer.agents, leader);
}

/// Is the agent's order over, so that it may take the next (rule order_is_over)?
bool is_over(const Orders& orders) {
    return orders.kind == StoredOrder::free ||
           (gathers(orders.kind) && (orders.under_way == 0 || orders.blocked != 0 || orders.rests != 0));
}

/// Takes the first order of the queue. The order that the agent leaves goes to the end of the queue if it repeats.
void take_order(CommandsLayer& layer, OrderQueue& queue, uint32_t row, EventWriter& events) {
    OrderQueues& queues = layer.perception.order_queues;
    WaitingOrder next = queues.pop(queue);
    queue.over_since = never;
    if (!can_be_given(layer, row, next)) return drop_command(layer, row, CommandType::queue_order, events);
    const Orders& orders = layer.agents.orders[row];
    if (queue.repeats != 0 && gathers(orders.kind)) {
        const Trip* const trip = layer.perception.links.trip_of(queue.agent);
        queues.push(queue, {.point = orders.point,
                            .delay = static_cast<uint32_t>(queue.delay),
                            .floor = trip != nullptr ? trip->floor : int16_t{0},
                            .kind = orders.kind,
                            .repeat = 1,
                            .names_floor = trip != nullptr});
    }
    if (next.to_squad != 0 && gathers(next.kind)) next.point = within_world(next.point + queue.offset);
    queue.repeats = next.repeat;
    queue.delay = next.delay;
    begin_order(layer, row, next, events);
}

/// Empties the agent's queue. An order that repeats is noted in it.
void begin_queue(CommandsLayer& layer, uint32_t row, const WaitingOrder& given) {
    const AgentId agent = layer.agents.id[row];
    OrderQueues& queues = layer.perception.order_queues;
    queues.remove(agent);
    if (given.repeat == 0) return;
    OrderQueue& queue = queues.make(agent);
    queue.repeats = 1;
    queue.delay = given.delay;
}

/// Has the agent this order already (rule has_order)?
bool has_order(const CommandsLayer& layer, uint32_t row, const WaitingOrder& given) {
    const Orders& orders = layer.agents.orders[row];
    if (!gathers(given.kind) || orders.kind != given.kind || orders.point != given.point || orders.in_formation != 0)
        return false;
    const Trip* const trip = layer.perception.links.trip_of(layer.agents.id[row]);
    return trip != nullptr ? given.names_floor != 0 && trip->floor == given.floor : given.names_floor == 0;
}

} // namespace

bool set_order(CommandsLayer& layer, uint32_t row, const OrderDef& order, EventWriter& events) {
    const WaitingOrder given = stored(order);
    if (!can_be_given(layer, row, given)) return false;
    begin_queue(layer, row, given);
    if (!has_order(layer, row, given)) begin_order(layer, row, given, events);
    return true;
}

void set_order_of_squad(CommandsLayer& layer, uint32_t row, const OrderDef& order, bool again, EventWriter& events) {
    const WaitingOrder given = stored(order);
    begin_queue(layer, row, given);
    if (again) return;
    begin_order(layer, row, given, events);
    layer.agents.orders.change(row).of_squad = gathers(stored_order(order));
}

bool queue_order(CommandsLayer& layer, uint32_t row, const OrderDef& order, bool to_squad) {
    OrderQueue& queue = layer.perception.order_queues.make(layer.agents.id[row]);
    if (queue.size == OrderQueues::most_orders) return false;
    WaitingOrder given = stored(order);
    given.to_squad = to_squad;
    queue.wants_offset |= to_squad && gathers(stored_order(order)) && queue.has_offset == 0;
    layer.perception.order_queues.push(queue, given);
    return true;
}

void forget_old_journeys(CommandsLayer& layer) {
    if (layer.perception.numbered_anew.empty()) return;
    forget_old_numbers(layer);
    forget_members(layer.marches, layer.perception.number_marks);
}

void take_orders(CommandsLayer& layer, EventWriter& events) {
    OrderQueues& queues = layer.perception.order_queues;
    const Agents& agents = layer.agents;
    const auto row_of = [&](const OrderQueue& queue) {
        const uint32_t row = layer.ids.row_of(queue.agent);
        return row == no_index || agents.life[row] != Life::living ? no_index : row;
    };
    for (OrderQueue& queue : queues.all()) {
        if (queue.wants_offset == 0) continue;
        queue.wants_offset = 0;
        queue.has_offset = 1;
        if (const uint32_t row = row_of(queue); row != no_index) queue.offset = offset_of(layer, row);
    }
    for (size_t i = 0; i < queues.all().size();) {
        OrderQueue& queue = queues.all()[i];
        const uint32_t row = row_of(queue);
        if (row == no_index) {
            queues.remove(queue.agent);
            continue;
        }
        if (queue.size == 0 || !is_over(agents.orders[row])) {
            queue.over_since = never;
        } else {
            if (queue.over_since == never) queue.over_since = layer.clock.now;
            if (layer.clock.reached(queue.over_since + queues.first(queue).delay))
                take_order(layer, queue, row, events);
        }
        if (queue.size == 0 && queue.repeats == 0)
            queues.remove(queue.agent);
        else
            ++i;
    }
}

void drop_command(CommandsLayer& layer, uint32_t row, CommandType command, EventWriter& events) {
    ++layer.counters.commands_dropped;
    events.add({.type = EventType::drop,
                .agent = row == no_index ? no_serial : layer.agents.serial[row],
                .a = static_cast<int32_t>(command)});
}

} // namespace fray
