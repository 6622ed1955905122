#include "oracle_world.h"

#include "storage/rules_math.h"

#include "fray/spatial/grid_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace fray::model {

namespace {

/// Greatest number of agents with the model. With more agents it would take too long, so it is dismissed.
constexpr size_t most_followed = 250;

int64_t in_us(double seconds) { return std::llround(seconds * 1e6); }

} // namespace

std::vector<Vec2*> points_of(Command& command) {
    std::vector<Vec2*> points;
    if (command.kind == Command::Kind::spawn || command.kind == Command::Kind::teleport ||
        (command.orders() && leads_to_point(command.order)))
        points.push_back(&command.position);
    if (command.kind == Command::Kind::set_nav_link)
        points.insert(points.end(), {&command.link_def.from, &command.link_def.to});
    for (Vec2& point : command.detail.points) points.push_back(&point);
    return points;
}

Vec2 heading_along(Vec2 way) { return way == Vec2{} ? Vec2{1.0f, 0.0f} : normalised(way); }

OracleWorld::OracleWorld(World&& world, const WorldDef& def)
    : World(std::move(world)), twin_{.model = ReferenceModel(def.seed, def.records_wait_reasons),
                                     .pending = {},
                                     .host_poses = {},
                                     .squads = {},
                                     .ids = {},
                                     .serials = {}},
      followed_(def.event_mask == WorldDef{}.event_mask), off_ground_(def.off_ground) {}

Result<OracleWorld> OracleWorld::create(const WorldDef& def) {
    Result<World> world = World::create(def);
    if (!world) return Failure{world.error(), world.error_text()};
    return OracleWorld(std::move(*world), def);
}

template <typename A, typename B>
void OracleWorld::same(const std::string& what, const A& engine, const B& expected, Serial about) {
    if (!difference_.empty() || engine == expected) return;
    differ(fmt::format("{}: engine {}, model {}", what, engine, expected), {about});
}

// ---- Setup ------------------------------------------------------------------------------------------------------

Error OracleWorld::add_state(const StateDef& def, AgentState* out) {
    followed_ = false;
    return World::add_state(def, out);
}

Error OracleWorld::add_archetype(const ArchetypeDef& def, ArchetypeIndex* out) {
    const Error error = World::add_archetype(def, out);
    if (error == Error::ok) twin_.model.add_archetype(def);
    return error;
}

Error OracleWorld::add_monsters(std::span<const MonsterDef> defs) {
    const Error error = World::add_monsters(defs);
    std::vector<MonsterDef> all;
    for (size_t i = 0; i < monster_count(); ++i) all.push_back(monster(i));
    twin_.model.add_monsters(all);
    return error;
}

Error OracleWorld::set_ground(std::shared_ptr<const Ground> ground) {
    const Error error = World::set_ground(ground);
    if (error == Error::ok) twin_.model.set_ground(std::move(ground));
    return error;
}

Error OracleWorld::add_team(std::string_view name, TeamIndex* out) {
    const Error error = World::add_team(name, out);
    if (error == Error::ok) twin_.model.add_team();
    return error;
}

Error OracleWorld::set_hostile(TeamIndex a, TeamIndex b, bool hostile) {
    return file(World::set_hostile(a, b, hostile), Command::Kind::set_hostile, {}, [&](Command& command) {
        command.team = a;
        command.other_team = b;
        command.hostile = hostile;
    });
}

Error OracleWorld::add_squad(TeamIndex team, const SquadDef& def, SquadId* out) {
    SquadId made;
    const Error error = World::add_squad(team, def, &made);
    if (error != Error::ok) return error;
    twin_.squads.push_back(made.value);
    if (out != nullptr) *out = made;
    return file(error, Command::Kind::add_squad, {}, [&](Command& command) {
        command.team = team;
        command.squad_def = def;
    });
}

// ---- Commands ---------------------------------------------------------------------------------------------------

/// Passes a command that the world has accepted on to the model.
template <typename Fill> Error OracleWorld::file(Error error, Command::Kind kind, AgentId agent, Fill fill) {
    if (error != Error::ok || !followed_) return error;
    Command& command = twin_.pending.emplace_back();
    command.kind = kind;
    command.agent = serial_of(agent);
    fill(command);
    return error;
}

Error OracleWorld::spawn(const SpawnDef& def, AgentId* out) {
    const auto serial = static_cast<Serial>(spawn_count());
    AgentId made;
    const Error error = World::spawn(def, &made);
    if (out != nullptr) *out = made;
    if (def.archetype < archetype_count()) compare_refusal(error, &archetype(def.archetype), def.position);
    if (error != Error::ok) return error;
    learn(serial, made);
    followed_ = followed_ && static_cast<size_t>(spawn_count()) - seen_ + agent_count() <= most_followed;
    return file(error, Command::Kind::spawn, made, [&](Command& command) {
        command.archetype = def.archetype;
        command.team = def.team;
        command.floor = def.floor;
        command.squad = def.squad.value;
        command.position = def.position;
        command.moved_to_ground = move_to_ground(&archetype(def.archetype), &command.position);
        command.heading = normalised(def.heading);
    });
}

Error OracleWorld::despawn(AgentId agent) {
    return file(World::despawn(agent), Command::Kind::despawn, agent, [](Command&) {});
}

Error OracleWorld::join(AgentId agent, SquadId squad) {
    return file(World::join(agent, squad), Command::Kind::join, agent,
                [&](Command& command) { command.squad = squad.value; });
}

Error OracleWorld::teleport(AgentId agent, Vec2 position) {
    return file_teleport(World::teleport(agent, position), agent, position, nullptr);
}

Error OracleWorld::teleport(AgentId agent, Vec2 position, Vec2 heading) {
    return file_teleport(World::teleport(agent, position, heading), agent, position, &heading);
}

Error OracleWorld::file_teleport(Error error, AgentId agent, Vec2 position, const Vec2* heading) {
    compare_refusal(error, kind_of(serial_of(agent)), position);
    return file(error, Command::Kind::teleport, agent, [&](Command& command) {
        command.position = position;
        command.moved_to_ground = move_to_ground(kind_of(command.agent), &command.position);
        command.turns = heading != nullptr;
        if (heading != nullptr) command.heading = normalised(*heading);
    });
}

Error OracleWorld::set_order(AgentId agent, const OrderDef& order) {
    return file_order(World::set_order(agent, order), Command::Kind::order, agent, order);
}

Error OracleWorld::set_order(SquadId squad, const OrderDef& order) {
    return file_squad_order(World::set_order(squad, order), Command::Kind::order_squad, squad, order);
}

Error OracleWorld::queue_order(AgentId agent, const OrderDef& order) {
    return file_order(World::queue_order(agent, order), Command::Kind::queue_order, agent, order);
}

Error OracleWorld::queue_order(SquadId squad, const OrderDef& order) {
    return file_squad_order(World::queue_order(squad, order), Command::Kind::queue_squad_order, squad, order);
}

/// An order `perform` needs another agent, and an attack of the agent's present table. Reloads that wait for the next
/// step do not count.
void OracleWorld::compare_refusal(Error error, AgentId agent, const OrderDef& order) {
    const ArchetypeDef* def = kind_of(serial_of(agent));
    if (!followed_ || def == nullptr || error == Error::stale_id) return;
    const bool in_table = order.attack >= 0 && order.attack < static_cast<int>(def->attacks.size());
    const Error expected = in_table && order.target != agent ? Error::ok : Error::out_of_range;
    same("an order perform is accepted or refused", to_string(error), std::string(to_string(expected)),
         serial_of(agent));
}

/// A formation is only for set_order to a squad, with an order that leads to a point (A26i).
void OracleWorld::compare_refusal(Error error, Command::Kind kind, const OrderDef& order) {
    const bool allowed = kind == Command::Kind::order_squad && leads_to_point(order.kind);
    if (allowed || !order.formation.given()) return;
    same("a formation is refused", error != Error::ok, true, no_serial);
}

Error OracleWorld::file_order(Error error, Command::Kind kind, AgentId agent, const OrderDef& order) {
    const ArchetypeDef* def = kind_of(serial_of(agent));
    if (followed_ && def != nullptr && error != Error::stale_id && !ReferenceModel::can_carry_out(*def, order.kind))
        same("an order that the agent cannot carry out is refused", error != Error::ok, true, serial_of(agent));
    if (order.kind == OrderKind::perform) compare_refusal(error, agent, order);
    compare_refusal(error, kind, order);
    return file(error, kind, agent, [&](Command& command) { put_in(order, &command); });
}

