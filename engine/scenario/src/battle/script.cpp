#include "battle/script.h"

#include "battle/poses.h"
#include "battle/require.h"
#include "battle/script_commands.h"
#include "battle/spawner.h"
#include "battle/world_time.h"
#include "fray/text.h"
#include "saturated_cast.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fray::scenario {
namespace {

/// Throws BadResult for every error except these: a script may command an agent that was despawned or has left its
/// squad meanwhile.
void require_unless_gone(Error error, const World& world) {
    if (error != Error::stale_id && error != Error::wrong_squad) require(error, world);
}

Vec2 position_of(const World& world, const Spawner& spawner, int64_t serial) {
    return world.position(spawner.id(serial)).value_or(spawner.spawned_at(serial));
}

Vec2 moved(Vec2 point, Vec2 by) { return {point.x + by.x, point.y + by.y}; }

/// The number of the attack with this name; -1: there is none.
int16_t attack_named(const ArchetypeDef& archetype, const std::string& name) {
    const auto& attacks = archetype.attacks;
    const auto found = std::find_if(attacks.begin(), attacks.end(), [&](const AttackDef& a) { return a.name == name; });
    return found == attacks.end() ? int16_t{-1} : static_cast<int16_t>(found - attacks.begin());
}

bool living(const World& world, AgentId agent) {
    const std::optional<State> state = world.state(agent);
    return state ? *state != State::dead : world.is_valid(agent);
}

} // namespace

void ScriptRunner::give(World& world, Spawner& spawner) {
    while (now_.next < scenario_.script.size()) {
        const CommandDef& command = scenario_.script[now_.next];
        if (!reached(world, command.at)) break;
        const int64_t spawned = spawner.spawn_count();
        // A command that fails stays the next, except a spawn of which a part has been made: it must not be repeated.
        const auto fail = [&] { now_.next += spawner.spawn_count() > spawned ? 1 : 0; };
        try {
            carry_out(world, spawner, command);
        } catch (const BadResult& error) {
            fail();
            // Only now it is known, for example after a set_archetype, that the command does not fit its agent.
            throw BadResult({error.error(), fmt::format("script: '{}' at {} s: {}", to_string(command.kind),
                                                        static_cast<float>(command.at), error.what())});
        } catch (...) {
            fail();
            throw;
        }
        ++now_.next;
    }
    if (!now_.walkers.empty()) walk(world);
    focus(world, spawner);
}

