// The door: commands are checked when they are given, and wait for the next step.
#include "commands/reload.h"
#include "float_mode.h"
#include "storage/rules_math.h"
#include "storage/text.h"
#include "world/world_impl.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace fray {
namespace {

/// Bytes an agent: circles, index, squads and scratch, as measured in clash, and a good part more.
constexpr uint64_t least_beside_columns = 600;
constexpr uint64_t taken_at_once = uint64_t{1} << 19; ///< bytes

/// Under fray's floating-point mode, whatever the host's.
Vec2 heading_of(Vec2 direction) {
    const FloatMode float_mode;
    return normalised(direction);
}

/// Gives each of a list to `give`, until one is refused, and says how many were not.
template <typename T, typename Give> Error in_order(std::span<const T> list, size_t* done, Give give) {
    size_t given = 0;
    Error e = Error::ok;
    while (given < list.size() && (e = give(list[given])) == Error::ok) ++given;
    if (done != nullptr) *done = given;
    return e;
}

} // namespace

// ---- Checks at the door ---------------------------------------------------------------------------------------------

Error World::Impl::check_agent(AgentId agent, const char* what) const {
    if (core.ids.is_valid(agent)) return Error::ok;
    return fail(Error::stale_id, text(what, ": agent ", agent.index, " of generation ", agent.generation,
                                      agent ? " is not in this world" : " is null"));
}

Error World::Impl::check_point(Vec2 point, const char* what) const {
    if (!is_finite(point)) return fail(Error::not_finite, text(what, ": given (", point.x, ", ", point.y, ")"));
    if (is_in_world(point)) return Error::ok;
    return fail(Error::out_of_range, text(what, ": given (", point.x, ", ", point.y, "), allowed -", world_extent,
                                          " to ", world_extent, " m"));
}

Error World::Impl::check_heading(Vec2 heading) const {
    if (!is_finite(heading)) return fail(Error::not_finite, text("heading: given (", heading.x, ", ", heading.y, ")"));
    if (is_direction(heading)) return Error::ok;
    return fail(Error::out_of_range, "heading: given (0, 0), allowed any direction");
}

Error World::Impl::stand_on_ground(ArchetypeIndex archetype, const char* what, Vec2* point, bool* moved) const {
    *moved = false;
    if (core.terrain.ground == nullptr || core.kinds.archetypes[archetype].motion == Motion::host ||
        core.terrain.ground->walkable(*point))
        return Error::ok;
    const FloatMode float_mode;
    const bool refuses = def.off_ground == OffGround::refuse;
    Vec2 found;
    *moved = !refuses && core.terrain.ground->nearest(*point, 4.0f * world_extent, &found) && is_in_world(found);
    if (!*moved)
        return fail(Error::off_ground, text(what, ": given (", point->x, ", ", point->y, "), which is off the ground",
                                            refuses ? "" : ", and so is all the world within reach"));
    *point = found;
    return Error::ok;
}

ArchetypeIndex World::Impl::archetype_of(AgentId agent) const {
    const uint32_t row = core.ids.row_of(agent);
    if (row != no_index) return core.agents.archetype.any()[row];
    ArchetypeIndex archetype = 0;
    for (const Command& command : core.input.commands)
        if (command.type == Command::Type::spawn && command.agent == agent) archetype = command.archetype;
    return archetype;
}

int World::Impl::slots_round(AgentId target) const {
    const ArchetypeIndex archetype = archetype_of(target);
    int slots = core.kinds.archetypes[archetype].circle.slots;
    for (const Definitions& next : core.input.reloads)
        if (archetype < next.archetypes.size()) slots = std::max(slots, next.archetypes[archetype].circle.slots);
    return slots;
}

uint32_t World::Impl::squad_of(AgentId agent) const {
    const uint32_t row = core.ids.row_of(agent);
    if (row != no_index) return core.agents.squad.any()[row];
    for (const Command& command : core.input.commands)
        if (command.type == Command::Type::spawn && command.agent == agent) return command.squad;
    return Squads::none;
}

