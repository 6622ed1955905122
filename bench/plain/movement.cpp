#include "movement.h"

#include "states.h"

namespace plain {
namespace {

/// The push from a neighbour, m: a quarter of the overlap if the neighbour walks, and half of it if the neighbour
/// stands.
Vec2 push_from(const Agent& agent, const Agent& other, float reach, Vec2 direction) {
    const Vec2 apart = agent.position - other.position;
    const float distance = length(apart);
    const float sign = agent.serial < other.serial ? 1.0f : -1.0f; // for two agents at the same point
    const Vec2 away = distance > 1e-4f ? apart * (1.0f / distance) : Vec2{sign, 0.0f};
    const float strength = (reach - distance) * (other.standing ? 0.5f : 0.25f);
    if (-dot(direction, away) <= 0.5f) return away * strength;
    // If the other agent is ahead, the push also goes sideways, so that the agent gets past it.
    const float side = cross(direction, away) > 0.0f ? -strength : strength;
    return away * strength + Vec2{-away.y, away.x} * side;
}

Vec2 separation(const Agent& agent, const Grid& grid, Vec2 direction) {
    Vec2 sum{};
    grid.neighbours(agent.position, [&](const Agent& other) {
        const float reach = agent.archetype.def.body.radius + other.archetype.def.body.radius + neighbour_margin;
        if (squared_distance(agent.position, other.position) >= reach * reach) return;
        if (&other == &agent || other.layer != agent.layer) return;
        sum = sum + push_from(agent, other, reach, direction);
    });
    return sum;
}

Vec2 limited(Vec2 v, float longest) {
    const float size = length(v);
    return size > longest ? v * (longest / size) : v;
}

void walk(Agent& agent, const Steering& steering, const Grid& grid, float seconds) {
    const Vec2 way = steering.goal - agent.position;
    const float distance = length(way);
    const Vec2 direction = distance > 1e-6f ? way * (1.0f / distance) : Vec2{};
    const Vec2 step = direction * std::min(steering.speed * seconds, distance);
    const Vec2 push = separation(agent, grid, direction);
    const Vec2 next =
        agent.position + step + limited(push, std::max(agent.archetype.def.body.run_speed, 1.0f) * seconds);
    agent.position = {std::clamp(next.x, -fray::world_extent, fray::world_extent),
                      std::clamp(next.y, -fray::world_extent, fray::world_extent)};
}

void turn_towards(Agent& agent, Vec2 point) {
    const Vec2 way = point - agent.position;
    const float distance = length(way);
    if (distance < 1e-3f) return;
    const Vec2 wanted = way * (1.0f / distance);
    const Vec2 turn = agent.archetype.turn;
    Vec2& heading = agent.heading;
    if (dot(heading, wanted) >= turn.x) {
        heading = wanted;
        return;
    }
    const float sine = cross(heading, wanted) >= 0.0f ? turn.y : -turn.y;
    heading = {heading.x * turn.x - heading.y * sine, heading.y * turn.x + heading.x * sine};
    heading = heading * (1.0f / length(heading));
}

} // namespace

void move_agents(const std::vector<Agent*>& agents, const Grid& grid, float seconds) {
    for (Agent* const agent : agents) {
        if (agent->archetype.def.body.motion == fray::MotionType::host) continue;
        const Steering steering = agent->state->steer(*agent);
        agent->standing = steering.standing;
        turn_towards(*agent, steering.facing);
        if (!steering.standing) walk(*agent, steering, grid, seconds);
    }
}

} // namespace plain
