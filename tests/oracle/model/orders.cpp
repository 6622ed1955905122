// Orders of agents and of squads, journeys, and queues of orders.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace fray::model {

namespace {

constexpr size_t most_queued = 32;

// The order. Fields that its kind does not use are left out. `squad`: the squad that is ordered; 0: an agent is.
AgentOrder order_of(const OrderDef& given, uint32_t squad = 0) {
    AgentOrder order;
    order.kind = given.kind;
    order.run = given.run && order.kind == OrderKind::move;
    if (names_target(order.kind)) order.target = serial_of(given.target);
    if (order.kind == OrderKind::perform) order.attack = given.attack;
    if (order.kind == OrderKind::escort) order.distance = given.escort_distance;
    order.delay = microseconds_of(given.delay);
    if (!leads_to_point(order.kind)) return order;
    order.point = given.point;
    order.repeat = given.repeat;
    order.floor = given.floor;
    order.squad = squad;
    return order;
}

} // namespace

// # Orders
// An order replaces an agent's own decisions, or limits them.

/// If the agent was on a journey, the journey ends: event order_done, cause cancelled, with the old order (without an
/// event if the agent has come to rest). Then event order. The orders:
/// - `free`: none. The agent is flagged to scan.
/// - `attack`: it fights the ordered agent; without attacks it pursues it.
/// - `perform`: it begins an attack of its table on the ordered agent as soon as range and angle allow it (`perform`).
/// - `move`: it goes to a point, without fighting. It walks; with `run` it runs.
/// - `stand`: it stands, without fighting.
/// - `advance`: it goes to a point, and fights on the way as under no order. Without a target it walks.
/// - `hold`: it fights from its *post*, the position at which it gets the order, with targets in reach. It does not
///   leave the post for them.
/// - `escort`: it follows the ordered agent at `escort_distance`, and fights near it (`followed`).
///
/// `move` and `advance` begin a *journey* to the agent's own point, without a *mark* at first. It ends with another
/// order, at its point (`look_at_journey`), or without an event when the agent is not living any more.
void ReferenceModel::give_order(Agent& agent, const AgentOrder& order) {
    if (agent.performance) agent.performance->replaced = true;
    if (agent.journey && !agent.journey->rests) emit_order_done(agent, Cause::cancelled);
    agent.journey.reset();
    agent.order = order;
    agent.order.formed = agent.order.of_squad = false;
    agent.chooses = true;
    agent.over_since.reset();
    if (order.kind == OrderKind::free) agent.flagged = true;
    if (agent.holding()) agent.order.point = agent.position;
    if (leads_to_point(order.kind)) agent.journey = Journey{};
    emit_order(agent);
}

/// The agent gets the order (`give_order`), and its queue becomes empty. It is dropped if the agent `lacks_attack`.
void ReferenceModel::apply(Agent& agent, const command::SetOrder& c) {
    const AgentOrder order = order_of(c.order);
    if (lacks_attack(agent, order)) return drop(c);
    replace_order(agent, order, has_order(agent, order));
}

/// The queue becomes empty, and the offset is forgotten. If it is the same order again (`has_order`,
/// `squad_has_order`), there is no event: the agent only takes over `repeat` and `delay`, and t of `look_at_queue`
/// begins anew.
void ReferenceModel::replace_order(Agent& agent, const AgentOrder& order, bool again) {
    agent.order_queue.clear();
    agent.offset.reset();
    if (again) {
        agent.order.repeat = order.repeat;
        agent.order.delay = order.delay;
        agent.over_since.reset();
        return;
    }
    give_order(agent, order);
    agent.order.of_squad = order.squad != 0;
}

/// An agent has an order `move` or `advance` already that is of this kind, `run`, point and floor (or none), and not in
/// a formation. So an order may be sent in every frame.
bool ReferenceModel::has_order(const Agent& agent, const AgentOrder& order) const {
    const AgentOrder& now = agent.order;
    return leads_to_point(order.kind) && now.kind == order.kind && now.run == order.run && now.point == order.point &&
           now.floor == order.floor && !now.formed;
}

/// An agent without a brain cannot carry out `attack`, `advance`, `hold` and `escort`. The call refuses such an order.
bool ReferenceModel::can_carry_out(const ArchetypeDef& def, OrderKind kind) {
    switch (kind) {
    case OrderKind::attack:
    case OrderKind::advance:
    case OrderKind::hold:
    case OrderKind::escort: return def.autonomous;
    default: return true;
    }
}

/// A reload or a set_archetype may have taken the attack of an order `perform`.
bool ReferenceModel::lacks_attack(const Agent& agent, const AgentOrder& order) const {
    return order.kind == OrderKind::perform && order.attack >= static_cast<int>(archetype_of(agent).attacks.size());
}