Error OracleWorld::file_squad_order(Error error, Command::Kind kind, SquadId squad, const OrderDef& order) {
    if (order.kind == OrderKind::perform) same("an order perform of a squad is refused", error != Error::ok, true, -1);
    compare_refusal(error, kind, order);
    return file(error, kind, {}, [&](Command& command) {
        command.squad = squad.value;
        put_in(order, &command);
    });
}

/// The world ignores the fields that the kind of the order does not use.
void OracleWorld::put_in(const OrderDef& order, Command* command) const {
    command->order = order.kind;
    command->run = order.run && order.kind == OrderKind::move;
    command->delay = order.delay;
    if (names_agent(order.kind)) command->target = serial_of(order.target);
    if (order.kind == OrderKind::perform) command->attack = order.attack;
    if (order.kind == OrderKind::escort) command->distance = order.escort_distance;
    if (!leads_to_point(order.kind)) return;
    command->position = order.point;
    command->repeat = order.repeat;
    command->order_floor = order.floor;
    if (command->kind == Command::Kind::order_squad) command->formation = order.formation;
}

Error OracleWorld::set_leader(AgentId agent) {
    return file(World::set_leader(agent), Command::Kind::set_leader, agent, [](Command&) {});
}

Error OracleWorld::set_move_input(SquadId squad, Vec2 direction) {
    return file(World::set_move_input(squad, direction), Command::Kind::set_move_input, {}, [&](Command& command) {
        command.squad = squad.value;
        command.position = direction;
    });
}

Error OracleWorld::set_target_bias(AgentId target, float metres, AgentId by) {
    return file(World::set_target_bias(target, metres, by), Command::Kind::set_target_bias, target,
                [&](Command& command) {
                    command.amount = metres;
                    command.by = serial_of(by);
                });
}

Error OracleWorld::set_detail(const DetailDef& detail) {
    return file(World::set_detail(detail), Command::Kind::set_detail, {},
                [&](Command& command) { command.detail = detail; });
}

Error OracleWorld::set_update_interval(AgentId agent, int frames) {
    return file(World::set_update_interval(agent, frames), Command::Kind::set_update_interval, agent,
                [&](Command& command) { command.update_interval = frames; });
}

Error OracleWorld::set_speed_factor(AgentId agent, float factor) {
    return file(World::set_speed_factor(agent, factor), Command::Kind::set_speed_factor, agent,
                [&](Command& command) { command.amount = factor; });
}

Error OracleWorld::set_radius(AgentId agent, float radius) {
    return file(World::set_radius(agent, radius), Command::Kind::set_radius, agent,
                [&](Command& command) { command.amount = radius; });
}

Error OracleWorld::set_avoidance_factor(AgentId agent, float factor) {
    return file(World::set_avoidance_factor(agent, factor), Command::Kind::set_avoidance_factor, agent,
                [&](Command& command) { command.amount = factor; });
}

Error OracleWorld::stun(AgentId agent, double seconds) {
    return file(World::stun(agent, seconds), Command::Kind::stun, agent,
                [&](Command& command) { command.seconds = seconds; });
}

Error OracleWorld::push(AgentId agent, Vec2 by, double seconds) {
    return file(World::push(agent, by, seconds), Command::Kind::push, agent, [&](Command& command) {
        command.position = by;
        command.seconds = seconds;
    });
}

Error OracleWorld::add_threat(AgentId agent, AgentId attacker, float points) {
    return file(World::add_threat(agent, attacker, points), Command::Kind::add_threat, agent, [&](Command& command) {
        command.by = serial_of(attacker);
        command.amount = points;
    });
}

Error OracleWorld::set_user_data(AgentId agent, uint64_t data) {
    return file(World::set_user_data(agent, data), Command::Kind::set_user_data, agent,
                [&](Command& command) { command.data = data; });
}

Error OracleWorld::leave(AgentId agent) {
    return file(World::leave(agent), Command::Kind::leave, agent, [](Command&) {});
}

Error OracleWorld::set_team(AgentId agent, TeamIndex team) {
    return file(World::set_team(agent, team), Command::Kind::set_team, agent,
                [&](Command& command) { command.team = team; });
}

Error OracleWorld::set_team(SquadId squad, TeamIndex team) {
    return file(World::set_team(squad, team), Command::Kind::set_squad_team, {}, [&](Command& command) {
        command.squad = squad.value;
        command.team = team;
    });
}

Error OracleWorld::set_floor(AgentId agent, int16_t floor) {
    return file(World::set_floor(agent, floor), Command::Kind::set_floor, agent,
                [&](Command& command) { command.floor = floor; });
}

Error OracleWorld::set_nav_link(int link, const NavLinkDef& def) {
    return file(World::set_nav_link(link, def), Command::Kind::set_nav_link, {}, [&](Command& command) {
        command.link = link;
        command.link_def = def;
    });
}

/// Refused if there is no such link, whatever waits for the next step.
Error OracleWorld::remove_nav_link(int link) {
    const Error error = World::remove_nav_link(link);
    if (followed_) {
        const bool waits = std::any_of(twin_.pending.begin(), twin_.pending.end(), [&](const Command& command) {
            return command.kind == Command::Kind::set_nav_link && command.link == link;
        });
        const Error expected = waits || model().links().contains(link) ? Error::ok : Error::unknown;
        same("a link is removed or not", to_string(error), std::string(to_string(expected)), no_serial);
    }
    return file(error, Command::Kind::remove_nav_link, {}, [&](Command& command) { command.link = link; });
}

/// Refused if the archetype is of another kind (A31d).
Error OracleWorld::set_archetype(AgentId agent, ArchetypeIndex archetype) {
    const Error error = World::set_archetype(agent, archetype);
    if (const ArchetypeDef* def = kind_of(serial_of(agent)); followed_ && def != nullptr && error != Error::stale_id) {
        const ArchetypeDef& next = World::archetype(archetype);
        const bool same_kind = def->autonomous == next.autonomous && def->engagement.managed == next.engagement.managed;
        same("another archetype is accepted or refused", error == Error::ok, same_kind, serial_of(agent));
    }
    return file(error, Command::Kind::set_archetype, agent, [&](Command& command) { command.archetype = archetype; });
}

/// Refused if the squad has living members, or a waiting command names it (A19b).
Error OracleWorld::remove_squad(SquadId squad) {
    const Error error = World::remove_squad(squad);
    if (followed_) {
        const bool known = squad.value <= model().squads().size(); // false: added since the last step
        const std::vector<Serial> members = known ? model().squads()[squad.value - 1].members : std::vector<Serial>{};
        const bool lives =
            std::any_of(members.begin(), members.end(), [this](Serial serial) { return is_living(serial); });
        const bool named = std::any_of(twin_.pending.begin(), twin_.pending.end(), [&](const Command& command) {
            return command.squad == squad.value && command.kind != Command::Kind::remove_squad;
        });
        const bool there = std::count(twin_.squads.begin(), twin_.squads.end(), squad.value) != 0;
        const Error expected = !there ? Error::unknown : lives || named ? Error::out_of_range : Error::ok;
        same("a squad is removed or not", to_string(error), std::string(to_string(expected)), no_serial);
        if (error == Error::ok) std::erase(twin_.squads, squad.value);
    }
    return file(error, Command::Kind::remove_squad, {}, [&](Command& command) { command.squad = squad.value; });
}

Error OracleWorld::damage(AgentId agent, float amount, AgentId by) {
    return file(World::damage(agent, amount, by), Command::Kind::damage, agent, [&](Command& command) {
        command.amount = amount;
        command.by = serial_of(by);
    });
}

Error OracleWorld::stagger(AgentId agent, AgentId by) {
    return file(World::stagger(agent, by), Command::Kind::stagger, agent,
                [&](Command& command) { command.by = serial_of(by); });
}

Error OracleWorld::set_health(AgentId agent, float health, AgentId by) {
    return file(World::set_health(agent, health, by), Command::Kind::set_health, agent, [&](Command& command) {
        command.amount = health;
        command.by = serial_of(by);
    });
}

Error OracleWorld::set_capacity(AgentId target, CircleCapacity capacity) {
    return file(World::set_capacity(target, capacity), Command::Kind::set_capacity, target, [&](Command& command) {
        command.grid = capacity.grid_capacity;
        command.attack = capacity.attack_capacity;
    });
}

Error OracleWorld::set_closed_slots(AgentId target, std::span<const int> slots) {
    return file(World::set_closed_slots(target, slots), Command::Kind::set_closed_slots, target,
                [&](Command& command) { command.slots.assign(slots.begin(), slots.end()); });
}

