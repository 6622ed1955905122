// World::shift_origin adds a vector to every point that the world keeps (rules.md, Moving the origin).
#include "orders/journeys.h"
#include "storage/rules_math.h"
#include "storage/text.h"
#include "world/world_impl.h"

#include <algorithm>
#include <vector>

namespace fray {
namespace {

// The point that a command contains; null if it contains none.
Vec2* point_of(command::Spawn& c) { return &c.def.position; }
Vec2* point_of(command::Teleport& c) { return &c.position; }
template <typename C> Vec2* point_of(C& c) {
    if constexpr (requires { c.order; }) return gathers(stored_order(c.order)) ? &c.order.point : nullptr;
    return nullptr;
}

/// Visits the points that must not leave the world's extent: positions of agents, and points that the host has given.
template <typename Visit> void visit_given_points(WorldState& state, Visit&& visit) {
    Agents& agents = state.agents;
    for (Row row{0}; row < state.agents.rows(); ++row) {
        visit(agents.position.change(row));
        if (has_point(agents.orders[row].kind)) visit(agents.orders.change(row).point);
    }
    OrderQueues& queues = state.order_queues;
    for (const OrderQueue& queue : queues.all())
        queues.for_each(queue, [&](WaitingOrder& order) {
            if (gathers(order.kind)) visit(order.point);
        });
    for (Link& link : state.links.list())
        for (Vec2& end : link.ends) visit(end);
    for (Vec2& point : state.lod.def.points) visit(point);
    for (Vec2& point : state.input.detail.points) visit(point);
    for (WaitingCommand& waiting : state.input.commands) {
        Command& command = waiting.command;
        if (Vec2* const point = visit_command(command, [](auto& c) { return point_of(c); })) visit(*point);
        if (auto* const c = std::get_if<command::SetNavLink>(&command)) {
            visit(c->def.from);
            visit(c->def.to);
        }
    }
}

/// Visits the points where agents stand, and where spawns and teleports that wait will put them.
template <typename Visit> void visit_stands(WorldState& state, Visit&& visit) {
    for (Row row{0}; row < state.agents.rows(); ++row) visit(state.agents.position.change(row), state.agents.id[row]);
    for (WaitingCommand& waiting : state.input.commands)
        if (const Stand stand = stand_of(waiting); stand.position != nullptr) visit(*stand.position, stand.agent);
}

/// Says for each point of visit_stands whether it is on the ground.
std::vector<uint8_t> find_walkable(WorldState& state) {
    std::vector<uint8_t> walkable;
    visit_stands(state, [&](Vec2& point, AgentId) { walkable.push_back(state.terrain.ground->walkable(point)); });
    return walkable;
}

/// Rounding can move an agent slightly off the ground. This moves such agents to the nearest point of the ground.
/// `walkable`: the result of find_walkable before the move. A dead agent under an obstacle stays there.
void find_footing(WorldImpl& w, const std::vector<uint8_t>& walkable) {
    WorldState& state = w.state;
    size_t number = 0;
    visit_stands(state, [&](Vec2& point, AgentId agent) {
        if (walkable[number++] != 0 && !state.terrain.ground->walkable(point) &&
            state.kinds.archetypes[w.archetype_of(agent)].motion == MotionType::simulated)
            state.terrain.ground->nearest(point, 1.0f, &point);
    });
}

/// Visits all other points. They are computed from the points of visit_given_points, so their extent is not checked.
/// Those that are not in use come along too, as far as points may be.
template <typename Visit> void visit_other_points(WorldState& state, Visit&& visit) {
    Agents& agents = state.agents;
    for (Row row{0}; row < state.agents.rows(); ++row) {
        visit(agents.next_position.change(row));
        visit(agents.goal.change(row));
        visit(agents.walk.change(row).detour.waypoint);
        visit(agents.support.change(row).mark);
        visit(agents.support.change(row).waypoint);
    }
    for (Journey& journey : state.journeys.list) visit(journey.mark);
    state.marches.visit_points(visit);
    if (agents.registry.enabled(Field::march))
        for (Row row{0}; row < state.agents.rows(); ++row) visit(agents.march.change(row).at);
    if (agents.registry.enabled(Field::path))
        for (Row row{0}; row < state.agents.rows(); ++row) {
            visit(agents.path.change(row).waypoint);
            visit(agents.path.change(row).goal);
        }
    if (agents.registry.enabled(Field::led_path))
        for (Row row{0}; row < state.agents.rows(); ++row) visit(agents.led_path.change(row).goal);
    if (agents.registry.enabled(Field::user_move))
        for (Row row{0}; row < state.agents.rows(); ++row) visit(agents.user_move.change(row).goal);
    if (agents.registry.enabled(Field::monster))
        for (Row row{0}; row < state.agents.rows(); ++row) {
            visit(agents.monster.change(row).patrol.post);
            visit(agents.monster.change(row).patrol.end);
        }
    for (Row row{0}; row < agents.rows(); ++row)
        if (gathers(agents.orders[row].kind)) visit(agents.orders.change(row).place);
    reconsider_places(state);
    for (SquadTraits& traits : state.squads.traits)
        if (gathers(traits.ordered.kind)) visit(traits.ordered.point);
    for (Circle& circle : state.circles.change_all())
        if (circle.surveyed) visit(circle.surveyed_at);
    for (FlyingProjectile& projectile : state.combat.projectiles) {
        visit(projectile.from);
        visit(projectile.to);
    }
}

} // namespace

Error World::shift_origin(Vec2 by, std::shared_ptr<const Ground> ground) {
    return impl_->change([&](WorldImpl& w) -> Error {
        WorldState& state = w.state;
        if (!is_finite(by)) return w.fail(Error::not_finite, text("shift_origin: given (", by.x, ", ", by.y, ")"));
        if ((ground == nullptr) != (state.terrain.ground == nullptr))
            return w.fail(Error::off_ground, state.terrain.ground
                                                 ? "shift_origin: given no ground, allowed that of the world, moved"
                                                 : "shift_origin: given a ground, the world has none");
        if (state.input.poses.count != 0)
            return w.fail(Error::out_of_range, "shift_origin: host poses wait for the next step; allowed before "
                                               "set_host_poses, or after that step");
        bool fits = true;
        Vec2 outside{};
        visit_given_points(state, [&](const Vec2& point) {
            if (fits && !is_in_world(point + by)) outside = point, fits = false;
        });
        if (!fits)
            return w.fail(Error::out_of_range,
                          text("shift_origin: given (", by.x, ", ", by.y, "), by which (", outside.x, ", ", outside.y,
                               ") comes to lie outside the world, allowed -", world_extent, " to ", world_extent,
                               " m"));
        std::vector<std::byte> bytes;
        Vector<PlacedObstacle> obstacles = state.terrain.obstacles;
        Vector<ChangedBox> changes = state.terrain.changes;
        for (PlacedObstacle& placed : obstacles) placed.obstacle.at = placed.obstacle.at + by;
        for (ChangedBox& box : changes) box = {box.low + by, box.high + by};
        const std::vector<uint8_t> walkable = ground ? find_walkable(state) : std::vector<uint8_t>{};
        if (const Error e = w.stand_on(std::move(ground), &bytes); e != Error::ok) return e;
        w.put_obstacles(std::move(obstacles));
        state.terrain.changes = std::move(changes);
        const auto shift = [by](Vec2& point) { point = point + by; };
        visit_given_points(state, shift);
        visit_other_points(state, [by](Vec2& point) { point = within_places(point + by); });
        if (state.terrain.ground != nullptr) find_footing(w, walkable);
        std::fill_n(state.agents.sleep.unnoted(), state.agents.rows(), Sleep::awake);
        state.agents.hash_is_kept = false;
        state.trees.rebuild = true;
        state.grid.forget();
        ++state.terrain.shifts;
        w.tell(command::ShiftOrigin{by, bytes});
        return Error::ok;
    });
}

} // namespace fray
