// The World functions that read the state of a single agent, squad or circle.
#include "bodies/bodies.h"
#include "perception/target_biases.h"
#include "perception/threats.h"
#include "storage/rules_math.h"
#include "world/world_impl.h"

#include <algorithm>
#include <numbers>

namespace fray {
namespace {

/// The agent's element in a column; empty: the id is stale.
template <typename T, Tracking tracking>
std::optional<T> element(const WorldImpl& w, AgentId agent, const Column<T, tracking>& column) {
    const auto row = w.row_of(agent);
    return row ? std::optional<T>(column[*row]) : std::nullopt;
}

OrderDef order_of(const WaitingOrder& given) {
    OrderDef order{.kind = kind_of(given.kind), .run = given.kind == StoredOrder::run, .target = given.target};
    if (has_point(given.kind)) order.point = given.point;
    if (given.kind == StoredOrder::perform) order.attack = int16_t{given.attack};
    if (given.kind == StoredOrder::escort) order.escort_distance = given.point.x;
    order.repeat = given.repeat != 0;
    order.delay = static_cast<float>(seconds_of(given.delay));
    if (given.names_floor != 0) order.floor = given.floor;
    return order;
}

} // namespace

bool World::is_valid(AgentId agent) const { return impl_->state.ids.is_valid(agent); }

std::optional<size_t> World::row_of(AgentId agent) const {
    const Row row = impl_->state.ids.row_of(agent);
    return row == Row::none() ? std::nullopt : std::optional<size_t>(row.number());
}

std::optional<AgentId> World::find(Serial serial) const {
    const Row row = impl_->state.ids.row_of_serial(serial);
    if (row == Row::none()) return std::nullopt;
    return impl_->state.agents.id[row];
}

std::optional<Vec2> World::position(AgentId agent) const {
    return element(*impl_, agent, impl_->state.agents.position);
}
std::optional<Vec2> World::interpolated_position(AgentId agent, double part) const {
    const std::optional<size_t> row = row_of(agent);
    return row ? std::optional(interpolated_position(*row, part)) : std::nullopt;
}
Vec2 World::interpolated_position(size_t number, double part) const {
    const Row row(static_cast<uint32_t>(number));
    const WorldState& state = impl_->state;
    const Agents& agents = state.agents;
    const auto passed = static_cast<float>(part);
    const Vec2 now = agents.position[row], before = agents.next_position[row];
    const UpdateInterval interval = agents.update_interval[row];
    const bool made_one = agents.moved[row] == 1 || state.clock.frame == 0;
    if (interval.frames == 1 || made_one || state.kinds.archetypes[agents.archetype[row]].motion == MotionType::host)
        return now - (now - before) * (1.0f - passed); // exactly `now` at the end of the step
    // `clock.frame` is the next frame.
    const uint32_t since = state.clock.frames_since_update(agents.serial[row] - 1, interval);
    const float left = static_cast<float>(interval.frames - since) - passed; // frames
    return now - agents.velocity[row] * (left * static_cast<float>(state.clock.previous_dt));
}
std::optional<Vec2> World::velocity(AgentId agent) const {
    return element(*impl_, agent, impl_->state.agents.velocity);
}
std::optional<Vec2> World::heading(AgentId agent) const { return element(*impl_, agent, impl_->state.agents.heading); }
std::optional<AgentState> World::state(AgentId agent) const {
    return element(*impl_, agent, impl_->state.agents.state);
}
std::optional<AgentId> World::target(AgentId agent) const { return element(*impl_, agent, impl_->state.agents.target); }
std::optional<float> World::health(AgentId agent) const {
    const auto row = impl_->row_of(agent);
    if (!row) return std::nullopt;
    const Agents& agents = impl_->state.agents;
    return agents.life[*row] == Life::living ? agents.health[*row] : 0.0f;
}
std::optional<TeamIndex> World::team(AgentId agent) const { return element(*impl_, agent, impl_->state.agents.team); }
std::optional<ArchetypeIndex> World::archetype_of(AgentId agent) const {
    return element(*impl_, agent, impl_->state.agents.archetype);
}

std::optional<SquadId> World::squad(AgentId agent) const {
    const auto row = impl_->row_of(agent);
    if (!row) return std::nullopt;
    const Squad& squad = impl_->state.squads.list[impl_->state.agents.squad[*row]];
    return squad.lone ? SquadId{} : SquadId{squad.number};
}

std::optional<int64_t> World::monster_of(AgentId agent) const {
    const WorldState& state = impl_->state;
    const auto row = impl_->row_of(agent);
    if (!row) return std::nullopt;
    if (!state.kinds.has_monsters()) return -1;
    const uint16_t table = state.agents.monster[*row].table;
    return table == no_monster ? -1 : static_cast<int64_t>(state.kinds.monster_tables[table].monster);
}

std::optional<OrderDef> World::order(AgentId agent) const {
    const auto orders = element(*impl_, agent, impl_->state.agents.orders);
    if (!orders) return std::nullopt;
    WaitingOrder given{
        .target = orders->target, .point = orders->point, .kind = orders->kind, .attack = orders->attack};
    if (const OrderQueue* const queue = impl_->state.order_queues.of(agent)) {
        given.repeat = queue->repeats;
        given.delay = static_cast<uint32_t>(queue->delay);
    }
    if (const Trip* const trip = impl_->state.links.trip_of(agent)) {
        given.floor = trip->floor;
        given.names_floor = 1;
    }
    return order_of(given);
}

std::optional<NavLinkDef> World::nav_link(int link) const {
    const Link* const found = impl_->state.links.find(link);
    return found != nullptr ? std::optional<NavLinkDef>(def_of(*found)) : std::nullopt;
}

std::optional<int> World::nav_link_of(AgentId agent) const {
    if (!impl_->row_of(agent)) return std::nullopt;
    const Trip* const trip = impl_->state.links.trip_of(agent);
    return trip != nullptr && trip->passage != no_passage ? trip->passage / 2 : -1;
}

std::optional<std::vector<OrderDef>> World::order_queue(AgentId agent) const {
    if (!element(*impl_, agent, impl_->state.agents.orders)) return std::nullopt;
    std::vector<OrderDef> orders;
    const OrderQueues& queues = impl_->state.order_queues;
    if (const OrderQueue* const queue = queues.of(agent))
        queues.for_each(*queue, [&](const WaitingOrder& order) { orders.push_back(order_of(order)); });
    return orders;
}

std::optional<BodyState> World::body(AgentId agent) const {
    const WorldState& state = impl_->state;
    const auto row = impl_->row_of(agent);
    if (!row) return std::nullopt;
    BodyState body{.radius = radius_of(state, *row)};
    if (!state.agents.body.in_use()) return body;
    const BodyChange& change = state.agents.body[*row];
    body.speed_factor = change.speed_factor;
    body.avoidance_factor = change.avoidance_factor;
    body.damage_dealt = change.combat.damage_dealt;
    body.damage_taken = change.combat.damage_taken;
    body.attack_speed = change.combat.attack_speed;
    const int64_t safe = change.combat.protected_until - state.clock.now;
    if (safe > 0) body.protection_time_left = seconds_of(safe);
    const int64_t stunned = change.stunned_until - state.clock.now, pushed = change.pushed_until - state.clock.now;
    if (stunned > 0) body.stun_time_left = seconds_of(stunned);
    if (pushed <= 0) return body;
    body.push_velocity = change.push;
    body.push_time_left = seconds_of(pushed);
    return body;
}

std::optional<int> World::update_interval(AgentId agent) const {
    const auto row = impl_->row_of(agent);
    if (!row) return std::nullopt;
    return impl_->state.agents.update_interval[*row].frames;
}

std::optional<float> World::target_bias(AgentId target, AgentId by) const {
    if (!impl_->row_of(target) || (by && !impl_->row_of(by))) return std::nullopt;
    const uint32_t viewer = by ? by.index : no_index;
    for (const TargetBias& bias : target_biases_by(impl_->state, viewer))
        if (bias.target == target.index) return static_cast<float>(bias.mm) / 1000.0f;
    return 0.0f;
}

std::optional<std::vector<ThreatEntry>> World::threats(AgentId agent) const {
    const WorldState& state = impl_->state;
    const auto found = impl_->row_of(agent);
    if (!found) return std::nullopt;
    const Row row = *found;
    std::vector<ThreatEntry> threats;
    if (!state.agents.threats.in_use()) return threats;
    for (const ThreatTable::Entry& threat : state.agents.threats[row].rows) {
        const Row attacker = state.ids.row_of_serial(threat.attacker);
        const float points = points_now(state, row, threat);
        if (points > 0.0f && attacker != Row::none() && state.agents.life[attacker] == Life::living)
            threats.push_back({state.agents.id[attacker], points});
    }
    const auto serial = [&](const ThreatEntry& t) { return state.agents.serial[state.ids.row[t.attacker.index]]; };
    std::sort(threats.begin(), threats.end(), [&](const ThreatEntry& a, const ThreatEntry& b) {
        return a.points != b.points ? a.points > b.points : serial(a) < serial(b);
    });
    return threats;
}

std::optional<CircleCapacity> World::capacity(AgentId target) const {
    const auto its = element(*impl_, target, impl_->state.agents.as_target);
    return its ? std::optional(its->capacity) : std::nullopt;
}

std::optional<std::vector<int>> World::closed_slots(AgentId target) const {
    if (!impl_->row_of(target)) return std::nullopt;
    const SlotSet closed = impl_->state.target_infos.closed(target.index);
    std::vector<int> slots;
    for (int slot = 0; slot < max_slots; ++slot)
        if (closed.has(static_cast<uint32_t>(slot))) slots.push_back(slot);
    return slots;
}

std::optional<ViewCone> World::view(AgentId target) const {
    if (!impl_->row_of(target)) return std::nullopt;
    const TargetInfo* const info = impl_->state.target_infos.find(target.index);
    if (info == nullptr || info->view_half > std::numbers::pi_v<float>) return ViewCone{};
    return ViewCone{info->view_direction, info->view_half};
}

std::optional<Vec2> World::move_input(SquadId squad) const {
    const uint32_t squad_index = impl_->state.squads.find(squad);
    if (squad_index == Squads::none) return std::nullopt;
    return impl_->state.squads.traits_of(squad_index)->move_input;
}

std::optional<AgentId> World::leader(SquadId squad) const {
    const uint32_t squad_index = impl_->state.squads.find(squad);
    if (squad_index == Squads::none) return std::nullopt;
    const uint32_t leader = impl_->state.squads.traits_of(squad_index)->leader;
    return leader == no_index || impl_->state.ids.row[leader] == Row::none() ? AgentId{} : impl_->id_of(leader);
}

} // namespace fray