Error OracleWorld::set_view(AgentId target, const ViewCone& view) {
    return file(World::set_view(target, view), Command::Kind::set_view, target, [&](Command& command) {
        command.heading = normalised(view.direction);
        command.half_angle = view.half_angle;
    });
}

Error OracleWorld::answer_sight(AgentId viewer, AgentId target, bool seen) {
    const Error error = World::answer_sight(viewer, target, seen);
    if (followed_ && (error == Error::ok || error == Error::unknown))
        same("an answer of sight is accepted or refused", error == Error::ok,
             model().is_open(serial_of(viewer), serial_of(target)), serial_of(viewer));
    return file(error, Command::Kind::answer_sight, viewer, [&](Command& command) {
        command.target = serial_of(target);
        command.seen = seen;
    });
}

Error OracleWorld::report_attack(AgentId agent, AttackReport report) {
    return file(World::report_attack(agent, report), Command::Kind::report_attack, agent,
                [&](Command& command) { command.reported = report; });
}

Error OracleWorld::reload(std::span<const ArchetypeDef> archetypes, std::span<const MonsterDef> monsters) {
    return file(World::reload(archetypes, monsters), Command::Kind::reload, {}, [&](Command& command) {
        command.definitions = {{archetypes.begin(), archetypes.end()}, {monsters.begin(), monsters.end()}};
    });
}

Error OracleWorld::give(const Command& c) {
    const AgentId agent = id_of(c.agent);
    const OrderDef given{c.order,  c.run,      id_of(c.target), c.position,  static_cast<int16_t>(c.attack),
                         c.repeat, c.distance, c.delay,         c.formation, c.order_floor};
    switch (c.kind) {
    case Command::Kind::spawn: {
        SpawnDef def;
        def.archetype = c.archetype;
        def.team = c.team;
        def.floor = c.floor;
        def.squad = SquadId{c.squad};
        def.position = c.position;
        def.heading = c.heading;
        return spawn(def);
    }
    case Command::Kind::despawn: return despawn(agent);
    case Command::Kind::teleport: return c.turns ? teleport(agent, c.position, c.heading) : teleport(agent, c.position);
    case Command::Kind::order: return set_order(agent, given);
    case Command::Kind::queue_order: return queue_order(agent, given);
    case Command::Kind::set_view: return set_view(agent, {c.heading, c.half_angle});
    case Command::Kind::report_attack: return report_attack(agent, c.reported);
    case Command::Kind::answer_sight: return answer_sight(agent, id_of(c.target), c.seen);
    case Command::Kind::damage: return damage(agent, c.amount, id_of(c.by));
    case Command::Kind::stagger: return stagger(agent, id_of(c.by));
    case Command::Kind::set_capacity: return set_capacity(agent, {c.grid, c.attack});
    case Command::Kind::set_closed_slots: return set_closed_slots(agent, c.slots);
    case Command::Kind::add_squad: return add_squad(c.team, c.squad_def, nullptr);
    case Command::Kind::set_hostile: return set_hostile(c.team, c.other_team, c.hostile);
    case Command::Kind::reload: return reload(c.definitions.archetypes, c.definitions.monsters);
    case Command::Kind::set_leader: return set_leader(agent);
    case Command::Kind::set_move_input: return set_move_input(SquadId{c.squad}, c.position);
    case Command::Kind::order_squad: return set_order(SquadId{c.squad}, given);
    case Command::Kind::queue_squad_order: return queue_order(SquadId{c.squad}, given);
    case Command::Kind::set_target_bias: return set_target_bias(agent, c.amount, id_of(c.by));
    case Command::Kind::join: return join(agent, SquadId{c.squad});
    case Command::Kind::set_detail: return set_detail(c.detail);
    case Command::Kind::set_update_interval: return set_update_interval(agent, c.update_interval);
    case Command::Kind::set_health: return set_health(agent, c.amount, id_of(c.by));
    case Command::Kind::set_speed_factor: return set_speed_factor(agent, c.amount);
    case Command::Kind::set_radius: return set_radius(agent, c.amount);
    case Command::Kind::set_avoidance_factor: return set_avoidance_factor(agent, c.amount);
    case Command::Kind::stun: return stun(agent, c.seconds);
    case Command::Kind::push: return push(agent, c.position, c.seconds);
    case Command::Kind::add_threat: return add_threat(agent, id_of(c.by), c.amount);
    case Command::Kind::set_user_data: return set_user_data(agent, c.data);
    case Command::Kind::leave: return leave(agent);
    case Command::Kind::set_team: return set_team(agent, c.team);
    case Command::Kind::set_squad_team: return set_team(SquadId{c.squad}, c.team);
    case Command::Kind::set_floor: return set_floor(agent, c.floor);
    case Command::Kind::set_nav_link: return set_nav_link(c.link, c.link_def);
    case Command::Kind::remove_nav_link: return remove_nav_link(c.link);
    case Command::Kind::set_archetype: return set_archetype(agent, c.archetype);
    case Command::Kind::remove_squad: return remove_squad(SquadId{c.squad});
    }
    return Error::unknown;
}

/// Moves the point to the nearest walkable point if fray moves the agent. Returns whether it did.
bool OracleWorld::move_to_ground(const ArchetypeDef* kind, Vec2* point) const {
    const Ground* own = model().ground();
    if (own == nullptr || kind == nullptr || kind->body.motion == MotionType::host || own->walkable(*point))
        return false;
    return own->nearest(*point, 4.0f * world_extent, point);
}

/// A spawn or a teleport of an agent that fray moves, to a point where it cannot stand, may be refused (G8).
void OracleWorld::compare_refusal(Error error, const ArchetypeDef* kind, Vec2 point) {
    const Ground* own = model().ground();
    if (!followed_ || (error != Error::ok && error != Error::off_ground)) return;
    Vec2 found;
    const bool off =
        own != nullptr && kind != nullptr && kind->body.motion == MotionType::simulated && !own->walkable(point);
    const bool expected =
        off && (off_ground_ == OffGround::refuse || !own->nearest(point, 4.0f * world_extent, &found));
    same("a spawn or teleport off the ground is refused", error == Error::off_ground, expected, no_serial);
}

Error OracleWorld::set_host_poses(const HostPoses& poses) {
    const Error error = World::set_host_poses(poses);
    if (error != Error::ok || !followed_) return error;
    twin_.host_poses.clear();
    for (size_t i = 0; i < poses.count; ++i)
        twin_.host_poses.push_back({serial_of(poses.agents[i]), poses.positions[i],
                                    poses.headings ? std::optional(normalised(poses.headings[i])) : std::nullopt});
    return error;
}

Error OracleWorld::set_host_poses(std::span<const AgentId> agents, std::span<const Vec2> positions,
                                  std::span<const Vec2> headings) {
    const Error error = World::set_host_poses(agents, positions, headings);
    if (error != Error::ok || !followed_) return error;
    twin_.host_poses.clear();
    for (size_t i = 0; i < agents.size(); ++i)
        twin_.host_poses.push_back({serial_of(agents[i]), positions[i],
                                    headings.empty() ? std::nullopt : std::optional(normalised(headings[i]))});
    return error;
}

// ---- Steps ------------------------------------------------------------------------------------------------------

Error OracleWorld::step(double dt) {
    const std::map<Serial, Pose> before = poses_to_follow();
    const Error error = World::step(dt);
    if (error == Error::ok) follow(dt, before);
    return error;
}

Error OracleWorld::step_begin(double dt) {
    std::map<Serial, Pose> before = poses_to_follow();
    const Error error = World::step_begin(dt);
    if (error == Error::ok) begun_.emplace(dt, std::move(before));
    return error;
}

Error OracleWorld::step_end() {
    const Error error = World::step_end();
    if (error != Error::ok) return error;
    const auto [dt, before] = *std::exchange(begun_, std::nullopt);
    follow(dt, before);
    return error;
}

Error OracleWorld::advance(double elapsed, int* steps) {
    followed_ = false;
    return World::advance(elapsed, steps);
}

Error OracleWorld::set_event_mask(EventMask mask) {
    followed_ = false;
    return World::set_event_mask(mask);
}

Error OracleWorld::save(std::vector<std::byte>* out) {
    const Error error = World::save(out);
    if (error == Error::ok && followed_) snapshots_.insert_or_assign(*out, twin_);
    return error;
}