Error World::Impl::check_squad(SquadId squad, const char* what, uint32_t* place) const {
    *place = core.squads.find(squad);
    if (*place != Squads::none) return Error::ok;
    return fail(Error::unknown, text(what, ": squad ", squad.value, ": add_squad never made it"));
}

Error World::Impl::check_order(const Order& order) const {
    if (order.kind > OrderKind::retreat)
        return fail(Error::out_of_range, text("order: kind ", static_cast<int>(order.kind), ", allowed 0 to 4"));
    if (order.kind == OrderKind::attack) return check_agent(order.target, "order: target");
    if (order.kind == OrderKind::go || order.kind == OrderKind::retreat)
        return check_point(order.point, "order: point");
    return Error::ok;
}

Command& World::Impl::file_order(Command::Type type, AgentId agent, const Order& order) {
    Command& command = file(type, agent);
    command.order = order.kind;
    if (order.kind == OrderKind::attack) command.other = order.target;
    if (order.kind == OrderKind::go || order.kind == OrderKind::retreat) command.point = order.point;
    return command;
}

Command& World::Impl::file(Command::Type type, AgentId agent) {
    Command& command = core.input.commands.emplace_back();
    command.type = type;
    command.agent = agent;
    return command;
}

// ---- Commands -------------------------------------------------------------------------------------------------------

/// Is there room in the budget for one more? (WorldDef::memory_budget)
Error World::Impl::check_budget() const {
    if (def.memory_budget == 0) return Error::ok;
    const uint64_t used = memory->bytes(), columns = core.agents.registry.memory();
    const uint64_t rows = core.agents.rows(), waiting = core.input.spawns + 1;
    // Of what is not in columns, as much as the others have; and no less than a crowd that fights comes to.
    const uint64_t others = std::max<uint64_t>(least_beside_columns, rows == 0 ? 0 : (used - columns) / rows);
    const uint64_t in_pieces = taken_at_once + (used - columns) / 4; // pools and lists grow by more than is needed now
    const uint64_t needed = used + core.agents.registry.growth(rows + waiting) + waiting * others + in_pieces;
    if (needed <= def.memory_budget) return Error::ok;
    return fail(Error::full, text("memory: ", used, " bytes in use, one agent more may need ", needed - used,
                                  ", allowed ", def.memory_budget));
}

Error World::reserve(size_t agents) {
    return impl_->attempt([&](Impl& w) -> Error {
        if (agents > INT32_MAX)
            return w.fail(Error::full, text("reserve: given ", agents, ", allowed 0 to ", INT32_MAX));
        if (w.def.memory_budget != 0 && w.memory->bytes() + w.core.agents.registry.growth(agents) > w.def.memory_budget)
            return w.fail(Error::full, text("reserve: room for ", agents, " agents is beyond the memory allowed, ",
                                            w.def.memory_budget, " bytes"));
        w.core.agents.registry.reserve(agents);
        w.core.ids.reserve(agents);
        return Error::ok;
    });
}

