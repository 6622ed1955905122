#include "orders/orders.h"

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
bool can_be_given(const OrderChanges& world, Row row, const WaitingOrder& order) {
    return order.kind != StoredOrder::perform ||
           order.attack < world.kinds.archetypes[world.archetype[row]].attacks.size();
}

/// Replaces the agent's order.
void begin_order(const OrderChanges& world, Row row, const WaitingOrder& given, EventWriter& events) {
    Orders& orders = world.orders.change(row);
    if (end_journey(world, row)) events.add(order_done(world, row, OrderDoneCause::cancelled));
    if (gathers(given.kind)) begin_journey(world, row);
    orders.kind = given.kind;
    orders.in_formation = 0;
    orders.target = given.target;
    orders.of_squad = 0;
    orders.go_to(given.kind == StoredOrder::hold ? world.position[row] : given.point);
    orders.attack = given.attack;
    name_floor(world, row, given.names_floor != 0 ? std::optional<int16_t>(given.floor) : std::nullopt);
    if (orders.performance != Performance::none) orders.performance = Performance::replaced;
    if (world.march) world.march.change(row) = {};
    world.squads.any_escort |= given.kind == StoredOrder::escort;
    world.scan_due.change(row) |= given.kind == StoredOrder::free;
    world.wake.change(row) |= wake_order;
    world.squads.list[world.squad[row]].attention = 1;
    const Row target = world.ids.row_of(given.target);
    const Vec2 point = has_point(given.kind) ? orders.point : Vec2{};
    const bool performs = given.kind == StoredOrder::perform;
    events.add({.type = EventType::order,
                .attack = performs ? int16_t{given.attack} : int16_t{-1},
                .agent = world.serial[row],
                .target = target == Row::none() ? no_serial : world.serial[target],
                .a = static_cast<int32_t>(given.kind),
                .x = point.x,
                .y = point.y});
}

/// Where the agent is, or is to go by its order (rule find_offset).
Vec2 place_of(const OrderChanges& world, Row row) {
    const Orders& orders = world.orders[row];
    return gathers(orders.kind) ? orders.point : world.position[row];
}

/// The way from the place of the agent's leader to its own (rule find_offset).
Vec2 offset_of(const OrderChanges& world, Row row) {
    const SquadTraits* const traits = world.squads.traits_of(world.squad[row]);
    const Row leader = traits == nullptr || traits->leader == no_index ? Row::none() : world.ids.row[traits->leader];
    return leader == Row::none() ? Vec2{} : place_of(world, row) - place_of(world, leader);
}

/// Is the agent's order over, so that it may take the next (rule order_is_over)?
bool is_over(const Orders& orders) {
    return orders.kind == StoredOrder::free ||
           (gathers(orders.kind) && (orders.under_way == 0 || orders.blocked != 0 || orders.rests != 0));
}

/// Takes the first order of the queue. The order that the agent leaves goes to the end of the queue if it repeats.
void take_order(const OrderChanges& world, OrderQueue& queue, Row row, EventWriter& events) {
    OrderQueues& queues = world.order_queues;
    WaitingOrder next = queues.pop(queue);
    queue.over_since = never;
    if (!can_be_given(world, row, next)) return drop_command(world, row, CommandType::queue_order, events);
    const Orders& orders = world.orders[row];
    if (queue.repeats != 0 && gathers(orders.kind)) {
        const Trip* const trip = world.links.trip_of(queue.agent);
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
    begin_order(world, row, next, events);
}

/// Empties the agent's queue. An order that repeats is noted in it.
void begin_queue(const OrderChanges& world, Row row, const WaitingOrder& given) {
    const AgentId agent = world.id[row];
    OrderQueues& queues = world.order_queues;
    queues.remove(agent);
    if (given.repeat == 0) return;
    OrderQueue& queue = queues.make(agent);
    queue.repeats = 1;
    queue.delay = given.delay;
}

/// Has the agent this order already (rule has_order)?
bool has_order(const OrderChanges& world, Row row, const WaitingOrder& given) {
    const Orders& orders = world.orders[row];
    if (!gathers(given.kind) || orders.kind != given.kind || orders.point != given.point || orders.in_formation != 0)
        return false;
    const Trip* const trip = world.links.trip_of(world.id[row]);
    return trip != nullptr ? given.names_floor != 0 && trip->floor == given.floor : given.names_floor == 0;
}

} // namespace

bool set_order(const OrderChanges& world, Row row, const OrderDef& order, EventWriter& events) {
    const WaitingOrder given = stored(order);
    if (!can_be_given(world, row, given)) return false;
    begin_queue(world, row, given);
    if (!has_order(world, row, given)) begin_order(world, row, given, events);
    return true;
}

void set_order_of_squad(const OrderChanges& world, Row row, const OrderDef& order, bool again, EventWriter& events) {
    const WaitingOrder given = stored(order);
    begin_queue(world, row, given);
    if (again) return;
    begin_order(world, row, given, events);
    world.orders.change(row).of_squad = gathers(stored_order(order));
}

bool queue_order(const Views<Read<column::id>, OrderQueues>& world, Row row, const OrderDef& order, bool to_squad) {
    OrderQueue& queue = world.order_queues.make(world.id[row]);
    if (queue.size == OrderQueues::most_orders) return false;
    WaitingOrder given = stored(order);
    given.to_squad = to_squad;
    queue.wants_offset |= to_squad && gathers(stored_order(order)) && queue.has_offset == 0;
    world.order_queues.push(queue, given);
    return true;
}

void take_orders(const OrderChanges& world, EventWriter& events) {
    OrderQueues& queues = world.order_queues;
    const auto row_of = [&](const OrderQueue& queue) {
        const Row row = world.ids.row_of(queue.agent);
        return row == Row::none() || world.life[row] != Life::living ? Row::none() : row;
    };
    for (OrderQueue& queue : queues.all()) {
        if (queue.wants_offset == 0) continue;
        queue.wants_offset = 0;
        queue.has_offset = 1;
        if (const Row row = row_of(queue); row != Row::none()) queue.offset = offset_of(world, row);
    }
    for (size_t i = 0; i < queues.all().size();) {
        OrderQueue& queue = queues.all()[i];
        const Row row = row_of(queue);
        if (row == Row::none()) {
            queues.remove(queue.agent);
            continue;
        }
        if (queue.size == 0 || !is_over(world.orders[row])) {
            queue.over_since = never;
        } else {
            if (queue.over_since == never) queue.over_since = world.clock.now;
            if (world.clock.reached(queue.over_since + queues.first(queue).delay))
                take_order(world, queue, row, events);
        }
        if (queue.size == 0 && queue.repeats == 0)
            queues.remove(queue.agent);
        else
            ++i;
    }
}

void drop_command(const Views<Read<column::serial>, Counters>& world, Row row, CommandType command,
                  EventWriter& events) {
    ++world.counters.commands_dropped;
    events.add({.type = EventType::drop,
                .agent = row == Row::none() ? no_serial : world.serial[row],
                .a = static_cast<int32_t>(command)});
}

} // namespace fray