Error OracleWorld::restore(std::span<const std::byte> snapshot) {
    const Error error = World::restore(snapshot);
    if (error != Error::ok) return error;
    const auto found = snapshots_.find({snapshot.begin(), snapshot.end()});
    followed_ = followed_ && found != snapshots_.end();
    if (followed_) twin_ = found->second;
    return error;
}

std::map<Serial, Pose> OracleWorld::poses() const {
    std::map<Serial, Pose> poses = present_poses();
    for (const Command& command : twin_.pending) {
        const auto agent = model().agents().find(command.agent);
        if (command.kind == Command::Kind::spawn) poses[command.agent] = {command.position, command.heading};
        if (command.kind != Command::Kind::teleport) continue;
        if (agent != model().agents().end() && !agent->second.living()) continue;
        Pose& pose = poses[command.agent];
        pose.position = command.position;
        if (command.turns) pose.heading = command.heading;
    }
    return poses;
}

std::map<Serial, Pose> OracleWorld::present_poses() const {
    std::map<Serial, Pose> poses;
    for (size_t row = 0; row < agent_count(); ++row)
        poses[serials()[row]] = {positions()[row], headings()[row], velocities()[row]};
    return poses;
}

/// The poses after the last step, for the model, if the model runs. The model moves no agent itself: it takes the
/// engine's positions.
std::map<Serial, Pose> OracleWorld::poses_to_follow() const {
    return followed_ ? present_poses() : std::map<Serial, Pose>{};
}

/// Runs in the model the step that the world has just run, and compares the two.
void OracleWorld::follow(double dt, const std::map<Serial, Pose>& poses) {
    begun_.reset();
    followed_ = followed_ && difference_.empty() && twin_.model.agents().size() <= most_followed;
    if (!followed_) return;
    const std::vector<Command> commands = std::exchange(twin_.pending, {});
    const std::vector<HostPose> host_poses = std::exchange(twin_.host_poses, {});
    const std::vector<Event> expected = twin_.model.step(commands, dt, poses, host_poses);
    seen_ = static_cast<size_t>(spawn_count());
    for (auto serial = static_cast<Serial>(twin_.ids.size()); serial < spawn_count(); ++serial)
        learn(serial, find(serial).value_or(AgentId{})); // the agent was summoned
    compare_events(expected);
    if (difference_.empty()) remember(expected);
    compare_event_ids();
    compare_counters();
    compare_rows();
    compare_circles();
    compare_questions();
    compare_squads();
    compare_links();
    compare_target_biases();
    compare_projectiles();
    const auto reloads = [](const Command& command) { return command.kind == Command::Kind::reload; };
    if (std::any_of(commands.begin(), commands.end(), reloads)) compare_definitions();
}

// ---- Obstacles --------------------------------------------------------------------------------------------------

Error OracleWorld::set_obstacle(const Obstacle& obstacle, ObstacleId* out, OnObstacle agents) {
    const bool on_map = dynamic_cast<const GridMap*>(ground()) != nullptr;
    const std::map<Serial, Pose> before = poses_to_follow();
    ObstacleId made;
    const Error error = World::set_obstacle(obstacle, &made, agents);
    if (out != nullptr) *out = made;
    if (!followed_ || (error != Error::ok && (error != Error::off_ground || ground() == nullptr))) return error;
    followed_ = on_map;
    if (!followed_) return error;
    const auto number = error == Error::ok ? made.value : ~0u;
    const bool expected = twin_.model.set_obstacle(number, obstacle, agents, before, twin_.pending);
    same("an obstacle is set", error == Error::ok, expected, no_serial);
    compare_ground();
    return error;
}

Error OracleWorld::remove_obstacle(ObstacleId obstacle) {
    const Error error = World::remove_obstacle(obstacle);
    if (!followed_) return error;
    const bool expected = twin_.model.remove_obstacle(obstacle.value, twin_.pending);
    same("an obstacle is removed", error == Error::ok, expected, no_serial);
    compare_ground();
    return error;
}

/// The obstacles of world and model, the cells that they close, and what follows for islands and ways.
void OracleWorld::compare_ground() {
    std::string found, expected;
    for (const PlacedObstacle& one : obstacles())
        found += fmt::format("{} ({}, {}) {}; ", one.id.value, one.obstacle.at.x, one.obstacle.at.y,
                             static_cast<int>(one.obstacle.blocks));
    for (const auto& [number, one] : model().obstacles())
        expected += fmt::format("{} ({}, {}) {}; ", number, one.at.x, one.at.y, static_cast<int>(one.blocks));
    same("obstacles", found, expected, no_serial);
    const auto* map = dynamic_cast<const GridMap*>(ground());
    if (map == nullptr) return same("a ground with obstacles is a grid map", model().obstacles().empty(), true, -1);
    const Ground& own = *model().ground();
    std::map<uint32_t, uint32_t> islands, own_islands; // the same islands may have other numbers
    const auto cells = static_cast<uint32_t>(map->columns() * map->lines());
    for (uint32_t cell = 0; cell < cells && difference_.empty(); ++cell) {
        const Vec2 at = map->middle(cell), other = map->middle((cell * 31 + 7) % cells);
        const auto check = [&](const char* what, bool is, bool wanted) {
            if (is != wanted) same(fmt::format("the cell at ({}, {}) {}", at.x, at.y, what), is, wanted, no_serial);
        };
        check("is walkable", map->walkable(at), own.walkable(at));
        const uint32_t island = map->island(at), own_island = own.island(at);
        const bool fits = islands.try_emplace(own_island, island).first->second == island &&
                          own_islands.try_emplace(island, own_island).first->second == own_island;
        check("is on the same island", fits, true);
        check("has a clear way to another", map->clear(at, other), own.clear(at, other));
    }
}

// ---- Moving the origin ------------------------------------------------------------------------------------------

Error OracleWorld::shift_origin(Vec2 by, std::shared_ptr<const Ground> ground) {
    const auto copy = [](std::span<const Vec2> from) { return std::vector<Vec2>(from.begin(), from.end()); };
    const Places before{copy(positions()), copy(previous_positions()), copy(goals()), walkable_rows()};
    const std::map<Serial, Pose> poses = poses_to_follow();
    const Error error = World::shift_origin(by, ground);
    if (!followed_) return error;
    if (error != Error::ok) {
        compare_shifted({}, before);
        return error;
    }
    same("the model moves the origin", true, twin_.model.shift_origin(by, ground, poses), no_serial);
    if (!model().obstacles().empty()) compare_ground();
    compare_shifted(by, before);
    for (Command& command : twin_.pending)
        for (Vec2* point : points_of(command)) *point = *point + by;
    return error;
}

/// Says for each row whether the agent stands on walkable ground.
std::vector<bool> OracleWorld::walkable_rows() const {
    std::vector<bool> walkable;
    for (const Vec2 position : positions())
        walkable.push_back(model().ground() == nullptr || model().ground()->walkable(position));
    return walkable;
}

/// An agent that rounding has put off the ground comes to the nearest walkable point. `walkable`: it was not off the
/// ground before.
Vec2 OracleWorld::shifted(Vec2 position, Vec2 by, Serial serial, bool walkable) const {
    if (by == Vec2{}) return position; // refused: nothing has moved
    Vec2 moved = position + by;
    const auto agent = model().agents().find(serial);
    const bool walks =
        agent != model().agents().end() && model().archetype_of(agent->second).body.motion == MotionType::simulated;
    const Ground* own = model().ground();
    if (own != nullptr && walks && walkable && !own->walkable(moved)) own->nearest(moved, 1.0f, &moved);
    return moved;
}

/// Compares what the host can read immediately after the move.
void OracleWorld::compare_shifted(Vec2 by, const Places& before) {
    for (size_t row = 0; row < before.positions.size(); ++row) {
        const Serial serial = serials()[row];
        const Vec2 expected = shifted(before.positions[row], by, serial, before.walkable[row]);
        same("position, moved", positions()[row] == expected, true, serial);
        same("position of a frame ago, moved", previous_positions()[row] == before.previous[row] + by, true, serial);
        same("goal, moved", goals()[row] == before.goals[row] + by, true, serial);
    }
}

// ---- Comparison -------------------------------------------------------------------------------------------------

