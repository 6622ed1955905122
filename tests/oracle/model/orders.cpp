// Orders: set_order, own points, and queues of orders (rules: A21 to A26h, A26n).
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace fray::model {

namespace {

constexpr size_t most_queued = 32;

/// The order. Fields that its kind does not use are left out. `squad`: the squad that is ordered; 0: an agent is.
AgentOrder order_of(const OrderDef& given, uint32_t squad = 0) {
    AgentOrder order;
    order.kind = given.kind;
    order.run = given.run && order.kind == OrderKind::move;
    if (names_agent(order.kind)) order.target = serial_of(given.target);
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

/// A26b.
bool order_is_over(const Agent& agent) {
    if (agent.order.kind == OrderKind::free) return true;
    return leads_to_point(agent.order.kind) && (!agent.journey || agent.journey->blocked || agent.journey->rests);
}

} // namespace

// ---- Commands -----------------------------------------------------------------------------------------------------

bool ReferenceModel::can_carry_out(const ArchetypeDef& def, OrderKind kind) {
    switch (kind) {
    case OrderKind::attack:
    case OrderKind::advance:
    case OrderKind::hold:
    case OrderKind::escort: return def.autonomous;
    default: return true;
    }
}

/// A21a.
bool ReferenceModel::has_order(const Agent& agent, const AgentOrder& order) const {
    const AgentOrder& now = agent.order;
    return leads_to_point(order.kind) && now.kind == order.kind && now.run == order.run && now.point == order.point &&
           now.floor == order.floor && !now.formed;
}

/// A25a.
bool ReferenceModel::has_order(const Squad& squad, const SquadOrder& order) const {
    if (!leads_to_point(order.kind) || !(squad.ordered == order)) return false;
    return std::all_of(squad.members.begin(), squad.members.end(), [&](Serial serial) {
        return !living(serial) || !can_carry_out(archetype_of(agents_.at(serial)), order.kind) ||
               agents_.at(serial).order.of_squad;
    });
}

void ReferenceModel::apply(Agent& agent, const command::SetOrder& c) {
    const AgentOrder order = order_of(c.order);
    if (lacks_attack(agent, order)) { // A45a
        ++tally_["perform: dropped, a reload has taken the attack"];
        return drop(c);
    }
    set_order(agent, order, has_order(agent, order));
}

/// `again`: A21a, A25a.
void ReferenceModel::set_order(Agent& agent, const AgentOrder& order, bool again) {
    if (!agent.order_queue.empty()) ++tally_["queue: emptied by set_order"];
    if (agent.offset) ++tally_["queue: an offset is forgotten by set_order"]; // A26h
    agent.order_queue.clear();
    agent.offset.reset();
    if (again) {
        ++tally_[order.squad != 0 ? "order of a squad: the same again" : "order: the same again"];
        agent.order.repeat = order.repeat;
        agent.order.delay = order.delay;
        agent.over_since.reset();
        return;
    }
    give_order(agent, order);
    agent.order.of_squad = order.squad != 0;
}

void ReferenceModel::apply(Agent& agent, const command::QueueOrder& c) {
    queue_order(agent, order_of(c.order), CommandType::queue_order);
}

/// A26a.
void ReferenceModel::queue_order(Agent& agent, const AgentOrder& order, CommandType type) {
    if (agent.order_queue.size() == most_queued) return drop(agent.serial, type);
    agent.order_queue.push_back(order);
}

/// Calls `order` for each member that can have the order.
template <typename C, typename Order> void ReferenceModel::order_members(const C& c, Order&& order) {
    const OrderKind kind = c.order.kind;
    const std::vector<Serial> members = squads_[c.squad.value - 1].members;
    for (const Serial serial : members) {
        if (!living(serial)) continue;
        if (names_agent(kind) && c.order.target == named(serial)) {
            ++tally_[std::string("order of a squad: a member is not ordered to ") + to_string(kind) + " itself"];
        } else if (!can_carry_out(archetype_of(agents_.at(serial)), kind)) {
            ++tally_[std::string("order of a squad: a member cannot carry out ") + to_string(kind)];
            drop(serial, C::type);
        } else {
            order(agents_.at(serial));
        }
    }
}

/// A25.
void ReferenceModel::apply(const command::SetSquadOrder& c) {
    Squad& squad = squads_[c.squad.value - 1];
    AgentOrder order = order_of(c.order, c.squad.value);
    SquadOrder ordered{.kind = order.kind, .run = order.run, .point = order.point, .floor = order.floor};
    if (c.order.formation.given()) ordered.formation = c.order.formation;
    const bool again = has_order(squad, ordered);
    order.formation = again ? 0 : note_formation(c);
    squad.ordered = ordered;
    order_members(c, [&](Agent& agent) { set_order(agent, order, again); });
}

/// A26a.
void ReferenceModel::apply(const command::QueueSquadOrder& c) {
    const AgentOrder order = order_of(c.order, c.squad.value);
    order_members(c, [&](Agent& agent) {
        if (agent.order_queue.size() == most_queued)
            ++tally_["queue: full, an order of a squad is dropped for the member"];
        queue_order(agent, order, c.type);
    });
}

/// A45a: a reload has left the agent's attack table without the attack of an order `perform`.
bool ReferenceModel::lacks_attack(const Agent& agent, const AgentOrder& order) const {
    return order.kind == OrderKind::perform && order.attack >= static_cast<int>(archetype_of(agent).attacks.size());
}

/// A21 to A24d, except for the queue.
void ReferenceModel::give_order(Agent& agent, const AgentOrder& order) {
    if (agent.performance && !agent.performance->replaced)
        ++tally_[std::string("perform: replaced by ") + to_string(order.kind) +
                 (agent.performance->begun ? ", begun" : ", stepping in")];
    if (agent.performance) agent.performance->replaced = true;
    if (agent.journey && !agent.journey->rests) emit_order_done(agent, Cause::cancelled); // A21
    agent.journey.reset();
    agent.order = order;
    agent.order.formed = agent.order.of_squad = false;
    agent.chooses = true;     // A31l
    agent.over_since.reset(); // A26d; an order by set_order has not been over before either
    if (order.kind == OrderKind::free) agent.flagged = true;   // A22
    if (agent.holding()) agent.order.point = agent.position;   // A24c
    if (leads_to_point(order.kind)) agent.journey = Journey{}; // A24a
    emit_order(agent);
}

/// A26, A26i: the own points of members of squads that were ordered in this frame.
void ReferenceModel::find_own_points() {
    find_places();
    for (auto& [serial, agent] : agents_) {
        if (agent.order.squad == 0) continue;
        const Serial first = leader(std::exchange(agent.order.squad, 0));
        if (first == no_serial || first == serial || !agents_.contains(first)) continue;
        agent.order.point = within_world(agent.order.point + (agent.position - agents_.at(first).position));
    }
}

/// D16b.
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
    ++tally_[place == agent.order.point ? "journey: its point can be reached again" : "journey: its point is cut off"];
    journey.place = place;
    journey.mark.reset();
    journey.blocked = journey.rests = false;
}

Vec2 ReferenceModel::destination(const Agent& agent) { return agent.journey->place.value_or(agent.order.point); }
bool ReferenceModel::cut_off(const Agent& agent) { return destination(agent) != agent.order.point; }

// ---- Queues of orders -----------------------------------------------------------------------------------------------

/// A26c to A26h.
void ReferenceModel::take_queued_orders() {
    for (auto& [serial, agent] : agents_) // before any agent takes an order
        if (agent.living()) find_offset(agent);
    for (auto& [serial, agent] : agents_)
        if (agent.living()) look_at_queue(agent);
}

/// A26g. A repeated order has its own point already.
void ReferenceModel::find_offset(Agent& agent) {
    const bool needed = std::any_of(agent.order_queue.begin(), agent.order_queue.end(),
                                    [](const AgentOrder& order) { return order.squad != 0; });
    if (agent.offset || !needed) return;
    const Serial first = squad_of(agent).leader;
    agent.offset = Vec2{};
    if (first == agent.serial || !agents_.contains(first)) return;
    const Agent& leading = agents_.at(first);
    agent.offset = place_of(agent) - place_of(leading);
    ++tally_[leads_to_point(agent.order.kind) ? "queue: an offset of an own point" : "queue: an offset of a position"];
    ++tally_[leads_to_point(leading.order.kind) ? "queue: an offset from an own point"
                                                : "queue: an offset from a position"];
    if (!leading.living()) ++tally_["queue: an offset from a leader that has just gone"];
}

/// A26g.
Vec2 ReferenceModel::place_of(const Agent& agent) {
    return leads_to_point(agent.order.kind) ? agent.order.point : agent.position;
}

/// A26c and A26h.
void ReferenceModel::look_at_queue(Agent& agent) {
    if (agent.order_queue.empty() || !order_is_over(agent)) {
        if (agent.over_since && !agent.order_queue.empty()) ++tally_["queue: an order is not over any more"];
        agent.over_since.reset();
    } else {
        if (!agent.over_since) agent.over_since = now_;
        if (reached(*agent.over_since + agent.order_queue.front().delay))
            take_order(agent);
        else
            ++tally_["queue: waits for the delay"];
    }
    if (!agent.order_queue.empty() || agent.order.repeat || !agent.offset) return;
    ++tally_["queue: an offset is forgotten, the queue is empty"];
    agent.offset.reset();
}

/// A26d to A26f.
void ReferenceModel::take_order(Agent& agent) {
    AgentOrder next = agent.order_queue.front();
    agent.order_queue.pop_front();
    if (lacks_attack(agent, next)) {
        ++tally_["queue: an order perform is dropped, a reload has taken the attack"];
        agent.over_since.reset();
        return drop(agent.serial, CommandType::queue_order);
    }
    ++tally_[std::string("queue: takes ") + to_string(next.kind) +
             (archetype_of(agent).autonomous ? "" : ", no brain")];
    ++tally_[std::string("queue: leaves ") + to_string(agent.order.kind) +
             (agent.journey        ? ", blocked"
              : agent.order.repeat ? ", repeats"
                                   : "")];
    if (agent.order_queue.empty() && agent.order.repeat) ++tally_["queue: the last order, the order before repeats"];
    if (next.squad != 0) { // A26f
        next.point = within_world(next.point + *agent.offset);
        next.squad = 0;
    }
    if (agent.order.repeat) agent.order_queue.push_back(agent.order);
    give_order(agent, next);
}

// ---- Events and the end of an order ---------------------------------------------------------------------------------

/// Of the order that the agent has been given.
void ReferenceModel::emit_order(const Agent& agent) {
    Event event;
    event.type = EventType::order;
    event.agent = agent.serial;
    event.target = agents_.contains(agent.order.target) ? agent.order.target : no_serial; // A26d
    event.attack = static_cast<int16_t>(agent.order.attack);
    event.a = static_cast<int32_t>(agent.order.kind);
    event.b = agent.order.run;
    event.x = agent.order.point.x;
    event.y = agent.order.point.y;
    emit(event);
}

/// Of the order that the agent still has, and its journey.
void ReferenceModel::emit_order_done(const Agent& agent, Cause cause) {
    ++tally_[std::string("journey: ") + to_string(cause) + (agent.order.kind == OrderKind::advance ? ", advance" : "")];
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

/// T7, T7b, Z9: the order becomes `free`, without an event.
void ReferenceModel::end_order(Agent& agent) {
    agent.order = {};
    agent.flagged = true;
}

} // namespace fray::model
