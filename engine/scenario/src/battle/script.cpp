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

/// The number of the attack with this name; -1: there is none.
int16_t attack_named(const ArchetypeDef& archetype, const std::string& name) {
    const auto& attacks = archetype.attacks;
    const auto found = std::find_if(attacks.begin(), attacks.end(), [&](const AttackDef& a) { return a.name == name; });
    return found == attacks.end() ? int16_t{-1} : static_cast<int16_t>(found - attacks.begin());
}

bool living(const World& world, AgentId agent) {
    const std::optional<AgentState> state = world.state(agent);
    return state ? *state != AgentState::dead : world.is_valid(agent);
}

/// Sets the ids of a command of World.
struct Ids : FieldVisitor {
    std::vector<AgentId> agents; ///< of its fields of this type, in their order; the first is the commanded agent
    bool complete = true;        ///< the agents that it needs exist, and are others than the first
    std::string_view needed{};
    size_t next = 0;

    void required(const char* key) { needed = key; }
    template <typename T> void operator()(const char*, const FieldRange&, const char*, T&) {}
    template <typename T> void operator()(const char* key, const char*, T& field) {
        if constexpr (std::is_same_v<T, AgentId>) {
            if (next < agents.size()) field = agents[next];
            if (next > 0 && key == needed && (!field || field == agents[0])) complete = false;
            ++next;
        }
    }
};

} // namespace

void ScriptRunner::give(World& world, Spawner& spawner) {
    while (now_.next < scenario_.script.size()) {
        const CommandDef& command = scenario_.script[now_.next];
        if (!reached(world, command.time)) break;
        const int64_t spawned = spawner.spawn_count();
        // A command that fails stays the next, except a spawn of which a part has been made: it must not be repeated.
        const auto fail = [&] { now_.next += spawner.spawn_count() > spawned ? 1 : 0; };
        try {
            carry_out(world, spawner, command);
        } catch (const BadResult& error) {
            fail();
            // Only now it is known, for example after a set_archetype, that the command does not fit its agent.
            throw BadResult({error.error(), fmt::format("script: '{}' at {} s: {}", to_string(command.command),
                                                        static_cast<float>(command.time), error.what())});
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
    DetailDef detail{scenario_.detail->distances, now_.points, scenario_.detail->update_budget};
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
                       [](const CommandDef& def) { return std::holds_alternative<ScriptSpawn>(def.command); });
}

void ScriptRunner::stop_walking(AgentId agent) {
    std::erase_if(now_.walkers, [agent](const Walker& walker) { return walker.agent == agent; });
}

void ScriptRunner::carry_out(World& world, Spawner& spawner, const CommandDef& def) {
    if (const auto* const detail = std::get_if<ScriptDetail>(&def.command)) {
        now_.points = detail->points;
        return;
    }
    if (const auto* const set = std::get_if<ScriptNavLink>(&def.command)) {
        NavLinkDef link = scenario_.nav_links.at(static_cast<size_t>(set->nav_link));
        link.open = set->open;
        return require_unless_gone(world.set_nav_link(set->nav_link, link), world);
    }
    if (const auto* const spawn = std::get_if<ScriptSpawn>(&def.command))
        return spawner.spawn(world, static_cast<size_t>(spawner.group_index(spawn->group)));
    if (def.as_squads || std::holds_alternative<ScriptMoveInput>(def.command))
        return command_squads(world, spawner, def);
    const auto* const teleport = std::get_if<ScriptTeleport>(&def.command);
    const auto* const path = std::get_if<ScriptPath>(&def.command);
    const bool relative = (teleport && teleport->relative) || (path && path->relative);
    if (const int group = spawner.group_index(def.group); group >= 0) {
        const std::vector<int64_t> members = spawner.members(static_cast<size_t>(group));
        if (teleport || path) return move_group(world, spawner, def, members, relative);
        for (const int64_t serial : members) command_agent(world, spawner, def, serial, {});
    } else if (def.agent >= 0 && def.agent < spawner.spawn_count()) {
        const Vec2 from = relative ? position_of(world, spawner, def.agent) : Vec2{};
        command_agent(world, spawner, def, def.agent, from);
    }
}

void ScriptRunner::move_group(World& world, const Spawner& spawner, const CommandDef& def,
                              const std::vector<int64_t>& members, bool relative) {
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
        command_agent(world, spawner, def, serial, relative ? position : from_middle);
    }
}