void OracleWorld::compare_events(const std::vector<Event>& expected) {
    const std::vector<Event> found = test::flat_events(*this);
    for (size_t i = 0; i < std::max(found.size(), expected.size()); ++i) {
        if (i < found.size() && i < expected.size() && found[i] == expected[i]) continue;
        std::string text = fmt::format("event {} of the frame ({} in the engine, {} in the model)\n", i, found.size(),
                                       expected.size());
        std::vector<Serial> about;
        const size_t first = i > 6 ? i - 6 : 0;
        for (size_t k = first; k < i; ++k) text += fmt::format("    both:   {}\n", in_words(found[k]));
        for (size_t k = i; k < std::min(i + 5, found.size()); ++k)
            text += fmt::format("    engine: {}\n", in_words(found[k]));
        for (size_t k = i; k < std::min(i + 5, expected.size()); ++k)
            text += fmt::format("    model:  {}\n", in_words(expected[k]));
        if (i < found.size()) about.insert(about.end(), {found[i].agent, found[i].target});
        if (i < expected.size()) about.insert(about.end(), {expected[i].agent, expected[i].target});
        return differ(text, about);
    }
}

/// An event names each agent by id and serial. The id is null if the agent was despawned in an earlier step.
void OracleWorld::compare_event_ids() {
    const auto compare = [this](const EventAgent& one) {
        if (one.id == id_of(one.serial)) return;
        const bool is_there = model().agents().count(one.serial) != 0;
        same("the id in an event is null or that of the agent", !one.id && !is_there, true, one.serial);
    };
    for_each_event(events(), [&](const auto& event) {
        if constexpr (requires { event.agent; }) compare(event.agent);
        if constexpr (requires { event.target; }) compare(event.target);
        if constexpr (requires { event.attacker; }) compare(event.attacker);
        if constexpr (requires { event.killer; }) compare(event.killer);
        if constexpr (requires { event.summoned; }) compare(event.summoned);
        if constexpr (requires { event.leader; }) compare(event.leader);
        if constexpr (requires { event.previous_leader.serial; }) compare(event.previous_leader);
    });
}

void OracleWorld::compare_counters() {
    const Counters& counts = counters();
    const auto dead = static_cast<uint32_t>(std::count_if(model().agents().begin(), model().agents().end(),
                                                          [](const auto& one) { return one.second.dead; }));
    same("frame", frame(), model().frame(), no_serial);
    same("time in us", in_us(time()), model().now(), no_serial);
    same("overload level", overload_level(), model().overload_level(), no_serial);
    same("commands dropped", counts.commands_dropped, model().commands_dropped(), no_serial);
    same("poses skipped", counts.poses_skipped, model().poses_skipped(), no_serial);
    same("moved to the ground", counts.moved_to_ground, model().moved_to_ground(), no_serial);
    same("dead agents", counts.dead, dead, no_serial);
    same("living agents", counts.living, model().agents().size() - dead, no_serial);
    same("events", counts.events, events().size(), no_serial);
}

void OracleWorld::compare_rows() {
    if (!difference_.empty()) return;
    same("agents in the world", agent_count(), model().agents().size(), no_serial);
    for (size_t row = 0; row < agent_count() && difference_.empty(); ++row) {
        const Serial serial = serials()[row];
        const auto agent = model().agents().find(serial);
        if (agent == model().agents().end()) return differ(fmt::format("the model has no agent {}", serial), {serial});
        compare_row(row, agent->second);
    }
}

void OracleWorld::compare_row(size_t row, const Agent& agent) {
    const Serial serial = agent.serial;
    const auto named = [serial](const char* what) { return fmt::format("{} of agent {}", what, serial); };
    same(named("id"), ids()[row] == id_of(serial), true, serial);
    same(named("id by serial"), find(serial) == ids()[row], true, serial);
    same(named("row"), row_of(id_of(serial)) == row, true, serial);
    same(named("state"), to_string(states()[row]), std::string(to_string(agent.state)), serial);
    same(named("health"), healths()[row], agent.health, serial);
    same(named("target"), serial_of(targets()[row]), agent.target, serial);
    same(named("slot"), slots()[row], agent.slot, serial);
    same(named("attack"), attacks()[row], agent.attack_number(), serial);
    same(named("wait slot"), wait_slots()[row], agent.wait_slot, serial);
    same(named("team"), teams()[row], agent.team, serial);
    same(named("archetype"), archetypes()[row], agent.archetype, serial);
    same(named("floor"), floors()[row], agent.floor, serial);
    if (agent.owner != no_serial && agent.spawned_frame + 1 == model().frame()) { // it was summoned in this frame
        const Vec2 apart = headings()[row] - agent.heading;
        same(named("heading as its owner's"), dot(apart, apart) < 1.0e-8f, true, serial); // the host's pose may have
                                                                                          // turned it since
    }
    // An agent that lost its target in resolve_hits keeps its distance band until the next classify_distances. No rule
    // reads it meanwhile.
    if (agent.target != no_serial) same(named("band"), bands()[row], agent.band, serial);
    if (agent.living() && agent.supports && !agent.holding() && agent.target != no_serial &&
        agent.state == AgentState::pursue && agent.update_interval == 1 && agent.pushed_until == 0)
        same(named("goal, its waypoint (Y1b)"), fmt::format("{} {}", goals()[row].x, goals()[row].y),
             fmt::format("{} {}", agent.waypoint.x, agent.waypoint.y), serial);
    compare_queries(row, agent);
}

/// The queries by id must agree with the spans and with the model.
void OracleWorld::compare_queries(size_t row, const Agent& agent) {
    const Serial serial = agent.serial;
    const AgentId id = ids()[row];
    const auto check = [&](const char* what, const auto& found, const auto& expected) {
        if (found != expected) same(fmt::format("{} of agent {}, by id", what, serial), found, expected, serial);
    };
    const auto agree = [&](const char* what, bool equal) { check(what, equal, true); };
    agree("position", position(id) == positions()[row]);
    agree("velocity", velocity(id) == velocities()[row]);
    agree("heading", heading(id) == headings()[row]);
    agree("state", state(id) == states()[row]);
    agree("target", target(id) == targets()[row]);
    agree("health", health(id) == (agent.dead ? 0.0f : healths()[row]));
    agree("team", team(id) == teams()[row]);
    agree("archetype", archetype_of(id) == archetypes()[row]);
    check("squad", squad(id).value_or(SquadId{}).value, model().squad_of(agent).made ? agent.squad : 0u);
    check("update interval", update_interval(id).value_or(0), agent.update_interval);
    check("monster", monster_of(id).value_or(-2), int64_t{agent.monster ? agent.monster->number : -1});
    if (!agent.living()) return;
    check("link for which it heads", nav_link_of(id).value_or(-2), agent.heads_for ? agent.heads_for->link : -1);
    compare_orders(agent);
    compare_body(agent);
    compare_threats(agent);
    check("user data", user_data()[row], agent.user_data);
    const CircleCapacity capacities = capacity(id).value_or(CircleCapacity{-1, -1});
    check("grid capacity", capacities.grid_capacity, agent.grid_capacity);
    check("attack capacity", capacities.attack_capacity, agent.attack_capacity);
    agree("closed slots", closed_slots(id) == std::vector<int>(agent.closed.begin(), agent.closed.end()));
    const ViewCone cone = view(id).value_or(ViewCone{{}, -1.0f});
    check("half angle of its view", cone.half_angle, agent.view ? agent.view->half_angle : ViewCone{}.half_angle);
    if (agent.view) agree("direction of its view", cone.direction == agent.view->direction);
}

/// The order of a living agent, and its queue of orders.
void OracleWorld::compare_orders(const Agent& agent) {
    const AgentId id = id_of(agent.serial);
    const auto check = [&](const std::string& what, const AgentOrder& found, const AgentOrder& expected) {
        if (found == expected) return;
        same(fmt::format("{} of agent {}", what, agent.serial), in_words(found), in_words(expected), agent.serial);
    };
    const OrderDef present = order(id).value_or(OrderDef{});
    AgentOrder found = in_serials(present), expected = agent.order;
    if (agent.holding()) found.point = present.point;       // its post
    if (!expected.repeat) found.delay = expected.delay = 0; // nothing depends on it any more
    check("order", found, expected);
    const std::vector<OrderDef> queued = order_queue(id).value_or(std::vector<OrderDef>{});
    if (queued.size() != agent.order_queue.size())
        return same(fmt::format("number of queued orders of agent {}", agent.serial), queued.size(),
                    agent.order_queue.size(), agent.serial);
    for (size_t i = 0; i < queued.size(); ++i) {
        expected = agent.order_queue[i];
        expected.squad = 0; // the host cannot read it
        check(fmt::format("queued order {}", i), in_serials(queued[i]), expected);
    }
}

