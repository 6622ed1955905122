#include "script.h"

#include "poses.h"
#include "saturated_cast.h"
#include "spawner.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace fray::scenario {
namespace {

/// Agents that have gone meanwhile are nobody's mistake; everything else is.
void require_unless_gone(Error error, const World& world) {
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

/// To the millionth: the last bits of a sine are the C library's own.
Vec2 direction_of(float angle) {
    const auto rounded = [](double v) { return static_cast<float>(std::round(v * 1e6) * 1e-6); };
    return {rounded(std::cos(double{angle})), rounded(std::sin(double{angle}))};
}

} // namespace

void ScriptRunner::give(World& world, Spawner& spawner) {
    const int64_t now = world.time_us();
    while (now_.next < scenario_.script.size()) {
        const CommandDef& command = scenario_.script[now_.next];
        if (saturated_cast<int64_t>(command.at * 1e6 + 0.5) > now) break;
        carry_out(world, spawner, command);
        ++now_.next;
    }
    if (!now_.walkers.empty()) walk(world);
    focus(world, spawner);
}

/// What matters, for the level of detail.
void ScriptRunner::focus(World& world, const Spawner& spawner) {
    if (!scenario_.detail) return;
    DetailDef detail{scenario_.detail->beyond, now_.points, scenario_.detail->turns};
    const int group = spawner.group_index(scenario_.detail->group);
    if (group >= 0)
        for (const int64_t serial : spawner.members(static_cast<size_t>(group)))
            if (detail.points.size() < max_detail_points && living(world, spawner.id(serial)))
                detail.points.push_back(position_of(world, spawner, serial));
    if (world.frame() == 0 || detail != now_.focus) require_unless_gone(world.set_detail(detail), world);
    now_.focus = std::move(detail);
}

bool ScriptRunner::spawns_more() const {
    return std::any_of(scenario_.script.begin() + static_cast<std::ptrdiff_t>(now_.next), scenario_.script.end(),
                       [](const CommandDef& command) { return command.kind == CommandKind::spawn; });
}

void ScriptRunner::let_go(AgentId agent) {
    std::erase_if(now_.walkers, [agent](const Walker& walker) { return walker.agent == agent; });
}

void ScriptRunner::carry_out(World& world, Spawner& spawner, const CommandDef& command) {
    if (command.kind == CommandKind::detail) {
        now_.points = command.points;
        return;
    }
    const int group = spawner.group_index(command.group);
    if (command.kind == CommandKind::spawn) return spawner.spawn(world, static_cast<size_t>(group));
    if (command.as_squads || command.kind == CommandKind::stick) return command_squads(world, spawner, command);
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
    case CommandKind::place: return require_unless_gone(world.place(agent, command.to), world);
    case CommandKind::go: return require_unless_gone(world.order(agent, {OrderKind::go, {}, command.to}), world);
    case CommandKind::stand: return require_unless_gone(world.order(agent, {OrderKind::stand, {}, {}}), world);
    case CommandKind::free: return require_unless_gone(world.order(agent, {OrderKind::free, {}, {}}), world);
    case CommandKind::attack: return order_attack(world, spawner, command, agent);
    case CommandKind::damage: return require_unless_gone(world.damage(agent, command.amount), world);
    case CommandKind::health: return require_unless_gone(world.set_health(agent, command.health), world);
    case CommandKind::capacity: return require_unless_gone(world.capacity(agent, command.grid, command.attack), world);
    case CommandKind::despawn: return require_unless_gone(world.despawn(agent), world);
    case CommandKind::close: return require_unless_gone(world.close_slots(agent, command.slots), world);
    case CommandKind::view:
        return require_unless_gone(world.view(agent, direction_of(command.direction), command.half_angle), world);
    case CommandKind::report: return require_unless_gone(world.report(agent, command.what), world);
    case CommandKind::path:
    case CommandKind::evade: return start_walk(world, spawner, command, serial);
    case CommandKind::retreat:
        return require_unless_gone(world.order(agent, {OrderKind::retreat, {}, command.to}), world);
    case CommandKind::lead: return require_unless_gone(world.lead(agent), world);
    case CommandKind::prefer: return require_unless_gone(world.prefer(agent, command.metres), world);
    case CommandKind::period: return require_unless_gone(world.set_period(agent, command.frames), world);
    case CommandKind::stick:
    case CommandKind::detail:
    case CommandKind::spawn: break;
    }
}

