// Obstacles on the ground of a world (World::set_obstacle).
#include "storage/rules_math.h"
#include "storage/text.h"
#include "world/world_impl.h"

#include <algorithm>
#include <limits>

namespace fray {
namespace {

/// What is wrong with an obstacle; empty: nothing.
std::string complaint(const Obstacle& o) {
    const auto sizes = [](float v) { return v >= 0.01f && v <= 10'000.0f; };
    if (!is_in_world(o.at))
        return text("at (", o.at.x, ", ", o.at.y, "), allowed -", world_extent, " to ", world_extent, " m");
    if (!sizes(o.half_extents.x) || !sizes(o.half_extents.y))
        return text("half (", o.half_extents.x, ", ", o.half_extents.y, "), allowed 0.01 to 10000 m");
    if (o.axis.x == 0.0f && o.axis.y == 0.0f) return "along (0, 0), allowed any other direction";
    if (o.blocks != ObstacleBlocks::all && o.blocks != ObstacleBlocks::walking)
        return text("blocks ", static_cast<int>(o.blocks), ", allowed 0 (all) and 1 (walking)");
    return {};
}

std::vector<Obstacle> shapes_of(const Vector<PlacedObstacle>& placed) {
    std::vector<Obstacle> shapes;
    for (const PlacedObstacle& one : placed) shapes.push_back(one.obstacle);
    return shapes;
}

bool is_in(const ChangedGround& changed, Vec2 at) {
    return at.x >= changed.low.x && at.y >= changed.low.y && at.x <= changed.high.x && at.y <= changed.high.y;
}

/// Will a command that waits for the next step take the agent away?
bool leaves(const WorldState& state, AgentId agent) {
    return std::any_of(
        state.input.commands.begin(), state.input.commands.end(), [agent](const WaitingCommand& waiting) {
            const auto* const teleport = std::get_if<command::Teleport>(&waiting.command);
            const auto* const despawn = std::get_if<command::Despawn>(&waiting.command);
            return (teleport != nullptr && teleport->agent == agent) || (despawn != nullptr && despawn->agent == agent);
        });
}

/// Calls visit(row) for the living agents that fray moves and that cannot stand any more where they are. Agents that
/// leave with the next step are not visited.
template <typename Visit> void for_displaced(const WorldState& state, const ChangedGround& changed, Visit&& visit) {
    const Agents& agents = state.agents;
    for (Row row{0}; row < agents.rows(); ++row) {
        const Vec2 here = agents.position[row];
        if (!is_in(changed, here) || agents.life[row] != Life::living) continue;
        if (state.kinds.archetypes[agents.archetype[row]].motion == MotionType::host) continue;
        if (changed.ground->walkable(here) || !state.terrain.ground->walkable(here)) continue;
        if (!leaves(state, agents.id[row])) visit(row);
    }
}

/// The nearest point of the ground; `at` itself if there is none in the world.
Vec2 footing(const Ground& ground, Vec2 at) {
    Vec2 found{};
    return ground.nearest(at, 4.0f * world_extent, &found) && is_in_world(found) ? found : at;
}

/// Moves the points of spawns and teleports that wait for the next step onto the ground.
void put_on_ground(WorldImpl& w, const Ground& ground) {
    for (WaitingCommand& waiting : w.state.input.commands) {
        const auto [agent, at] = stand_of(waiting);
        if (at == nullptr || ground.walkable(*at) ||
            w.state.kinds.archetypes[w.archetype_of(agent)].motion == MotionType::host)
            continue;
        const Vec2 found = footing(ground, *at);
        waiting.moved = waiting.moved || found != *at;
        *at = found;
    }
}

/// Takes the changed ground. Agents that cannot stand any more where they are will be teleported in the next step.
void stand_on_changed(WorldImpl& w, const ChangedGround& changed, const Obstacle& obstacle) {
    WorldState& state = w.state;
    for_displaced(state, changed, [&](Row row) {
        const Vec2 here = state.agents.position[row], to = footing(*changed.ground, here);
        state.input.commands.push_back({.command = command::Teleport{state.agents.id[row], to}, .moved = to != here});
    });
    put_on_ground(w, *changed.ground);
    state.terrain.changes.push_back({changed.low, changed.high});
    if (!state.locomotion.route_finder->go_on(*changed.ground, obstacle))
        state.locomotion.route_finder = changed.ground->routes();
    state.terrain.ground = changed.ground;
    state.terrain.solid.set(state.terrain.obstacles);
}

} // namespace

Error World::set_obstacle(const Obstacle& obstacle, ObstacleId* out, OnObstacle on_agents) {
    return impl_->change([&](WorldImpl& w) -> Error {
        Terrain& terrain = w.state.terrain;
        if (terrain.ground == nullptr) return w.fail(Error::off_ground, "set_obstacle: the world has no ground");
        if (!is_finite(obstacle.at) || !is_finite(obstacle.half_extents) || !is_finite(obstacle.axis))
            return w.fail(Error::not_finite, "set_obstacle: given a number that is not finite");
        if (const std::string wrong = complaint(obstacle); !wrong.empty())
            return w.fail(Error::out_of_range, "set_obstacle: " + wrong);
        if (terrain.obstacles.size() >= static_cast<size_t>(max_obstacles))
            return w.fail(Error::full, text("set_obstacle: at most ", max_obstacles));
        if (on_agents != OnObstacle::push && on_agents != OnObstacle::refuse)
            return w.fail(Error::out_of_range, text("set_obstacle: OnObstacle ", static_cast<int>(on_agents),
                                                    ", allowed 0 (push) and 1 (refuse)"));
        std::vector<Obstacle> all = shapes_of(terrain.obstacles);
        all.push_back(obstacle);
        const ChangedGround changed = terrain.bare->with_obstacles(all, {&obstacle, 1}, *terrain.ground);
        if (changed.ground == nullptr)
            return w.fail(Error::unknown, "set_obstacle: this kind of ground cannot have obstacles");
        Row in_the_way = Row::none();
        const auto& serial = w.state.agents.serial;
        const auto first = [&](Row row) {
            if (in_the_way == Row::none() || serial[row] < serial[in_the_way]) in_the_way = row;
        };
        if (on_agents == OnObstacle::refuse) for_displaced(w.state, changed, first);
        if (in_the_way != Row::none())
            return w.fail(Error::off_ground,
                          text("set_obstacle: agent ", w.state.agents.id[in_the_way].index, " stands there"));
        const ObstacleId id{++terrain.last_obstacle};
        terrain.obstacles.push_back({id, obstacle});
        stand_on_changed(w, changed, obstacle);
        if (out != nullptr) *out = id;
        w.tell(command::SetObstacle{obstacle, on_agents});
        return Error::ok;
    });
}

Error World::remove_obstacle(ObstacleId id) {
    return impl_->change([&](WorldImpl& w) -> Error {
        Terrain& terrain = w.state.terrain;
        const auto at = std::find_if(terrain.obstacles.begin(), terrain.obstacles.end(),
                                     [id](const PlacedObstacle& placed) { return placed.id == id; });
        if (at == terrain.obstacles.end())
            return w.fail(Error::unknown, text("remove_obstacle: obstacle ", id.value, " is not in this world"));
        const Obstacle removed = at->obstacle;
        Vector<PlacedObstacle> left = terrain.obstacles;
        left.erase(left.begin() + (at - terrain.obstacles.begin()));
        const ChangedGround changed = terrain.bare->with_obstacles(shapes_of(left), {&removed, 1}, *terrain.ground);
        if (changed.ground == nullptr)
            return w.fail(Error::unknown, "remove_obstacle: this kind of ground cannot have obstacles");
        terrain.obstacles = std::move(left);
        stand_on_changed(w, changed, removed);
        w.tell(command::RemoveObstacle{id});
        return Error::ok;
    });
}

std::span<const PlacedObstacle> World::obstacles() const { return impl_->state.terrain.obstacles; }

bool WorldImpl::obstacles_are_sound() const {
    const auto& obstacles = state.terrain.obstacles;
    if (obstacles.size() > static_cast<size_t>(max_obstacles)) return false;
    if (!obstacles.empty() && state.terrain.bare == nullptr) return false;
    uint32_t last = 0; // numbers ascend, because obstacles are kept in the order of setting
    for (const auto& [id, obstacle] : obstacles) {
        if (id.value <= last || id.value > state.terrain.last_obstacle) return false;
        last = id.value;
        // A move of the origin may have put its middle outside the world.
        const bool finite = is_finite(obstacle.at) && is_finite(obstacle.half_extents) && is_finite(obstacle.axis);
        if (!finite || !complaint({{}, obstacle.half_extents, obstacle.axis, obstacle.blocks}).empty()) return false;
    }
    return true;
}

void WorldImpl::put_obstacles(Vector<PlacedObstacle> obstacles) {
    Terrain& terrain = state.terrain;
    std::shared_ptr<const Ground> ground = terrain.bare;
    const std::vector<Obstacle> all = shapes_of(obstacles);
    if (!all.empty()) ground = terrain.bare->with_obstacles(all, all, *terrain.bare).ground;
    if (ground == nullptr) ground = terrain.bare; // it cannot have obstacles any more, or there is none
    if (ground != terrain.ground) {
        state.locomotion.route_finder = ground->routes();
        terrain.ground = std::move(ground);
    }
    terrain.obstacles = std::move(obstacles);
    terrain.solid.set(terrain.obstacles);
}

} // namespace fray