/// What the host has made of the body of a living agent (A37a to A37e).
void OracleWorld::compare_body(const Agent& agent) {
    const BodyState found = body(id_of(agent.serial)).value_or(BodyState{-1.0f});
    const auto check = [&](const char* what, auto engine, auto expected) {
        if (engine != expected) same(fmt::format("{} of agent {}", what, agent.serial), engine, expected, agent.serial);
    };
    const auto left = [this](int64_t until) { return std::max<int64_t>(until - model().now(), 0); };
    check("speed factor", found.speed_factor, agent.speed_factor);
    check("radius", found.radius, model().radius_of(agent));
    check("avoidance factor", found.avoidance_factor, agent.avoidance_factor);
    check("rest of the stun in us", in_us(found.stun_time_left), left(agent.stunned_until));
    check("rest of the push in us", in_us(found.push_time_left), left(agent.pushed_until));
    const Vec2 apart = found.push_velocity - (left(agent.pushed_until) > 0 ? agent.push : Vec2{});
    check("velocity of the push", dot(apart, apart) < 1.0e-6f, true);
}

/// The threat table of a living agent (T34, T35): the attackers that live and have points left.
void OracleWorld::compare_threats(const Agent& agent) {
    const auto line = [](Serial serial, float points) { return fmt::format("{}: {}; ", serial, points); };
    std::vector<std::pair<float, Serial>> rows;
    for (const auto& [serial, row] : agent.threats) {
        const float points = model().points_of(agent, serial);
        if (points > 0.0f && is_living(serial)) rows.emplace_back(-points, serial);
    }
    std::sort(rows.begin(), rows.end());
    std::string found, expected;
    for (const auto& [points, serial] : rows) expected += line(serial, -points);
    for (const ThreatEntry& threat : threats(id_of(agent.serial)).value_or(std::vector<ThreatEntry>{}))
        found += line(serial_of(threat.attacker), threat.points);
    if (found != expected) same(fmt::format("threat table of agent {}", agent.serial), found, expected, agent.serial);
}

/// What the kind of the order uses, except the post of `hold`.
AgentOrder OracleWorld::in_serials(const OrderDef& order) const {
    AgentOrder one;
    one.kind = order.kind;
    one.run = order.run;
    if (names_agent(order.kind)) one.target = serial_of(order.target);
    one.attack = order.attack;
    if (leads_to_point(order.kind)) one.point = order.point;
    one.repeat = order.repeat;
    one.floor = order.floor;
    if (order.kind == OrderKind::escort) one.distance = order.escort_distance;
    one.delay = microseconds_of(order.delay);
    return one;
}

/// Sight questions are sorted by the viewer's serial, then by distance.
void OracleWorld::compare_questions() {
    const auto list = [](const std::vector<std::pair<Serial, Serial>>& questions) {
        std::string text;
        for (const auto& [viewer, target] : questions) text += fmt::format("{}: {}; ", viewer, target);
        return text;
    };
    std::vector<std::pair<Serial, Serial>> found;
    for (const SightQuestion& question : sight_questions())
        found.emplace_back(serial_of(question.viewer), serial_of(question.target));
    same("questions of sight", list(found), list(model().sight_questions()), no_serial);
}

/// The squads that the host made.
void OracleWorld::compare_squads() {
    const std::span<const SquadInfo> found = squads();
    same("number of squads that the host made", found.size(), twin_.squads.size(), no_serial);
    for (size_t i = 0; i < found.size() && difference_.empty(); ++i) {
        const uint32_t number = twin_.squads[i];
        const Squad& squad = model().squads()[number - 1];
        const auto named = [number](const char* what) { return fmt::format("{} of squad {}", what, number); };
        same(named("number"), found[i].id.value, number, squad.leader);
        same(named("team"), found[i].team, squad.team, squad.leader);
        same(named("leader"), serial_of(found[i].leader), squad.leader, squad.leader);
        same(named("leader, by id"), leader(SquadId{number}) == found[i].leader, true, squad.leader);
        const auto members =
            std::count_if(squad.members.begin(), squad.members.end(), // the model keeps despawned agents
                          [this](Serial serial) { return model().agents().count(serial) != 0; });
        same(named("number of members"), int64_t{found[i].members}, int64_t{members}, squad.leader);
        same(named("move input"), found[i].move_input == squad.move_input, true, squad.leader);
        same(named("move input, by id"), move_input(SquadId{number}) == squad.move_input, true, squad.leader);
        same(named("mood"), to_string(found[i].mood), std::string(to_string(squad.mood)), squad.leader);
        same(named("morale"), found[i].morale, static_cast<float>(squad.morale) / 1000.0f, squad.leader);
    }
}

void OracleWorld::compare_links() {
    const auto text = [](bool there, const NavLinkDef& def) { return there ? in_words(def) : std::string("none"); };
    for (int number = 0; number < max_nav_links; ++number) {
        const std::optional<NavLinkDef> found = nav_link(number);
        const auto expected = model().links().find(number);
        const bool there = expected != model().links().end();
        if (found.has_value() == there && (!there || *found == expected->second.def)) continue;
        same(fmt::format("link {}", number), text(found.has_value(), found.value_or(NavLinkDef{})),
             text(there, there ? expected->second.def : NavLinkDef{}), no_serial);
    }
}

/// The world has target biases in whole millimetres. Those of dead agents do not matter.
void OracleWorld::compare_target_biases() {
    for (const auto& [pair, metres] : model().target_biases()) {
        const auto& [serial, viewer] = pair;
        if (!is_living(serial) || (viewer != no_serial && !is_living(viewer))) continue;
        const float found = target_bias(id_of(serial), id_of(viewer)).value_or(-1.0e6f);
        same(fmt::format("target bias of agent {} for agent {}, in mm", serial, viewer),
             std::copysign(millimetres_of(std::abs(found)), found),
             std::copysign(millimetres_of(std::abs(metres)), metres), serial);
    }
}

/// Projectiles are sorted by the time at which they land, then by the order of launching.
void OracleWorld::compare_projectiles() {
    const auto in_words = [](Serial by, Serial target, int attack, int64_t lands_us, Vec2 from, float damage,
                             float hit_range) {
        return fmt::format("{} us: by {} at {} with attack {}, from ({}, {}), damage {}, hit range {} m", lands_us, by,
                           target, attack, from.x, from.y, damage, hit_range);
    };
    std::vector<Projectile> expected = model().projectiles();
    std::stable_sort(expected.begin(), expected.end(),
                     [](const Projectile& a, const Projectile& b) { return a.lands_us < b.lands_us; });
    const std::span<const fray::Projectile> found = projectiles();
    same("number of projectiles", found.size(), expected.size(), no_serial);
    for (size_t i = 0; i < expected.size() && difference_.empty(); ++i) {
        const fray::Projectile& p = found[i];
        const Projectile& q = expected[i];
        same(
            fmt::format("projectile {}", i),
            in_words(p.shooter_serial, serial_of(p.target), p.attack, in_us(p.landing_time), p.from, p.damage,
                     p.hit_range),
            in_words(q.by, q.target, q.attack, q.lands_us, q.from, q.damage, static_cast<float>(q.hit_range) / 1000.0f),
            q.by);
        const AgentId shooter = model().agents().count(q.by) != 0 ? id_of(q.by) : AgentId{};
        same(fmt::format("shooter of projectile {}", i), p.shooter == shooter, true, q.by);
    }
}

/// After a reload the world must return the definitions as they were given.
void OracleWorld::compare_definitions() {
    const Definitions& expected = model().definitions();
    same("number of archetypes", archetype_count(), expected.archetypes.size(), no_serial);
    same("number of monsters", monster_count(), expected.monsters.size(), no_serial);
    for (size_t i = 0; i < expected.archetypes.size() && difference_.empty(); ++i)
        same(fmt::format("archetype {} as it was given", i),
             archetype(static_cast<ArchetypeIndex>(i)) == expected.archetypes[i], true, no_serial);
    for (size_t i = 0; i < expected.monsters.size() && difference_.empty(); ++i)
        same(fmt::format("monster {} as it was given", i), monster(i) == expected.monsters[i], true, no_serial);
}

void OracleWorld::compare_circles() {
    if (!difference_.empty()) return;
    std::vector<Serial> expected, found;
    for (const auto& [serial, circle] : model().circles()) expected.push_back(serial);
    for (const CircleInfo& info : circles()) found.push_back(serial_of(info.target));
    same("circles round", fmt::format("{}", fmt::join(found, " ")), fmt::format("{}", fmt::join(expected, " ")),
         no_serial);
    same("number of circles", counters().circles, expected.size(), no_serial);
    for (size_t i = 0; i < expected.size() && difference_.empty(); ++i)
        compare_circle(circles()[i], model().circles().at(expected[i]));
}