Error World::spawn(const SpawnDef& def, AgentId* out) {
    if (out != nullptr) *out = {};
    return impl_->change([&](Impl& w) -> Error {
        WorldState& core = w.core;
        if (def.archetype >= core.kinds.archetypes.size())
            return w.fail(Error::unknown,
                          text("archetype ", def.archetype, ": there are ", core.kinds.archetypes.size()));
        const ArchetypeDef& archetype = core.kinds.archetype_defs[def.archetype];
        if (!archetype.monster.empty() && core.kinds.archetypes[def.archetype].monster == no_monster)
            return w.fail(Error::unknown,
                          text("archetype '", archetype.name, "': no monster '", archetype.monster, "'"));
        if (def.team >= core.kinds.team_names.size())
            return w.fail(Error::unknown, text("team ", int{def.team}, ": there are ", core.kinds.team_names.size()));
        uint32_t squad = def.squad ? core.squads.find(def.squad) : Squads::none;
        if (def.squad && squad == Squads::none)
            return w.fail(Error::unknown, text("squad ", def.squad.value, ": add_squad never made it"));
        if (def.squad && core.squads.list[squad].team != def.team)
            return w.fail(Error::wrong_squad, text("squad ", def.squad.value, ": is of team ",
                                                   int{core.squads.list[squad].team}, ", given team ", int{def.team}));
        if (const Error e = w.check_point(def.position, "position"); e != Error::ok) return e;
        if (const Error e = w.check_heading(def.heading); e != Error::ok) return e;
        if (core.ids.next_serial == INT32_MAX) return w.fail(Error::full, "serials: all 2147483647 were given out");
        if (const Error e = w.check_budget(); e != Error::ok) return e;
        Vec2 position = def.position;
        bool moved = false;
        if (const Error e = w.stand_on_ground(def.archetype, "position", &position, &moved); e != Error::ok) return e;

        const AgentId id = core.ids.create();
        Command& command = w.file(Command::Type::spawn, id);
        command.team = def.team;
        command.archetype = def.archetype;
        command.layer = def.layer;
        if (!def.squad) squad = core.squads.create(def.team, true);
        command.squad = squad;
        ++core.input.spawns;
        command.serial = core.ids.next_serial++;
        core.ids.index_of_serial.push_back(id.index);
        command.point = position;
        command.detail = moved;
        command.heading = heading_of(def.heading);
        command.host_bits = def.host_bits;
        if (out != nullptr) *out = id;
        w.notes.note(Call::spawn, def);
        return Error::ok;
    });
}

Error World::despawn(AgentId agent) {
    return impl_->change([&](Impl& w) -> Error {
        if (const Error e = w.check_agent(agent, "despawn"); e != Error::ok) return e;
        w.core.ids.valid[agent.index] = 0;
        w.file(Command::Type::despawn, agent);
        w.notes.note(Call::despawn, agent);
        return Error::ok;
    });
}

Error World::join(AgentId agent, SquadId squad) {
    return impl_->change([&](Impl& w) -> Error {
        if (const Error e = w.check_agent(agent, "join"); e != Error::ok) return e;
        uint32_t place = Squads::none;
        if (const Error e = w.check_squad(squad, "join", &place); e != Error::ok) return e;
        w.file(Command::Type::join, agent).squad = place;
        w.notes.note(Call::join, agent, squad);
        return Error::ok;
    });
}

Command* World::Impl::file_place(AgentId agent, Vec2 position, Error* e) {
    bool moved = false;
    *e = check_agent(agent, "place");
    if (*e == Error::ok) *e = check_point(position, "place: position");
    if (*e == Error::ok && core.terrain.ground != nullptr)
        *e = stand_on_ground(archetype_of(agent), "place: position", &position, &moved);
    if (*e != Error::ok) return nullptr;
    Command& command = file(Command::Type::place, agent);
    command.point = position;
    command.detail = moved;
    return &command;
}

Error World::place(AgentId agent, Vec2 position) {
    return impl_->change([&](Impl& w) -> Error {
        Error e = Error::ok;
        if (w.file_place(agent, position, &e) == nullptr) return e;
        w.notes.note(Call::place, agent, position);
        return Error::ok;
    });
}

Error World::place(AgentId agent, Vec2 position, Vec2 heading) {
    return impl_->change([&](Impl& w) -> Error {
        Error e = w.check_heading(heading);
        if (e != Error::ok) return e;
        Command* const command = w.file_place(agent, position, &e);
        if (command == nullptr) return e;
        command->has_heading = true;
        command->heading = heading_of(heading);
        w.notes.note(Call::place_facing, agent, position, heading);
        return Error::ok;
    });
}

Error World::place(std::span<const Placement> placements, size_t* done) {
    return in_order(placements, done, [&](const Placement& p) {
        return p.heading == Vec2{} ? place(p.agent, p.position) : place(p.agent, p.position, p.heading);
    });
}

