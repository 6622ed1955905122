#include "player.h"

#include <array>
#include <cmath>
#include <glm/common.hpp>

namespace fray::live {
namespace {

constexpr float ahead =
    2.0f; ///< s; the point to go to lies this far ahead, so that the agent does not arrive before it
constexpr float reach_beyond = 1.0f; ///< m: an attack is ordered on a target this far out of range

bool alive(const World& world, AgentId agent) {
    return world.state(agent).value_or(AgentState::dead) != AgentState::dead;
}

const ArchetypeDef& archetype_of(const World& world, AgentId agent) {
    return world.archetype(*world.archetype_of(agent));
}

float length_of(Vec2 v) { return std::hypot(v.x, v.y); }

Vec2 within_world(Vec2 at) { return glm::clamp(at, -world_extent, world_extent); }

/// Of the hostile agents within reach of the attack: the nearest before the agent, else the nearest behind it.
AgentId target_for(const World& world, AgentId agent, const AttackDef& attack) {
    const Vec2 at = *world.position(agent), heading = *world.heading(agent);
    const float own = archetype_of(world, agent).body.radius;
    std::array<AgentId, 32> near{};
    const size_t count = world.nearest_hostiles(agent, attack.range[1] + 10.0f, near);
    AgentId behind{};
    for (size_t i = 0; i < count; ++i) {
        if (!alive(world, near[i])) continue;
        const Vec2 to = *world.position(near[i]), way = {to.x - at.x, to.y - at.y};
        const float touch = own + archetype_of(world, near[i]).body.radius;
        const float reach = attack.range[1] > 0.0f ? attack.range[1] : touch + 1.2f;
        if (length_of(way) > reach + reach_beyond) continue;
        if (way.x * heading.x + way.y * heading.y > 0.0f) return near[i];
        if (!behind) behind = near[i];
    }
    return behind;
}

} // namespace

void Player::find(const World& world) {
    Serial first = no_serial;
    for (size_t row = 0; row < world.agent_count(); ++row) {
        const Serial serial = world.serials()[row];
        if (world.states()[row] == AgentState::dead || world.archetype(world.archetypes()[row]).autonomous) continue;
        if (first != no_serial && serial > first) continue;
        first = serial;
        agent_ = world.ids()[row];
        before_ = at_ = world.positions()[row];
    }
}

bool Player::lives(const World& world) const { return alive(world, agent_); }

bool Player::attacks(const World& world) const {
    const std::optional<OrderDef> order = world.order(agent_);
    return order && order->kind == OrderKind::perform;
}

Error Player::before_step(Battle& battle, const Input& input) {
    World& world = battle.world();
    if (!lives(world)) return Error::ok;
    before_ = at_ = *world.position(agent_);
    const float length = length_of(input.direction);
    const bool moves = length > 0.1f;
    if (!taken_ && !moves && !input.attack && !input.dash) return Error::ok;
    if (!taken_) battle.stop_walking(agent_);
    taken_ = true;
    const double now = world.time();
    if (input.dash && now >= dash_again_) {
        const Vec2 heading = *world.heading(agent_);
        dash_direction_ = moves ? Vec2{input.direction.x / length, input.direction.y / length} : heading;
        dash_until_ = now + dash_time;
        dash_again_ = now + dash_pause;
    }
    const BodyDef& body = archetype_of(world, agent_).body;
    Error error = Error::ok;
    if (now < dash_until_ && body.motion == MotionType::host)
        error = move(battle, dash_direction_, dash_speed);
    else if (moves && (body.motion == MotionType::host || !attacks(world)))
        error = move(battle, input.direction, body.run_speed);
    else if (!stands_ && body.motion == MotionType::simulated && !attacks(world))
        error = world.set_order(agent_, {OrderKind::stand});
    stands_ = !moves;
    if (error == Error::ok && input.attack) error = strike(world);
    return error;
}

/// As the host of a player moves it: at once, by the way of a step. If fray moves the agent, by an order.
Error Player::move(Battle& battle, Vec2 direction, float speed) {
    World& world = battle.world();
    const Vec2 at = *world.position(agent_);
    if (archetype_of(world, agent_).body.motion == MotionType::simulated) {
        const float way = ahead * speed;
        const Vec2 to = within_world(at + direction * way);
        return world.set_order(agent_, {.kind = OrderKind::move, .run = true, .point = to});
    }
    const float way = speed / static_cast<float>(world.hz());
    Vec2 to = within_world(at + direction * way);
    if (const Ground* ground = world.ground(); ground != nullptr && ground->walkable(at))
        ground->slide({&at, 1}, {&to, 1});
    at_ = to;
    return world.teleport(agent_, to, direction);
}

/// Orders the first attack of the agent's table on the target at hand, and turns the agent to it.
Error Player::strike(World& world) {
    const ArchetypeDef& archetype = archetype_of(world, agent_);
    if (archetype.attacks.empty() || attacks(world)) return Error::ok;
    const AgentId target = target_for(world, agent_, archetype.attacks.front());
    if (!target) return Error::ok;
    const Vec2 to = *world.position(target), way = {to.x - at_.x, to.y - at_.y};
    if (archetype.body.motion == MotionType::host && length_of(way) > 0.0f) {
        if (const Error error = world.teleport(agent_, at_, way); error != Error::ok) return error;
    }
    OrderDef order{.kind = OrderKind::perform, .target = target};
    order.attack = 0;
    return world.set_order(agent_, order);
}

} // namespace fray::live
