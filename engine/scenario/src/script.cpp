#include "script.h"

#include "spawner.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace fray::scenario {
namespace {

/// Agents that have gone meanwhile are nobody's mistake; everything else is.
void require(Error error, const World& world) {
    if (error != Error::ok && error != Error::stale_id) throw std::invalid_argument(world.error_text());
}

Vec2 position_of(const World& world, const Spawner& spawner, int64_t serial) {
    const int64_t row = world.row_of(spawner.id(serial));
    return row >= 0 ? world.positions()[static_cast<size_t>(row)] : spawner.spawned_at(serial);
}

bool living(const World& world, AgentId agent) {
    const int64_t row = world.row_of(agent);
    return row < 0 ? world.valid(agent) : world.states()[static_cast<size_t>(row)] != State::dead;
}

double distance(Vec2 a, Vec2 b) { return std::hypot(double{b.x} - double{a.x}, double{b.y} - double{a.y}); }

struct Pose {
    Vec2 position;
    Vec2 heading;
    bool arrived = false;
};

/// Where one is who walked `metres` along the corners. Around the loop the first corner, where it came from, is left
/// out.
Pose pose_along(const std::vector<Vec2>& corners, bool loop, double metres) {
    double round = 0.0;
    for (size_t i = 1; i + 1 < corners.size(); ++i) round += distance(corners[i], corners[i + 1]);
    const double lead_in = distance(corners[0], corners[1]);
    round += distance(corners.back(), corners[1]);
    if (loop && round > 0.0 && metres > lead_in) metres = lead_in + std::fmod(metres - lead_in, round);
    Pose pose{loop ? corners[1] : corners.back(), {}, !loop || !(round > 0.0)};
    const size_t legs = corners.size() - (loop ? 0 : 1);
    for (size_t i = 0; i < legs; ++i) {
        const Vec2 from = corners[i];
        const Vec2 to = i + 1 < corners.size() ? corners[i + 1] : corners[1];
        const double length = distance(from, to);
        if (length > 0.0) pose.heading = {(to.x - from.x), (to.y - from.y)};
        if (metres < length) {
            const auto part = static_cast<float>(metres / length);
            pose.position = {from.x + pose.heading.x * part, from.y + pose.heading.y * part};
            pose.arrived = false;
            return pose;
        }
        metres -= length;
    }
    return pose;
}

} // namespace

void ScriptRunner::give(World& world, Spawner& spawner) {
    const int64_t now = world.time_us();
    while (next_ < scenario_.script.size()) {
        const CommandDef& command = scenario_.script[next_];
        if (static_cast<int64_t>(command.at * 1e6 + 0.5) > now) break;
        carry_out(world, spawner, command);
        ++next_;
    }
    if (!walkers_.empty()) walk(world);
}

bool ScriptRunner::spawns_more() const {
    return std::any_of(scenario_.script.begin() + static_cast<std::ptrdiff_t>(next_), scenario_.script.end(),
                       [](const CommandDef& command) { return command.kind == CommandKind::spawn; });
}

void ScriptRunner::carry_out(World& world, Spawner& spawner, const CommandDef& command) {
    const int group = spawner.group_index(command.group);
    if (command.kind == CommandKind::spawn) return spawner.spawn(world, static_cast<size_t>(group));
    if (group >= 0) {
        for (const int64_t serial : spawner.members(static_cast<size_t>(group))) {
            command_agent(world, spawner, command, serial);
        }
    } else if (command.agent >= 0 && command.agent < spawner.spawned()) {
        command_agent(world, spawner, command, command.agent);
    }
}

void ScriptRunner::command_agent(World& world, const Spawner& spawner, const CommandDef& command, int64_t serial) {
    const AgentId agent = spawner.id(serial);
    switch (command.kind) {
    case CommandKind::place: return require(world.place(agent, command.to), world);
    case CommandKind::go: return require(world.order(agent, {OrderKind::go, {}, command.to}), world);
    case CommandKind::stand: return require(world.order(agent, {OrderKind::stand, {}, {}}), world);
    case CommandKind::free: return require(world.order(agent, {OrderKind::free, {}, {}}), world);
    case CommandKind::attack: return order_attack(world, spawner, command, agent);
    case CommandKind::damage: return require(world.damage(agent, command.amount), world);
    case CommandKind::capacity: return require(world.capacity(agent, command.grid, command.attack), world);
    case CommandKind::despawn: return require(world.despawn(agent), world);
    case CommandKind::path: return start_walk(world, spawner, command, serial);
    case CommandKind::spawn: break;
    }
}

void ScriptRunner::order_attack(World& world, const Spawner& spawner, const CommandDef& command, AgentId agent) {
    AgentId target;
    const int group = spawner.group_index(command.target_group);
    if (group >= 0) {
        for (const int64_t serial : spawner.members(static_cast<size_t>(group))) {
            if (!living(world, spawner.id(serial))) continue;
            target = spawner.id(serial);
            break;
        }
    } else if (command.target >= 0 && command.target < spawner.spawned()) {
        target = spawner.id(command.target);
    }
    if (target && !(target == agent)) require(world.order(agent, {OrderKind::attack, target, {}}), world);
}

void ScriptRunner::start_walk(const World& world, const Spawner& spawner, const CommandDef& command, int64_t serial) {
    const AgentId agent = spawner.id(serial);
    std::erase_if(walkers_, [agent](const Walker& walker) { return walker.agent == agent; });
    std::vector<Vec2> corners = {position_of(world, spawner, serial)};
    corners.insert(corners.end(), command.points.begin(), command.points.end());
    walkers_.push_back({agent, std::move(corners), double{command.speed}, command.loop, world.time_us()});
}

void ScriptRunner::walk(World& world) {
    ids_.clear();
    positions_.clear();
    headings_.clear();
    std::erase_if(walkers_, [&](const Walker& walker) {
        if (!living(world, walker.agent)) return true;
        const double seconds = static_cast<double>(world.time_us() - walker.began_us) * 1e-6;
        const Pose pose = pose_along(walker.corners, walker.loop, seconds * walker.speed);
        ids_.push_back(walker.agent);
        positions_.push_back(pose.position);
        headings_.push_back(pose.heading == Vec2{} ? Vec2{1.0f, 0.0f} : pose.heading);
        return pose.arrived;
    });
    if (!ids_.empty()) require(world.set_host_poses(ids_, positions_, headings_), world);
}

} // namespace fray::scenario