void ScriptRunner::command_agent(World& world, const Spawner& spawner, const CommandDef& def, int64_t serial,
                                 Vec2 offset) {
    const AgentId agent = spawner.id(serial);
    Error error = Error::ok;
    if (const auto* const teleport = std::get_if<ScriptTeleport>(&def.command)) {
        const Vec2 to = teleport->to + offset;
        error =
            teleport->facing ? world.teleport(agent, to, direction_of(*teleport->facing)) : world.teleport(agent, to);
    } else if (const auto* const view = std::get_if<ScriptView>(&def.command)) {
        error = world.set_view(agent, {direction_of(view->direction), view->half_angle});
    } else if (const auto* const given = std::get_if<WorldCommand>(&def.command)) {
        Ids ids{{}, {agent}};
        for (const ScriptAgent& other : given->others) {
            const AgentId id = named_agent(world, spawner, other);
            ids.agents.push_back(world.is_valid(id) ? id : AgentId{});
        }
        Command command = given->command;
        visit_command(command, [&](auto& each) { describe(ids, each); });
        if (ids.complete) error = fray::give(world, command);
    } else if (const auto* const order = std::get_if<ScriptOrder>(&def.command)) {
        if (const std::optional<OrderDef> made = order_to(world, spawner, *order, serial))
            error = order->queued ? world.queue_order(agent, *made) : world.set_order(agent, *made);
    } else {
        start_walk(world, spawner, def, serial, offset);
    }
    require_unless_gone(error, world);
}

std::optional<OrderDef> ScriptRunner::order_to(const World& world, const Spawner& spawner, const ScriptOrder& given,
                                               int64_t serial) const {
    const AgentId agent = spawner.id(serial);
    std::optional<OrderDef> order = order_of(world, spawner, given);
    if (!order || order->target == agent) return {};
    if (order->kind == OrderKind::perform) {
        const auto now = world.archetype_of(agent);
        const bool of_host = now && *now >= scenario_.archetypes.size(); // the host has added it
        order->attack = attack_named(of_host ? world.archetype(*now)
                                     : now   ? scenario_.archetypes[*now]
                                             : spawner.archetype_of(serial),
                                     given.attack);
        if (order->attack < 0) return {}; // a reload has removed the attack, or the script has spawned this agent
    }
    return order;
}

void ScriptRunner::command_squads(World& world, const Spawner& spawner, const CommandDef& def) {
    std::vector<SquadId> squads;
    const int group = spawner.group_index(def.group);
    if (group >= 0)
        squads = spawner.squads(static_cast<size_t>(group));
    else if (def.agent >= 0 && def.agent < spawner.spawn_count() && spawner.squad_of(def.agent))
        squads = {spawner.squad_of(def.agent)};
    for (const SquadId squad : squads) {
        Error error = Error::ok;
        if (const auto* const input = std::get_if<ScriptMoveInput>(&def.command)) {
            const Vec2 direction = direction_of(input->direction);
            error = world.set_move_input(squad, {direction.x * input->strength, direction.y * input->strength});
        } else if (const auto* const set = world_command<command::SetTeam>(def)) {
            error = world.set_team(squad, set->team);
        } else if (const auto* const given = std::get_if<ScriptOrder>(&def.command)) {
            if (const std::optional<OrderDef> order = order_of(world, spawner, *given))
                error = given->queued ? world.queue_order(squad, *order) : world.set_order(squad, *order);
        }
        require_unless_gone(error, world);
    }
}

std::optional<OrderDef> ScriptRunner::order_of(const World& world, const Spawner& spawner, const ScriptOrder& given) {
    OrderDef order{.kind = given.kind,
                   .run = given.run,
                   .target = named_agent(world, spawner, given.target),
                   .point = given.to,
                   .repeat = given.repeat,
                   .escort_distance = given.escort_distance,
                   .delay = given.delay,
                   .formation = {.files = given.files,
                                 .ranks = given.ranks,
                                 .spacing = given.spacing,
                                 .facing = given.facing ? direction_of(*given.facing) : Vec2{}}};
    if (given.floor) order.floor = static_cast<int16_t>(*given.floor);
    return names_target(given.kind) && !order.target ? std::nullopt : std::optional(order);
}

AgentId ScriptRunner::named_agent(const World& world, const Spawner& spawner, const ScriptAgent& named) {
    const int index = spawner.group_index(named.group);
    if (index >= 0) {
        for (const int64_t member : spawner.members(static_cast<size_t>(index))) {
            if (living(world, spawner.id(member))) return spawner.id(member);
        }
    } else if (named.number >= 0 && named.number < spawner.spawn_count()) {
        return spawner.id(named.number);
    }
    return {};
}

void ScriptRunner::start_walk(const World& world, const Spawner& spawner, const CommandDef& def, int64_t serial,
                              Vec2 offset) {
    const AgentId agent = spawner.id(serial);
    stop_walking(agent);
    std::vector<Vec2> corners = {position_of(world, spawner, serial)};
    if (const auto* const path = std::get_if<ScriptPath>(&def.command))
        for (const Vec2 point : path->points) corners.push_back(point + offset);
    now_.walkers.push_back({agent, &def, std::move(corners), time_us(world)});
}

Pose ScriptRunner::pose_of(const Walker& walker, double seconds) {
    if (const auto* const evade = std::get_if<ScriptEvade>(&walker.command->command))
        return pose_evading(*evade, walker.corners.front(), seconds);
    const auto& path = std::get<ScriptPath>(walker.command->command);
    return pose_along(walker.corners, path.loop, seconds * double{path.speed});
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
