#include "steering.h"

#include "files/require.h"
#include "files/whole_numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>

namespace fray::demo {
namespace {

/// s; the destination lies this far ahead, so that the agent does not arrive before the next order.
constexpr float ahead = 2.0f;

bool lives(const World& world, AgentId agent) {
    return world.state(agent).value_or(AgentState::dead) != AgentState::dead;
}

const ArchetypeDef& archetype_of(const World& world, AgentId agent) {
    return world.archetype(*world.archetype_of(agent));
}

float length_of(Vec2 v) { return std::hypot(v.x, v.y); }

Vec2 within_world(Vec2 at) { return glm::clamp(at, -world_extent, world_extent); }

void order(Session& session, AgentId agent, const OrderDef& order) {
    session.give([=](Battle& battle) { require(battle.world().set_order(agent, order), battle.world()); });
}

} // namespace

bool Steering::take(Session& session, Serial agent) {
    release(session);
    const AgentId id = session.world().find(agent).value_or(AgentId{});
    if (!lives(session.world(), id)) return false;
    session.give([=](Battle& battle) {
        battle.stop_walking(id);
        require(battle.world().set_order(id, {OrderKind::stand}), battle.world());
    });
    agent_ = agent;
    stands_ = true;
    has_struck_ = false;
    return true;
}

void Steering::release(Session& session) {
    const AgentId id = session.world().find(agent_).value_or(AgentId{});
    agent_ = no_serial;
    if (lives(session.world(), id)) order(session, id, {OrderKind::free});
}

void Steering::before_step(Session& session, const MoveInput& move_input) {
    if (agent_ == no_serial) return;
    const World& world = session.world();
    const AgentId id = world.find(agent_).value_or(AgentId{});
    if (!lives(world, id)) {
        // In a replayed past it may not have been spawned yet.
        if (world.state(id) || session.frame() >= session.latest()) agent_ = no_serial;
        return;
    }
    const bool moves = length_of(move_input.direction) > 0.1f;
    if (!moves && !move_input.attack && session.frame() < session.latest()) return; // recorded inputs are replayed
    if (moves)
        move(session, id, move_input.direction);
    else if (!stands_ && archetype_of(world, id).body.motion != MotionType::host)
        order(session, id, {OrderKind::stand});
    stands_ = !moves;
    if (move_input.attack) strike(session, id);
}

/// By an order; if the host moves the agent, at once, by the way of a step.
void Steering::move(Session& session, AgentId agent, Vec2 direction) {
    const World& world = session.world();
    const BodyDef& body = archetype_of(world, agent).body;
    const float length = length_of(direction);
    const bool runs = length > walking;
    const float speed = runs ? body.run_speed : body.walk_speed;
    const Vec2 at = *world.position(agent);
    if (body.motion != MotionType::host) {
        const Vec2 goal = within_world(at + direction * (ahead * speed / length));
        return order(session, agent, {.kind = OrderKind::move, .run = runs, .point = goal});
    }
    Vec2 to = within_world(at + direction * (speed / static_cast<float>(world.hz()) / length));
    if (const Ground* ground = world.ground(); ground != nullptr && ground->walkable(at))
        ground->slide({&at, 1}, {&to, 1});
    session.give([=](Battle& battle) {
        battle.stop_walking(agent); // also in a replayed past in which the agent was not steered yet
        require(battle.world().teleport(agent, to, direction), battle.world());
    });
}

void Steering::strike(Session& session, AgentId agent) {
    const World& world = session.world();
    const int64_t now = microseconds(world.time());
    const bool rested = !has_struck_ || now < struck_us_ || now - struck_us_ >= microseconds(pause);
    const AgentId target = rested ? in_front(world, agent) : AgentId{};
    if (!target) return;
    const ArchetypeDef& archetype = archetype_of(world, agent);
    const float damage = archetype.attacks.empty() ? bare_hands : std::max(archetype.attacks.front().damage, 1.0f);
    session.give([=](Battle& battle) { require(battle.world().damage(target, damage, agent), battle.world()); });
    struck_us_ = now;
    has_struck_ = true;
}

AgentId Steering::in_front(const World& world, AgentId agent) {
    if (!lives(world, agent)) return {};
    const Vec2 at = *world.position(agent), heading = *world.heading(agent);
    const float own = archetype_of(world, agent).body.radius;
    std::array<AgentId, 32> near{};
    const size_t count = world.nearest_hostiles(agent, reach + own + 50.0f, near);
    for (size_t i = 0; i < count; ++i) {
        if (!lives(world, near[i])) continue;
        const Vec2 to = *world.position(near[i]), way = to - at;
        const float distance = length_of(way);
        if (distance - own - archetype_of(world, near[i]).body.radius > reach) continue;
        if (way.x * heading.x + way.y * heading.y >= std::cos(half_angle) * distance) return near[i];
    }
    return {};
}

Serial Steering::first_without_brain(const World& world) {
    Serial first = no_serial;
    for (size_t row = 0; row < world.agent_count(); ++row) {
        const Serial serial = world.serials()[row];
        if (world.states()[row] != AgentState::dead && !world.archetype(world.archetypes()[row]).autonomous &&
            (first == no_serial || serial < first))
            first = serial;
    }
    return first;
}

} // namespace fray::demo
