#include "steering.h"

#include "require.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fray::demo {
namespace {

/// s; the destination lies this far ahead, so that the agent does not arrive before the next order.
constexpr float ahead = 2.0f;

/// The row of a living agent; -1: the agent is not alive in this world.
int64_t living_row(const World& world, AgentId agent) {
    const int64_t row = world.row_of(agent);
    return row >= 0 && world.states()[static_cast<size_t>(row)] != State::dead ? row : -1;
}

const ArchetypeDef& archetype_of(const World& world, int64_t row) {
    return world.archetype(world.archetypes()[static_cast<size_t>(row)]);
}

Vec2 position_of(const World& world, int64_t row) { return world.positions()[static_cast<size_t>(row)]; }

float length_of(Vec2 v) { return std::hypot(v.x, v.y); }

Vec2 within_world(Vec2 at) {
    return {std::clamp(at.x, -world_extent, world_extent), std::clamp(at.y, -world_extent, world_extent)};
}

void order(Session& session, AgentId agent, const Order& order) {
    session.give([=](Battle& battle) { require(battle.world().order(agent, order), battle.world()); });
}

} // namespace

bool Steering::take(Session& session, Serial agent) {
    release(session);
    const AgentId id = session.world().find(agent);
    if (living_row(session.world(), id) < 0) return false;
    session.give([=](Battle& battle) {
        battle.let_go(id);
        require(battle.world().order(id, {OrderKind::stand, {}, {}}), battle.world());
    });
    agent_ = agent;
    stands_ = true;
    has_struck_ = false;
    return true;
}

void Steering::release(Session& session) {
    const AgentId id = session.world().find(agent_);
    const bool lives = agent_ != no_serial && living_row(session.world(), id) >= 0;
    agent_ = no_serial;
    if (lives) order(session, id, {OrderKind::free, {}, {}});
}

void Steering::before_step(Session& session, const MoveInput& move_input) {
    if (agent_ == no_serial) return;
    const World& world = session.world();
    const AgentId id = world.find(agent_);
    const int64_t row = living_row(world, id);
    if (row < 0) {
        agent_ = no_serial;
        return;
    }
    const bool moves = length_of(move_input.direction) > 0.1f;
    if (!moves && !move_input.attack && session.frame() < session.latest()) return; // recorded inputs are replayed
    if (archetype_of(world, row).motion == Motion::host) {
        if (moves) place(session, id, move_input.direction);
    } else if (moves) {
        go(session, id, move_input.direction);
    } else if (!stands_) {
        order(session, id, {OrderKind::stand, {}, {}});
    }
    stands_ = !moves;
    if (move_input.attack) strike(session, id);
}

void Steering::go(Session& session, AgentId agent, Vec2 direction) {
    const World& world = session.world();
    const int64_t row = living_row(world, agent);
    const float length = length_of(direction);
    const bool runs = length > walking;
    const float way =
        ahead * (runs ? archetype_of(world, row).run_speed : archetype_of(world, row).walk_speed) / length;
    const Vec2 at = position_of(world, row);
    const Vec2 to = within_world({at.x + direction.x * way, at.y + direction.y * way});
    order(session, agent, {runs ? OrderKind::retreat : OrderKind::go, {}, to});
}

void Steering::place(Session& session, AgentId agent, Vec2 direction) {
    const World& world = session.world();
    const int64_t row = living_row(world, agent);
    const ArchetypeDef& archetype = archetype_of(world, row);
    const float length = length_of(direction);
    const float speed = length > walking ? archetype.run_speed : archetype.walk_speed;
    const float step = speed / static_cast<float>(world.hz()) / length;
    const Vec2 at = position_of(world, row);
    Vec2 to = within_world({at.x + direction.x * step, at.y + direction.y * step});
    if (const Ground* ground = world.ground(); ground != nullptr && ground->walkable(at))
        ground->slide({&at, 1}, {&to, 1});
    session.give([=](Battle& battle) {
        battle.let_go(agent); // also in a replayed past in which the agent was not steered yet
        require(battle.world().place(agent, to, direction), battle.world());
    });
}

void Steering::strike(Session& session, AgentId agent) {
    const World& world = session.world();
    const int64_t now = world.time_us();
    const bool rested = !has_struck_ || now < struck_us_ || now - struck_us_ >= static_cast<int64_t>(pause * 1e6);
    const AgentId target = rested ? in_front(world, agent) : AgentId{};
    if (!target) return;
    const ArchetypeDef& archetype = archetype_of(world, living_row(world, agent));
    const float damage = archetype.attacks.empty() ? bare_hands : std::max(archetype.attacks.front().damage, 1.0f);
    session.give([=](Battle& battle) { require(battle.world().damage(target, damage, agent), battle.world()); });
    struck_us_ = now;
    has_struck_ = true;
}

AgentId Steering::in_front(const World& world, AgentId agent) {
    const int64_t row = living_row(world, agent);
    if (row < 0) return {};
    const Vec2 at = position_of(world, row);
    const Vec2 looks = world.headings()[static_cast<size_t>(row)];
    const float own = archetype_of(world, row).radius;
    std::array<AgentId, 32> near{};
    const size_t count = world.nearest_hostiles(agent, reach + own + 50.0f, near);
    for (size_t i = 0; i < count; ++i) {
        const int64_t other = living_row(world, near[i]);
        if (other < 0) continue;
        const Vec2 way = {position_of(world, other).x - at.x, position_of(world, other).y - at.y};
        const float distance = length_of(way);
        if (distance - own - archetype_of(world, other).radius > reach) continue;
        if (way.x * looks.x + way.y * looks.y >= std::cos(half_angle) * distance) return near[i];
    }
    return {};
}

Serial Steering::first_without_brain(const World& world) {
    Serial first = no_serial;
    for (size_t row = 0; row < world.agent_count(); ++row) {
        const bool lives = world.states()[row] != State::dead;
        const Serial serial = world.serials()[row];
        if (lives && !world.archetype(world.archetypes()[row]).brain && (first == no_serial || serial < first))
            first = serial;
    }
    return first;
}

} // namespace fray::demo