void OracleWorld::compare_circle(const CircleInfo& info, const Circle& circle) {
    if (!difference_.empty()) return;
    const Serial target = circle.target;
    const Agent& agent = model().agents().at(target);
    const auto named = [target](const char* what) { return fmt::format("{} of the circle round {}", what, target); };
    const std::optional<CircleView> inspected = inspect_circle(*this, id_of(target));
    if (!inspected) return differ(named("no view"), {target});
    const CircleView& view = *inspected;
    same(named("grid capacity"), view.grid_capacity, agent.grid_capacity, target);
    same(named("attack capacity"), view.attack_capacity, agent.attack_capacity, target);
    same(named("free grid capacity"), view.grid_free, model().grid_free(circle), target);
    same(named("free attack capacity"), view.attack_free, model().attack_free(circle), target);
    same(named("capacities in the list"),
         fmt::format("{} {} {} {}", info.grid_capacity, info.grid_free, info.attack_capacity, info.attack_free),
         fmt::format("{} {} {} {}", view.grid_capacity, view.grid_free, view.attack_capacity, view.attack_free),
         target);
    same(named("counts in the list"), fmt::format("{} {} {}", info.slots, info.holders, info.requesters),
         fmt::format("{} {} {}", view.slots.size(), circle.token_queue.size(), circle.queue.size()), target);

    std::vector<Serial> slots(static_cast<size_t>(model().archetype_of(agent).circle.slots), no_serial);
    for (const auto& [slot, holder] : circle.slots) slots[static_cast<size_t>(slot)] = holder;
    const auto list = [](const auto& serials) { return fmt::format("[{}]", fmt::join(serials, " ")); };
    same(named("slots"), list(serials_of(view.slots)), list(slots), target);
    same(named("queue"), list(serials_of(view.queue)), list(circle.queue), target);
    same(named("token queue"), list(serials_of(view.token_queue)), list(circle.token_queue), target);
    same(named("strikers"), list(serials_of(view.strikers)), list(circle.strikers), target);
    same(named("reserver"), serial_of(view.reserver), circle.reserver, target);
    std::set<int> closed, expected;
    for (size_t slot = 0; slot < view.closed.size(); ++slot) {
        if (view.closed[slot]) closed.insert(static_cast<int>(slot));
        if (model().closed(circle, static_cast<int>(slot))) expected.insert(static_cast<int>(slot));
    }
    same(named("number of slots"), view.closed.size(), slots.size(), target);
    same(named("closed slots"), list(closed), list(expected), target);
}

// ---- Ids and text -----------------------------------------------------------------------------------------------

AgentId OracleWorld::id_of(Serial serial) const {
    const auto found = twin_.ids.find(serial);
    return found == twin_.ids.end() ? AgentId{} : found->second;
}

Serial OracleWorld::serial_of(AgentId agent) const {
    if (!agent) return no_serial;
    const auto found = twin_.serials.find({agent.index, agent.generation});
    return found == twin_.serials.end() ? -2 : found->second;
}

void OracleWorld::learn(Serial serial, AgentId agent) {
    twin_.ids[serial] = agent;
    twin_.serials[{agent.index, agent.generation}] = serial;
}

const ArchetypeDef* OracleWorld::kind_of(Serial serial) const {
    const auto agent = model().agents().find(serial);
    if (agent != model().agents().end()) return &model().archetype_of(agent->second);
    for (const Command& command : twin_.pending)
        if (command.kind == Command::Kind::spawn && command.agent == serial) return &archetype(command.archetype);
    return nullptr;
}

std::vector<Serial> OracleWorld::serials_of(std::span<const AgentId> ids) const {
    std::vector<Serial> result;
    for (const AgentId id : ids) result.push_back(serial_of(id));
    return result;
}

bool OracleWorld::is_living(Serial serial) const {
    const auto agent = model().agents().find(serial);
    return agent != model().agents().end() && agent->second.living();
}

void OracleWorld::remember(const std::vector<Event>& events) {
    for (const Event& event : events) {
        std::deque<std::string>& past = history_[event.agent];
        past.push_back(fmt::format("frame {}: {}", model().frame() - 1, in_words(event)));
        if (past.size() > 16) past.pop_front();
    }
}

void OracleWorld::differ(const std::string& what, const std::vector<Serial>& about) {
    if (!difference_.empty()) return;
    difference_ = fmt::format("engine and model differ at frame {}: {}\n", static_cast<int64_t>(frame()) - 1, what);
    std::set<Serial> agents(about.begin(), about.end());
    agents.erase(no_serial);
    for (const Serial serial : agents) {
        difference_ += describe(serial);
        for (const std::string& line : history_[serial]) difference_ += "    " + line + "\n";
    }
}