/// Event order does not name an agent that was despawned in an earlier frame.
void ReferenceModel::emit_order(const Agent& agent) {
    Event event;
    event.type = EventType::order;
    event.agent = agent.serial;
    event.target = agents_.contains(agent.order.target) ? agent.order.target : no_serial;
    event.attack = static_cast<int16_t>(agent.order.attack);
    event.a = static_cast<int32_t>(agent.order.kind);
    event.b = agent.order.run;
    event.x = agent.order.point.x;
    event.y = agent.order.point.y;
    emit(event);
}

// Of the order that the agent still has, and its journey.
void ReferenceModel::emit_order_done(const Agent& agent, Cause cause) {
    Event event;
    event.type = EventType::order_done;
    event.cause = cause;
    event.agent = agent.serial;
    event.a = static_cast<int32_t>(agent.order.kind);
    event.b = agent.order.run;
    event.x = agent.order.point.x;
    event.y = agent.order.point.y;
    emit(event);
}

/// An order that ends becomes `free`, without an event, and the agent is flagged to scan.
void ReferenceModel::end_order(Agent& agent) {
    agent.order = {};
    agent.flagged = true;
}

// ## Orders of squads

/// It is an order to each living member (`order_members`). `perform` is not an order for a squad.
void ReferenceModel::apply(const command::SetSquadOrder& c) {
    Squad& squad = squads_[c.squad.value - 1];
    AgentOrder order = order_of(c.order, c.squad.value);
    SquadOrder ordered{.kind = order.kind, .run = order.run, .point = order.point, .floor = order.floor};
    if (c.order.formation.given()) ordered.formation = c.order.formation;
    const bool again = squad_has_order(squad, ordered);
    order.formation = again ? 0 : note_formation(c);
    squad.ordered = ordered;
    order_members(c, [&](Agent& agent) { replace_order(agent, order, again); });
}

/// Members get the order by serial. None is ordered to attack or escort itself. For a member that cannot carry out the
/// order the command is dropped: each counts, and its event drop stands where its event order would stand.
template <typename C, typename Order> void ReferenceModel::order_members(const C& c, Order&& order) {
    const OrderKind kind = c.order.kind;
    const std::vector<Serial> members = squads_[c.squad.value - 1].members;
    for (const Serial serial : members) {
        if (!living(serial) || (names_target(kind) && c.order.target == named(serial))) continue;
        if (!can_carry_out(archetype_of(agents_.at(serial)), kind))
            drop(serial, C::type);
        else
            order(agents_.at(serial));
    }
}

/// A squad has an order `move` or `advance` already that is its last by set_order (same kind, `run`, point, floor,
/// formation), if each living member that can carry it out still has it, and has not changed its squad since.
bool ReferenceModel::squad_has_order(const Squad& squad, const SquadOrder& order) const {
    if (!leads_to_point(order.kind) || !(squad.ordered == order)) return false;
    return std::all_of(squad.members.begin(), squad.members.end(), [&](Serial serial) {
        return !living(serial) || !can_carry_out(archetype_of(agents_.at(serial)), order.kind) ||
               agents_.at(serial).order.of_squad;
    });
}

/// The point p of an order `move` or `advance` to a squad is the leader's own point. That of every other member is p +
/// (position - position of the leader) (float), kept inside the world. It is found after all commands and host poses of
/// the frame, for members that still have this order, with the leader that the squad has then; until then, and without
/// a leader, it is p. Only motion, journeys and `find_offset` use it; the event order names p.
void ReferenceModel::find_own_points() {
    find_formation_places();
    for (auto& [serial, agent] : agents_) {
        if (agent.order.squad == 0) continue;
        const Serial first = leader(std::exchange(agent.order.squad, 0));
        if (first == no_serial || first == serial || !agents_.contains(first)) continue;
        agent.order.point = within_world(agent.order.point + (agent.position - agents_.at(first).position));
    }
}

// ## Journeys

/// An agent on a journey goes to its *place*: its own point, or the nearest walkable point of its island, if its point
/// is not on it. Without an island, without ground, and while it is bound, it goes to its point. The place is found in
/// classify_distances when the journey begins, when the agent's island has changed, when it is not bound any more, when
/// the origin has moved, and when obstacles have changed. If the place changes, the journey has no mark any more, is
/// not *blocked*, and has not come to rest. While the place is not the point, the journey is *cut off*.
void ReferenceModel::find_place(Agent& agent) {
    if (ground_ == nullptr) return;
    Journey& journey = *agent.journey;
    if (agent.bound()) return journey.island.reset();
    const uint32_t island = ground_->island(agent.position);
    if (journey.island == island) return;
    journey.island = island;
    Vec2 place = agent.order.point;
    if (island != Ground::no_island && ground_->island(place) != island)
        ground_->nearest(agent.order.point, std::numeric_limits<float>::max(), &place, island);
    if (place == destination(agent)) return;
    journey.place = place;
    journey.mark.reset();
    journey.blocked = journey.rests = false;
}