Error World::order(AgentId agent, const Order& order) {
    return impl_->change([&](Impl& w) -> Error {
        if (const Error e = w.check_agent(agent, "order"); e != Error::ok) return e;
        if (const Error e = w.check_order(order); e != Error::ok) return e;
        if (order.kind == OrderKind::attack && order.target == agent)
            return w.fail(Error::out_of_range, text("order: agent ", agent.index, " to attack itself"));
        w.file_order(Command::Type::order, agent, order);
        w.notes.note(Call::order, agent, order);
        return Error::ok;
    });
}

Error World::order(SquadId squad, const Order& order) {
    return impl_->change([&](Impl& w) -> Error {
        uint32_t place = Squads::none;
        if (const Error e = w.check_squad(squad, "order", &place); e != Error::ok) return e;
        if (const Error e = w.check_order(order); e != Error::ok) return e;
        w.file_order(Command::Type::order_squad, {}, order).squad = place;
        w.notes.note(Call::order_squad, squad, order);
        return Error::ok;
    });
}

Error World::lead(AgentId agent) {
    return impl_->change([&](Impl& w) -> Error {
        if (const Error e = w.check_agent(agent, "lead"); e != Error::ok) return e;
        if (w.core.squads.traits_of(w.squad_of(agent)) == nullptr)
            return w.fail(Error::wrong_squad, text("lead: agent ", agent.index, " was spawned without a squad"));
        w.file(Command::Type::lead, agent);
        w.notes.note(Call::lead, agent);
        return Error::ok;
    });
}

Error World::stick(SquadId squad, Vec2 direction) {
    return impl_->change([&](Impl& w) -> Error {
        uint32_t place = Squads::none;
        if (const Error e = w.check_squad(squad, "stick", &place); e != Error::ok) return e;
        if (!is_finite(direction))
            return w.fail(Error::not_finite, text("stick: given (", direction.x, ", ", direction.y, ")"));
        const double length = std::hypot(double{direction.x}, double{direction.y});
        if (length > 1.0001)
            return w.fail(Error::out_of_range, text("stick: length given ", length, ", allowed 0 to 1"));
        Command& command = w.file(Command::Type::stick, {});
        command.squad = place;
        command.point = direction;
        w.notes.note(Call::stick, squad, direction);
        return Error::ok;
    });
}

Error World::prefer(AgentId target, float metres, AgentId by) {
    return impl_->change([&](Impl& w) -> Error {
        if (const Error e = w.check_agent(target, "prefer: target"); e != Error::ok) return e;
        if (by)
            if (const Error e = w.check_agent(by, "prefer: by"); e != Error::ok) return e;
        if (!std::isfinite(metres)) return w.fail(Error::not_finite, text("prefer: given ", metres));
        if (std::abs(metres) > 1000.0f)
            return w.fail(Error::out_of_range, text("prefer: given ", metres, ", allowed -1000 to 1000 m"));
        Command& command = w.file(Command::Type::prefer, target);
        command.other = by;
        command.amount = metres;
        w.notes.note(Call::prefer, target, metres, by);
        return Error::ok;
    });
}

Error World::set_detail(const DetailDef& detail) {
    return impl_->change([&](Impl& w) -> Error {
        for (size_t i = 0; i < detail.beyond.size(); ++i)
            if (!(detail.beyond[i] >= (i == 0 ? 0.0f : detail.beyond[i - 1])))
                return w.fail(Error::out_of_range, text("set_detail: beyond[", i, "]: given ", detail.beyond[i],
                                                        ", allowed 0 and more m, ascending"));
        if (detail.points.size() > max_detail_points)
            return w.fail(Error::out_of_range,
                          text("set_detail: given ", detail.points.size(), " points, allowed ", max_detail_points));
        for (const Vec2 point : detail.points)
            if (const Error e = w.check_point(point, "set_detail: point"); e != Error::ok) return e;
        w.core.input.detail = detail;
        w.core.input.sets_detail = true;
        w.notes.note(Call::set_detail, detail);
        return Error::ok;
    });
}