/// The agent as the model has it after this frame (before it, if a call was refused).
std::string OracleWorld::describe(Serial serial) const {
    const auto found = model().agents().find(serial);
    if (found == model().agents().end()) return fmt::format("  agent {}: not in the world\n", serial);
    const Agent& a = found->second;
    const ArchetypeDef& def = model().archetype_of(a);
    std::string text = fmt::format(
        "  agent {}: archetype {} (brain {}, {}, {}, {}), team {}, squad {}, floor {}, at ({}, {}) heading ({}, {}), "
        "state {}, health {}, target {}, slot {}, wait slot {}, {}, {}, {}, "
        "ready at {} us, rests until {} us, now {} us\n",
        serial, a.archetype, def.autonomous, to_string(def.engagement.release_policy),
        to_string(def.engagement.attack_choice), to_string(def.perception.targeting), a.team, a.squad, a.floor,
        a.position.x, a.position.y, a.heading.x, a.heading.y, to_string(a.state), a.health, a.target, a.slot,
        a.wait_slot, a.arrived ? "arrived" : "not arrived",
        a.held_up_since
            ? fmt::format("held up at {} us ({})", *a.held_up_since, model().held_up(a) ? "still" : "no more")
            : "never held up",
        a.token ? fmt::format("token for attack {} (begun {}, steps in until {} us)", a.token->attack, a.token->begun,
                              a.token->begin_until)
                : "no token",
        a.ready_at, a.rest_until, model().now());
    text += "    order: " + in_words(a.order) + "\n";
    for (const AgentOrder& one : a.order_queue) text += "    queued: " + in_words(one) + "\n";
    if (a.heads_for)
        text += fmt::format("    heads for passage {} of link {}\n", a.heads_for->number, a.heads_for->link);
    if (a.over_since) text += fmt::format("    its order is over since {} us\n", *a.over_since);
    if (a.offset) text += fmt::format("    offset ({}, {})\n", a.offset->x, a.offset->y);
    if (a.journey)
        text += fmt::format("    on a journey, {}, mark ({}, {}) since {} us\n",
                            a.journey->blocked ? "blocked" : "not blocked", a.journey->mark ? a.journey->mark->x : 0.0f,
                            a.journey->mark ? a.journey->mark->y : 0.0f, a.journey->since);
    if (a.performance)
        text += fmt::format("    performs attack {} since {} us: {}{}, hit due at {} us, end at {} us\n",
                            a.performance->attack, a.performance->since, a.performance->begun ? "begun" : "steps in",
                            a.performance->replaced ? ", its order was replaced" : "", a.performance->hit_due,
                            a.performance->end_due);
    if (a.stunned_until > 0 || a.own_radius != 0.0f || a.speed_factor != 1.0f)
        text += fmt::format("    body: radius {} m, speed factor {}, stunned until {} us, pushed until {} us\n",
                            model().radius_of(a), a.speed_factor, a.stunned_until, a.pushed_until);
    const auto due = [](const std::optional<int64_t>& clock) { return clock ? fmt::format("{} us", *clock) : "none"; };
    if (def.engagement.relief_time > 0.0)
        text += fmt::format("    relief {} s, its last arrival was at {} us, admitted at {} us\n",
                            def.engagement.relief_time, a.arrived_at, a.admitted_at);
    text += fmt::format("    {}, until {} us, band {}, {}, {}, phase {} of {}, {} heal charges, last reaction in band "
                        "{}, close clock {}, "
                        "run clock {}, stagger {} s\n",
                        def.engagement.managed ? "managed" : "free", a.until, a.band, a.runs ? "runs" : "walks",
                        a.flagged ? "flagged" : "not flagged", a.phase, def.boss.phases.size(), a.heal_charges,
                        a.reaction_band, due(a.close_due), due(a.run_due), def.poise.stagger_time);
    const Squad& squad = model().squad_of(a);
    if (squad.made)
        text += fmt::format(
            "    squad {}: leader {}, follow {} m, at most {} m, control {}, move input ({}, {}); it is {}led, "
            "{}a follower\n",
            a.squad, squad.leader, squad.def.follow_distance, squad.def.max_leader_distance,
            to_string(squad.def.control), squad.move_input.x, squad.move_input.y, model().led(a) ? "" : "not ",
            model().follower(a) ? "" : "not ");
    if (squad.def.morale.enabled)
        text += fmt::format(
            "    morale {} thousandths of a point, {}, it has routed {} times, {} leader; losses {}, leaders lost {}, "
            "kills {}, side hits {}, rear hits {} since the last look\n",
            squad.morale, to_string(squad.mood), squad.routs, squad.appointed ? "appointed" : "succeeding",
            squad.counts.losses, squad.counts.leaders_lost, squad.counts.kills, squad.counts.side_hits,
            squad.counts.rear_hits);
    text += fmt::format(
        "    update interval {} (archetype {}, host {}), {} in frame {}; overload level {} with a budget of "
        "{} updates\n",
        a.update_interval, def.update_interval, a.host_update_interval.value_or(0),
        model().is_updated(a) ? "updated" : "not updated", model().frame(), model().overload_level(),
        model().detail().update_budget);
    const auto leader = model().agents().find(squad.leader);
    if (squad.made && leader != model().agents().end())
        text += fmt::format("    {} mm from its leader\n",
                            millimetres(distance_squared(a.position, leader->second.position)));
    if (a.owner != no_serial)
        text += fmt::format("    summoned by {}, depth {}, dies with it: {}\n", a.owner, a.depth, a.dies_with_owner);
    if (a.monster) {
        text += fmt::format("    monster {}, its state {} ({}) since {} us, {} s looked at, {} health seen, {}, {} "
                            "patrols done, post ({}, {}) end ({}, {})\n",
                            a.monster->number, a.monster->state, a.monster->fresh ? "fresh" : "not fresh",
                            a.monster->since, a.monster->seconds, a.monster->health_seen,
                            a.monster->goes_out ? "on the way out" : "on the way back", a.monster->patrols,
                            a.monster->post.x, a.monster->post.y, a.monster->end.x, a.monster->end.y);
        const MonsterDef& monster = model().definitions().monsters[static_cast<size_t>(a.monster->number)];
        for (const RunningAct& one : a.monster->running) {
            const ActDef& act = monster.acts[static_cast<size_t>(one.act)];
            text += fmt::format("    act {} by condition {} runs until {}, skills [{}], cd [", one.act, one.condition,
                                due(one.end), fmt::join(act.attacks, ", "));
            for (const ActDef::Cooldown& cooldown : act.cooldowns)
                text += fmt::format("{}: {} s; ", cooldown.attack, cooldown.seconds);
            text += "]\n";
        }
        for (size_t i = 0; i < def.attacks.size(); ++i) {
            const auto own = a.cooldowns.find(static_cast<int>(i));
            text += fmt::format("    attack {} '{}', weight {}, {} s for the agent, its own clock {}\n", i,
                                def.attacks[i].name, def.attacks[i].weight, def.attacks[i].cooldown.agent,
                                own != a.cooldowns.end() ? fmt::format("until {} us", own->second) : "never ran");
        }
    }
    const auto target = model().agents().find(a.target);
    if (target != model().agents().end())
        text += fmt::format("    {} mm from its target, seen at {} rad\n",
                            millimetres(distance_squared(a.position, target->second.position)),
                            bearing(a.position, a.heading, target->second.position));
    const auto opponent = model().agents().find(a.circle != no_serial ? a.circle : a.target);
    if (opponent != model().agents().end()) text += describe_reach(a, opponent->second);
    const auto circle = model().circles().find(serial);
    if (circle != model().circles().end())
        text += fmt::format("    its circle: capacities {} and {}, queue [{}], token queue [{}], strikers [{}], closed "
                            "[{}], blocked [{}], "
                            "reserver {}, rebalancing due {}, {} slots, {}, surround {}\n",
                            a.grid_capacity, a.attack_capacity, fmt::join(circle->second.queue, " "),
                            fmt::join(circle->second.token_queue, " "), fmt::join(circle->second.strikers, " "),
                            fmt::join(a.closed, " "), fmt::join(circle->second.blocked, " "), circle->second.reserver,
                            circle->second.rebalancing_due, def.circle.slots, to_string(def.circle.rebalance_mode),
                            def.circle.even_spacing);
    return text;
}

/// What follows from the bodies of the two (rules: Bodies and reach).
std::string OracleWorld::describe_reach(const Agent& agent, const Agent& target) const {
    const ArchetypeDef& def = model().archetype_of(agent);
    std::string text = fmt::format(
        "    against {}: touch {} mm, thresholds {} m, engage range {} mm, chase distance {} mm, unusable clock "
        "{}\n",
        target.serial, model().touch(agent, target), fmt::join(model().thresholds_of(agent, target), " "),
        model().engage_range_of(agent, target), model().chase_distance(agent, target),
        agent.unusable_since ? fmt::format("since {} us", *agent.unusable_since) : "none");
    for (size_t i = 0; i < def.attacks.size(); ++i) {
        const AttackDef& attack = def.attacks[i];
        const std::optional<int64_t> from = model().striking_distance(agent, attack, target);
        text +=
            fmt::format("    attack {}: weight {}, range {} to {} m as given, hit range {} mm, striking distance {}\n",
                        i, attack.weight, attack.range[0], attack.range[1], model().hit_range_of(agent, attack, target),
                        from ? fmt::format("{} mm", *from) : "none");
    }
    if (agent.slot >= 0) {
        const Vec2 place = model().holder_place(agent, target, agent.slot);
        text += fmt::format("    its slot lies at ({}, {}), the approach radius is {} m\n", place.x, place.y,
                            model().approach_radius_of(target));
    }
    return text;
}

std::string in_words(const AgentOrder& order) {
    std::string text = to_string(order.kind);
    if (order.target != no_serial) text += fmt::format(", agent {}", order.target);
    if (order.attack != -1) text += fmt::format(", attack {}", order.attack);
    if (leads_to_point(order.kind) || order.kind == OrderKind::hold)
        text += fmt::format(", ({}, {})", order.point.x, order.point.y);
    if (order.floor) text += fmt::format(" on floor {}", *order.floor);
    if (order.squad != 0) text += fmt::format(", to squad {}", order.squad);
    if (order.kind == OrderKind::escort) text += fmt::format(", distance {} m", order.distance);
    return text + fmt::format(", delay {} us{}", order.delay, order.repeat ? ", repeats" : "");
}

std::string in_words(const NavLinkDef& link) {
    return fmt::format("from ({}, {}) on floor {} to ({}, {}) on floor {}, radius {}, capacity {}, interval {} s, "
                       "cost {}, {}, {}",
                       link.from.x, link.from.y, link.from_floor, link.to.x, link.to.y, link.to_floor, link.radius,
                       link.capacity, link.departure_interval, link.cost, link.bidirectional ? "two-way" : "one-way",
                       link.open ? "open" : "closed");
}

std::string in_words(const Event& event) {
    std::string text = fmt::format("{} of {}", to_string(event.type), event.agent);
    if (event.target != no_serial) text += fmt::format(", target {}", event.target);
    if (event.cause != Cause::none) text += fmt::format(", cause {}", to_string(event.cause));
    if (event.attack >= 0) text += fmt::format(", attack {}", event.attack);
    if (event.slot >= 0) text += fmt::format(", slot {}", event.slot);
    if (event.type == EventType::order || event.type == EventType::order_done)
        text += fmt::format(", {}", to_string(static_cast<OrderKind>(event.a)));
    if (event.type == EventType::wait)
        text += fmt::format(", {}, need {}, free {}", to_string(static_cast<WaitReason>(event.c)), event.a, event.b);
    else if (event.type == EventType::morale)
        text += fmt::format(", squad {}, {} to {}", event.a, to_string(static_cast<SquadMood>(event.b)),
                            to_string(static_cast<SquadMood>(event.c)));
    else if (event.type == EventType::state)
        text += fmt::format(", {} to {}", to_string(static_cast<AgentState>(event.a)),
                            to_string(static_cast<AgentState>(event.b)));
    else if (event.a != 0 || event.b != 0 || event.c != 0)
        text += fmt::format(", a {} b {} c {}", event.a, event.b, event.c);
    if (event.x != 0.0f || event.y != 0.0f) text += fmt::format(", x {} y {}", event.x, event.y);
    return text;
}

} // namespace fray::model