void ScriptRunner::command_squads(World& world, const Spawner& spawner, const CommandDef& command) {
    std::vector<SquadId> squads;
    const int group = spawner.group_index(command.group);
    if (group >= 0)
        squads = spawner.squads(static_cast<size_t>(group));
    else if (command.agent >= 0 && command.agent < spawner.spawned() && spawner.squad_of(command.agent))
        squads = {spawner.squad_of(command.agent)};
    const Vec2 direction = direction_of(command.direction);
    for (const SquadId squad : squads) switch (command.kind) {
        case CommandKind::stick:
            require_unless_gone(world.stick(squad, {direction.x * command.strength, direction.y * command.strength}),
                                world);
            break;
        case CommandKind::go: require_unless_gone(world.order(squad, {OrderKind::go, {}, command.to}), world); break;
        case CommandKind::retreat:
            require_unless_gone(world.order(squad, {OrderKind::retreat, {}, command.to}), world);
            break;
        case CommandKind::stand: require_unless_gone(world.order(squad, {OrderKind::stand, {}, {}}), world); break;
        case CommandKind::free: require_unless_gone(world.order(squad, {OrderKind::free, {}, {}}), world); break;
        default:
            if (const AgentId target = target_of(world, spawner, command))
                require_unless_gone(world.order(squad, {OrderKind::attack, target, {}}), world);
        }
}

AgentId ScriptRunner::target_of(const World& world, const Spawner& spawner, const CommandDef& command) {
    const int group = spawner.group_index(command.target_group);
    if (group >= 0) {
        for (const int64_t serial : spawner.members(static_cast<size_t>(group))) {
            if (living(world, spawner.id(serial))) return spawner.id(serial);
        }
    } else if (command.target >= 0 && command.target < spawner.spawned()) {
        return spawner.id(command.target);
    }
    return {};
}

void ScriptRunner::order_attack(World& world, const Spawner& spawner, const CommandDef& command, AgentId agent) {
    const AgentId target = target_of(world, spawner, command);
    if (target && !(target == agent)) require_unless_gone(world.order(agent, {OrderKind::attack, target, {}}), world);
}

void ScriptRunner::start_walk(const World& world, const Spawner& spawner, const CommandDef& command, int64_t serial) {
    const AgentId agent = spawner.id(serial);
    let_go(agent);
    std::vector<Vec2> corners = {position_of(world, spawner, serial)};
    corners.insert(corners.end(), command.points.begin(), command.points.end());
    now_.walkers.push_back({agent, &command, std::move(corners), world.time_us()});
}

Pose ScriptRunner::pose_of(const Walker& walker, double seconds) {
    const CommandDef& command = *walker.command;
    if (command.kind == CommandKind::evade) return pose_evading(command, walker.corners.front(), seconds);
    return pose_along(walker.corners, command.loop, seconds * double{command.speed});
}

void ScriptRunner::walk(World& world) {
    ids_.clear();
    positions_.clear();
    headings_.clear();
    std::erase_if(now_.walkers, [&](const Walker& walker) {
        if (!living(world, walker.agent)) return true;
        const double seconds = static_cast<double>(world.time_us() - walker.began_us) * 1e-6;
        const Pose pose = pose_of(walker, seconds);
        ids_.push_back(walker.agent);
        positions_.push_back(pose.position);
        headings_.push_back(pose.heading == Vec2{} ? Vec2{1.0f, 0.0f} : pose.heading);
        return pose.arrived;
    });
    if (!ids_.empty()) require_unless_gone(world.set_host_poses(ids_, positions_, headings_), world);
}

} // namespace fray::scenario