Error World::set_period(AgentId agent, int frames) {
    return impl_->change([&](Impl& w) -> Error {
        if (const Error e = w.check_agent(agent, "set_period"); e != Error::ok) return e;
        if (frames != 0 && !is_period(frames))
            return w.fail(Error::out_of_range, text("set_period: given ", frames, ", allowed 0, 1, 2, 4, 8"));
        w.file(Command::Type::period, agent).detail = static_cast<uint32_t>(frames);
        w.notes.note(Call::set_period, agent, frames);
        return Error::ok;
    });
}

Error World::damage(AgentId agent, float amount, AgentId by) {
    return impl_->change([&](Impl& w) -> Error {
        if (const Error e = w.check_agent(agent, "damage"); e != Error::ok) return e;
        if (by)
            if (const Error e = w.check_agent(by, "damage: by"); e != Error::ok) return e;
        if (!std::isfinite(amount)) return w.fail(Error::not_finite, text("damage: given ", amount));
        if (!(amount > 0.0f))
            return w.fail(Error::out_of_range, text("damage: given ", amount, ", allowed more than 0"));
        Command& command = w.file(Command::Type::damage, agent);
        command.other = by;
        command.amount = amount;
        w.notes.note(Call::damage, agent, amount, by);
        return Error::ok;
    });
}

Error World::damage(std::span<const Damage> damages, size_t* done) {
    return in_order(damages, done, [&](const Damage& d) { return damage(d.agent, d.amount, d.by); });
}

Error World::set_health(AgentId agent, float health) {
    return impl_->change([&](Impl& w) -> Error {
        if (const Error e = w.check_agent(agent, "set_health"); e != Error::ok) return e;
        if (!std::isfinite(health)) return w.fail(Error::not_finite, text("set_health: given ", health));
        const float full = w.core.kinds.archetypes[w.archetype_of(agent)].health;
        if (full == unlimited_health)
            return w.fail(Error::out_of_range, text("set_health: given ", health, " for agent ", agent.index,
                                                    ", whose archetype's health has no limit"));
        if (!(health >= 0.0f && health <= full))
            return w.fail(Error::out_of_range, text("set_health: given ", health, ", allowed 0 to ", full));
        w.file(Command::Type::health, agent).amount = health + 0.0f; // -0 is 0
        w.notes.note(Call::set_health, agent, health);
        return Error::ok;
    });
}

Error World::set_health(std::span<const Health> healths, size_t* done) {
    return in_order(healths, done, [&](const Health& h) { return set_health(h.agent, h.health); });
}

Error World::capacity(AgentId target, int grid, int attack) {
    return impl_->change([&](Impl& w) -> Error {
        if (const Error e = w.check_agent(target, "capacity"); e != Error::ok) return e;
        if (grid < 0 || grid > max_weight || attack < 0 || attack > max_weight)
            return w.fail(Error::out_of_range,
                          text("capacity: given ", grid, " and ", attack, ", allowed 0 to ", max_weight));
        Command& command = w.file(Command::Type::capacity, target);
        command.grid = grid;
        command.attack = attack;
        w.notes.note(Call::capacity, target, grid, attack);
        return Error::ok;
    });
}

Error World::close_slots(AgentId target, std::span<const int> slots) {
    return impl_->change([&](Impl& w) -> Error {
        if (const Error e = w.check_agent(target, "close slots"); e != Error::ok) return e;
        const int count = w.slots_round(target);
        SlotSet closed;
        for (const int slot : slots) {
            if (slot < 0 || slot >= count)
                return w.fail(Error::out_of_range, text("close slots: given ", slot, ", allowed 0 to ", count - 1));
            closed.add(static_cast<uint32_t>(slot));
        }
        w.file(Command::Type::close_slots, target).detail = static_cast<uint32_t>(w.core.input.slot_sets.size());
        w.core.input.slot_sets.push_back(closed);
        w.notes.note(Call::close_slots, target, slots);
        return Error::ok;
    });
}