Vec2 ReferenceModel::destination(const Agent& agent) { return agent.journey->place.value_or(agent.order.point); }
bool ReferenceModel::cut_off(const Agent& agent) { return destination(agent) != agent.order.point; }

// ## Queues of orders

/// The order goes to the end of the agent's *queue of orders*, without an event. With 32 orders in it the command is
/// dropped.
void ReferenceModel::apply(Agent& agent, const command::QueueOrder& c) {
    put_in_queue(agent, order_of(c.order), CommandType::queue_order);
}

void ReferenceModel::put_in_queue(Agent& agent, const AgentOrder& order, CommandType type) {
    if (agent.order_queue.size() == most_queued) return drop(agent.serial, type);
    agent.order_queue.push_back(order);
}

/// As `queue_order`, for each living member (`order_members`).
void ReferenceModel::apply(const command::QueueSquadOrder& c) {
    const AgentOrder order = order_of(c.order, c.squad.value);
    order_members(c, [&](Agent& agent) { put_in_queue(agent, order, c.type); });
}

namespace {

/// `free` is *over* at once. `move` and `advance` are over when the journey has ended, while it is blocked, and when
/// the agent has come to rest. Other orders are never over; `attack`, `perform` and `escort` end by becoming `free`.
bool order_is_over(const Agent& agent) {
    if (agent.order.kind == OrderKind::free) return true;
    return leads_to_point(agent.order.kind) && (!agent.journey || agent.journey->blocked || agent.journey->rests);
}

} // namespace

/// All offsets are found before any agent takes an order. Agents come by serial.
void ReferenceModel::take_queued_orders() {
    for (auto& [serial, agent] : agents_) // before any agent takes an order
        if (agent.living()) find_offset(agent);
    for (auto& [serial, agent] : agents_)
        if (agent.living()) look_at_queue(agent);
}

/// The agent takes the first order of its queue if its own order has been over for the `delay` of that first order: now
/// >= t + `delay`. t is the now of the first of the successive frames, up to this one, in which its order was over here
/// and its queue not empty; every order that it is given begins t anew. It takes one order in a frame. If its queue is
/// empty then, and its order has no `repeat`, its offset is forgotten.
void ReferenceModel::look_at_queue(Agent& agent) {
    if (agent.order_queue.empty() || !order_is_over(agent)) {
        agent.over_since.reset();
    } else {
        if (!agent.over_since) agent.over_since = now_;
        if (reached(*agent.over_since + agent.order_queue.front().delay)) take_order(agent);
    }
    if (!agent.order_queue.empty() || agent.order.repeat || !agent.offset) return;
    agent.offset.reset();
}

/// The agent gets the order (`give_order`), and the rest of the queue stays. If the order that it leaves has `repeat`
/// (`move` and `advance`, from set_order too), it goes to the end of the queue, with the agent's own point and its own
/// `delay`. Without another order in the queue the agent stays where it is.
///
/// The own point of a queued order to a squad is p + the offset (float), kept inside the world. The event order names
/// it. If the agent `lacks_attack`, the order is dropped instead: the agent keeps its order, and t begins anew.
///
/// *Example.* A guard gets set_order `move` to A with `repeat`, and queue_order `move` to B with `repeat` and a `delay`
/// of 5 s. It reaches A in the classify_distances of the frame at 10.0 s. In the next frame, at 10.1 s, its order is
/// over for the first time: t = 10.1 s. At 15.1 s it takes the order to B, and the order to A goes to the end of its
/// queue. It has no delay: in the frame after it reaches B, the guard leaves for A again.
void ReferenceModel::take_order(Agent& agent) {
    AgentOrder next = agent.order_queue.front();
    agent.order_queue.pop_front();
    if (lacks_attack(agent, next)) {
        agent.over_since.reset();
        return drop(agent.serial, CommandType::queue_order);
    }
    if (next.squad != 0) {
        next.point = within_world(next.point + *agent.offset);
        next.squad = 0;
    }
    if (agent.order.repeat) agent.order_queue.push_back(agent.order);
    give_order(agent, next);
}

/// The *offset* is the agent's own point - that of its squad's leader (float). Under another order than `move` and
/// `advance` the position counts. It is found for an agent without one that has such an order to a squad in its queue.
/// It is (0, 0) for the leader, and without a leader.
void ReferenceModel::find_offset(Agent& agent) {
    const bool needed = std::any_of(agent.order_queue.begin(), agent.order_queue.end(),
                                    [](const AgentOrder& order) { return order.squad != 0; });
    if (agent.offset || !needed) return;
    const Serial first = squad_of(agent).leader;
    agent.offset = Vec2{};
    if (first == agent.serial || !agents_.contains(first)) return;
    const Agent& leading = agents_.at(first);
    agent.offset = own_point_or_position(agent) - own_point_or_position(leading);
}

Vec2 ReferenceModel::own_point_or_position(const Agent& agent) {
    return leads_to_point(agent.order.kind) ? agent.order.point : agent.position;
}

} // namespace fray::model