/// Passes the focus points of the level of detail to the world if they have changed.
void ScriptRunner::focus(World& world, const Spawner& spawner) {
    if (!scenario_.detail) return;
    DetailDef detail{scenario_.detail->beyond, now_.points, scenario_.detail->budget};
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

void ScriptRunner::stop_walking(AgentId agent) {
    std::erase_if(now_.walkers, [agent](const Walker& walker) { return walker.agent == agent; });
}

void ScriptRunner::carry_out(World& world, Spawner& spawner, const CommandDef& command) {
    if (command.kind == CommandKind::set_detail) {
        now_.points = command.points;
        return;
    }
    if (command.kind == CommandKind::set_link) {
        LinkDef link = scenario_.links.at(static_cast<size_t>(command.link));
        link.open = command.open;
        return require_unless_gone(world.set_link(command.link, link), world);
    }
    const int group = spawner.group_index(command.group);
    if (command.kind == CommandKind::spawn) return spawner.spawn(world, static_cast<size_t>(group));
    if (command.as_squads || command.kind == CommandKind::set_move_input)
        return command_squads(world, spawner, command);
    if (group >= 0) {
        const std::vector<int64_t> members = spawner.members(static_cast<size_t>(group));
        if (command.kind == CommandKind::teleport || command.kind == CommandKind::path)
            return move_group(world, spawner, command, members);
        for (const int64_t serial : members) command_agent(world, spawner, command, serial, {});
    } else if (command.agent >= 0 && command.agent < spawner.spawn_count()) {
        const Vec2 from = command.relative ? position_of(world, spawner, command.agent) : Vec2{};
        command_agent(world, spawner, command, command.agent, from);
    }
}

void ScriptRunner::move_group(World& world, const Spawner& spawner, const CommandDef& command,
                              const std::vector<int64_t>& members) {
    double x = 0.0, y = 0.0;
    std::vector<int64_t> alive;
    for (const int64_t serial : members) {
        if (!living(world, spawner.id(serial))) continue;
        const Vec2 position = position_of(world, spawner, serial);
        x += double{position.x};
        y += double{position.y};
        alive.push_back(serial);
    }
    const auto count = static_cast<double>(alive.size());
    for (const int64_t serial : alive) {
        const Vec2 position = position_of(world, spawner, serial);
        const Vec2 from_middle = {static_cast<float>(double{position.x} - x / count),
                                  static_cast<float>(double{position.y} - y / count)};
        command_agent(world, spawner, command, serial, command.relative ? position : from_middle);
    }
}

void ScriptRunner::command_agent(World& world, const Spawner& spawner, const CommandDef& command, int64_t serial,
                                 Vec2 offset) {
    const AgentId agent = spawner.id(serial);
    const ScriptCommand& asked = script_command(command.kind);
    if (command.kind == CommandKind::teleport) {
        const Vec2 to = moved(command.to, offset);
        return require_unless_gone(command.facing ? world.teleport(agent, to, direction_of(*command.facing))
                                                  : world.teleport(agent, to),
                                   world);
    }
    if (command.kind == CommandKind::set_archetype)
        return require_unless_gone(world.set_archetype(agent, archetype_named(command.archetype)), world);
    if (command.kind == CommandKind::set_team)
        return require_unless_gone(world.set_team(agent, team_named(command.team)), world);
    if (asked.give_by != nullptr) {
        const AgentId by = named_agent(world, spawner, command.by, command.by_group);
        return require_unless_gone(asked.give_by(world, agent, world.is_valid(by) ? by : AgentId{}, command), world);
    }
    if (asked.give != nullptr) return require_unless_gone(asked.give(world, agent, command), world);
    if (!asked.order) return start_walk(world, spawner, command, serial, offset);
    std::optional<Order> order = order_of(world, spawner, command);
    if (!order || order->target == agent) return;
    if (order->kind == OrderKind::perform) {
        const auto now = world.archetype_of(agent);
        const bool of_host = now && *now >= scenario_.archetypes.size(); // the host has added it
        order->attack = attack_named(of_host ? world.archetype(*now)
                                     : now   ? scenario_.archetypes[*now]
                                             : spawner.archetype_of(serial),
                                     command.attack_name);
        if (order->attack < 0) return; // a reload has removed the attack, or the script has spawned this agent
    }
    require_unless_gone(command.queue ? world.queue_order(agent, *order) : world.set_order(agent, *order), world);
}

ArchetypeIndex ScriptRunner::archetype_named(const std::string& name) const {
    const auto found = std::find_if(scenario_.archetypes.begin(), scenario_.archetypes.end(),
                                    [&](const ArchetypeDef& archetype) { return archetype.name == name; });
    return static_cast<ArchetypeIndex>(found - scenario_.archetypes.begin());
}

TeamIndex ScriptRunner::team_named(const std::string& name) const {
    return static_cast<TeamIndex>(std::find(scenario_.teams.begin(), scenario_.teams.end(), name) -
                                  scenario_.teams.begin());
}

void ScriptRunner::command_squads(World& world, const Spawner& spawner, const CommandDef& command) {
    std::vector<SquadId> squads;
    const int group = spawner.group_index(command.group);
    if (group >= 0)
        squads = spawner.squads(static_cast<size_t>(group));
    else if (command.agent >= 0 && command.agent < spawner.spawn_count() && spawner.squad_of(command.agent))
        squads = {spawner.squad_of(command.agent)};
    const Vec2 direction = direction_of(command.direction);
    for (const SquadId squad : squads) {
        if (command.kind == CommandKind::set_move_input) {
            const Vec2 move_input = {direction.x * command.strength, direction.y * command.strength};
            require_unless_gone(world.set_move_input(squad, move_input), world);
        } else if (command.kind == CommandKind::set_team) {
            require_unless_gone(world.set_team(squad, team_named(command.team)), world);
        } else if (const std::optional<Order> order = order_of(world, spawner, command)) {
            require_unless_gone(command.queue ? world.queue_order(squad, *order) : world.set_order(squad, *order),
                                world);
        }
    }
}

std::optional<Order> ScriptRunner::order_of(const World& world, const Spawner& spawner, const CommandDef& command) {
    const OrderKind kind = *script_command(command.kind).order;
    Order order{.kind = kind,
                .point = command.to,
                .repeat = command.repeat,
                .distance = command.distance,
                .delay = command.delay,
                .formation = {.files = command.files,
                              .ranks = command.ranks,
                              .spacing = command.spacing,
                              .facing = command.facing ? direction_of(*command.facing) : Vec2{}}};
    if (command.storey) order.storey = static_cast<int16_t>(*command.storey);
    if (kind != OrderKind::attack && kind != OrderKind::perform && kind != OrderKind::escort) return order;
    order.target = named_agent(world, spawner, command.target, command.target_group);
    return order.target ? std::optional(order) : std::nullopt;
}

AgentId ScriptRunner::named_agent(const World& world, const Spawner& spawner, int64_t serial,
                                  const std::string& group) {
    const int index = spawner.group_index(group);
    if (index >= 0) {
        for (const int64_t member : spawner.members(static_cast<size_t>(index))) {
            if (living(world, spawner.id(member))) return spawner.id(member);
        }
    } else if (serial >= 0 && serial < spawner.spawn_count()) {
        return spawner.id(serial);
    }
    return {};
}

void ScriptRunner::start_walk(const World& world, const Spawner& spawner, const CommandDef& command, int64_t serial,
                              Vec2 offset) {
    const AgentId agent = spawner.id(serial);
    stop_walking(agent);
    std::vector<Vec2> corners = {position_of(world, spawner, serial)};
    for (const Vec2 point : command.points) corners.push_back(moved(point, offset));
    now_.walkers.push_back({agent, &command, std::move(corners), time_us(world)});
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
        const double seconds = static_cast<double>(time_us(world) - walker.began_us) * 1e-6;
        const Pose pose = pose_of(walker, seconds);
        ids_.push_back(walker.agent);
        positions_.push_back(pose.position);
        headings_.push_back(pose.heading == Vec2{} ? Vec2{1.0f, 0.0f} : pose.heading);
        return pose.arrived;
    });
    if (!ids_.empty()) require_unless_gone(world.set_host_poses(ids_, positions_, headings_), world);
}

} // namespace fray::scenario