Error World::view(AgentId target, Vec2 direction, float half_angle) {
    return impl_->change([&](Impl& w) -> Error {
        if (const Error e = w.check_agent(target, "view"); e != Error::ok) return e;
        if (const Error e = w.check_heading(direction); e != Error::ok) return e;
        if (!std::isfinite(half_angle)) return w.fail(Error::not_finite, text("view: half angle given ", half_angle));
        if (half_angle < 0.0f || half_angle > pi)
            return w.fail(Error::out_of_range,
                          text("view: half angle given ", half_angle, ", allowed 0 to ", pi, " rad"));
        Command& command = w.file(Command::Type::view, target);
        command.heading = heading_of(direction);
        command.amount = half_angle;
        w.notes.note(Call::view, target, direction, half_angle);
        return Error::ok;
    });
}

Error World::answer_sight(AgentId viewer, AgentId target, bool seen) {
    return impl_->change([&](Impl& w) -> Error {
        if (const Error e = w.check_agent(viewer, "answer sight: viewer"); e != Error::ok) return e;
        if (const Error e = w.check_agent(target, "answer sight: target"); e != Error::ok) return e;
        Command& command = w.file(Command::Type::sight, viewer);
        command.other = target;
        command.detail = seen;
        w.notes.note(Call::answer_sight, viewer, target, seen);
        return Error::ok;
    });
}

Error World::report(AgentId agent, AttackReport what) {
    return impl_->change([&](Impl& w) -> Error {
        if (const Error e = w.check_agent(agent, "report"); e != Error::ok) return e;
        if (what > AttackReport::interrupt)
            return w.fail(Error::out_of_range, text("report: given ", static_cast<int>(what), ", allowed 0 to 2"));
        w.file(Command::Type::report, agent).detail = 1u << static_cast<unsigned>(what);
        w.notes.note(Call::report, agent, what);
        return Error::ok;
    });
}

Error World::reload(std::span<const ArchetypeDef> archetypes, std::span<const MonsterDef> monsters) {
    return impl_->change([&](Impl& w) -> Error {
        Definitions all = definitions_to_be(w.core);
        std::vector<uint8_t> given(all.archetypes.size(), 0);
        for (const ArchetypeDef& def : archetypes) {
            const std::string name = text("reload: archetype '", def.name, "': ");
            const size_t place = find_name(all.archetypes, def.name);
            if (place == all.archetypes.size()) return w.fail(Error::unknown, name + "there is none of that name");
            ArchetypeDef& present = all.archetypes[place];
            if (std::exchange(given[place], uint8_t{1})) return w.fail(Error::out_of_range, name + "given twice");
            if (std::string complaint = check(def); !complaint.empty())
                return w.fail(Error::out_of_range, name + complaint);
            if (const std::string state = unknown_state(w.core, def); !state.empty())
                return w.fail(Error::unknown, text(name, "states: no state '", state, "'"));
            for (const auto& [field, was, is] :
                 {std::tuple{"staged", present.staged, def.staged}, std::tuple{"brain", present.brain, def.brain}})
                if (was != is)
                    return w.fail(Error::out_of_range,
                                  text(name, field, ": given ", is ? "true" : "false", ", allowed ",
                                       was ? "true" : "false", ", as it is: a reload cannot change it"));
            present = def;
        }
        for (size_t i = 0; i < monsters.size(); ++i) {
            const bool twice = find_name(monsters.first(i), monsters[i].name) != i;
            if (twice)
                return w.fail(Error::out_of_range, text("reload: monster '", monsters[i].name, "': given twice"));
            const size_t place = find_name(all.monsters, monsters[i].name);
            if (place == all.monsters.size())
                all.monsters.push_back(monsters[i]);
            else
                all.monsters[place] = monsters[i];
        }
        if (std::string complaint = check(all.archetypes, all.monsters); !complaint.empty())
            return w.fail(Error::out_of_range, "reload: " + complaint);
        AttackClasses classes = classes_to_be(w.core);
        for (const ArchetypeDef& def : all.archetypes) classes.add(def);
        if (classes.names.size() > max_attack_classes)
            return w.fail(Error::full, text("reload: attack classes: at most ", max_attack_classes, " in a world"));
        w.core.input.reloads.push_back(std::move(all));
        w.notes.note(Call::reload, archetypes, monsters);
        return Error::ok;
    });
}

} // namespace fray
