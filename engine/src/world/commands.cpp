// The World functions that give commands. Each command is checked at once, and then waits in a queue for the next step.
// The functions at the end of the file take effect at once, or store their input outside the queue.
#include "commands/reload.h"
#include "commands/spawning.h"
#include "orders/orders.h"
#include "perception/open_questions.h"
#include "storage/rules_math.h"
#include "storage/text.h"
#include "world/snapshot_check.h"
#include "world/world_impl.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace fray {

Error WorldImpl::check_point(Vec2 point, const char* what) const {
    if (!is_finite(point)) return fail(Error::not_finite, text(what, ": given (", point.x, ", ", point.y, ")"));
    if (is_in_world(point)) return Error::ok;
    return fail(Error::out_of_range, text(what, ": given (", point.x, ", ", point.y, "), allowed -", world_extent,
                                          " to ", world_extent, " m"));
}

Error WorldImpl::check_heading(Vec2 heading, const char* what) const {
    if (!is_finite(heading)) return fail(Error::not_finite, text(what, ": given (", heading.x, ", ", heading.y, ")"));
    if (is_direction(heading)) return Error::ok;
    return fail(Error::out_of_range, text(what, ": given (0, 0), allowed any direction"));
}

/// The waiting spawn command of an agent that the next step will spawn; null if there is no such command.
const WaitingCommand* WorldImpl::waiting_spawn(AgentId agent) const {
    const auto& commands = state.input.commands;
    const auto spawns = [agent](const WaitingCommand& waiting) {
        return waiting.spawned.id == agent && std::holds_alternative<command::Spawn>(waiting.command);
    };
    const uint32_t place = agent.index < spawn_places.size() ? spawn_places[agent.index] : no_index;
    if (place < commands.size() && spawns(commands[place])) return &commands[place];
    const auto found = std::find_if(commands.begin(), commands.end(), spawns);
    return found == commands.end() ? nullptr : &*found;
}

ArchetypeIndex WorldImpl::archetype_of(AgentId agent) const {
    const Row row = state.ids.row_of(agent);
    if (row != Row::none()) return state.agents.archetype[row];
    const WaitingCommand* const spawn = waiting_spawn(agent);
    return spawn == nullptr ? ArchetypeIndex{0} : std::get<command::Spawn>(spawn->command).def.archetype;
}

namespace {

/// Bytes per agent for circles, search trees, squads and scratch memory: the value measured in the scenario `clash`,
/// plus a margin.
constexpr uint64_t least_beside_columns = 600;
constexpr uint64_t taken_at_once = uint64_t{1} << 19; ///< bytes: margin for pools, because they grow by large blocks

/// The length of a vector. std::hypot may round in another way on another machine, and a command that is refused on
/// one of them must be refused on all.
double length_of(Vec2 v) { return std::sqrt(double{v.x} * double{v.x} + double{v.y} * double{v.y}); }

/// Checks commands, and prepares them for the queue. Headings get length 1, and positions are moved onto the
/// ground. An agent that will be spawned gets its id, and the id of an agent that will be despawned becomes invalid.
class Door {
public:
    enum class For { call, restore }; ///< `restore`: the command was checked before it was saved

    explicit Door(WorldImpl& world, For given = For::call)
        : w_(world), state_(world.state), restores_(given == For::restore) {}

    /// `more`: number of earlier spawns that are prepared and have not entered yet.
    Error check(WaitingCommand& waiting, uint32_t more = 0) {
        more_ = more;
        moved_ = &waiting.moved;
        return visit_command(waiting.command, [&](auto& c) { return check_command(c); });
    }

    /// Puts a checked command into the queue. An agent that will be spawned gets its id.
    void enter(WaitingCommand&& waiting) {
        auto& commands = state_.input.commands;
        if (const auto* const spawn = std::get_if<command::Spawn>(&waiting.command)) {
            auto& places = w_.spawn_places;
            if (places.size() <= state_.ids.generation.size())
                places.resize(state_.ids.generation.size() + 1, no_index);
            waiting.spawned = enlist(state_, spawn->def);
            places[waiting.spawned.id.index] = static_cast<uint32_t>(commands.size());
            ++state_.input.spawns;
        }
        commands.push_back(std::move(waiting));
    }

private:
    /// What the list of fields says: `check_rest` has what it does not say. A command has a `check_whole` instead if
    /// its fields are checked in another order, or with other words.
    template <typename C> Error check_command(C& c) {
        if constexpr (requires { check_whole(c); }) {
            return check_whole(c);
        } else {
            if (const Error e = check_fields(c); e != Error::ok) return e;
            if constexpr (requires { check_rest(c); }) return check_rest(c);
            return Error::ok;
        }
    }

    /// Checks whether the agents and the squad of a command exist. An agent that is not required may be null.
    struct IdCheck : FieldVisitor {
        const Door& door;
        const char* command;
        std::string_view required_key{};
        Error error = Error::ok;

        IdCheck(const Door& given, const char* name) : door(given), command(name) {}
        void required(const char* key) { required_key = key; }
        template <typename T> void operator()(std::string_view key, const char*, const T& value) {
            if (error != Error::ok) return;
            if constexpr (std::is_same_v<T, AgentId>) {
                if (door.is_known(value) || (!value && key != required_key)) return;
                error = door.check_agent(value, key == "agent" ? command : text(command, ": ", key).c_str());
            } else if constexpr (std::is_same_v<T, SquadId>) {
                error = door.check_squad(value, command);
            }
        }
        template <typename T> void operator()(const char*, const FieldRange&, const char*, const T&) {}
    };

    /// Checks archetypes, teams, numbers and enumerators.
    struct ValueCheck : FieldVisitor {
        const Door& door;
        const char* command;
        Error error = Error::ok;

        ValueCheck(const Door& given, const char* name) : door(given), command(name) {}
        void reference(const char*, Names, const char*, const TeamIndex& team) {
            if (error == Error::ok) error = door.check_team(team, command);
        }
        void reference(const char*, Names, const char*, const ArchetypeIndex& archetype) {
            if (error == Error::ok) error = door.check_archetype(archetype, command);
        }
        template <typename T> void operator()(const char*, const FieldRange& range, const char*, const T& value) {
            if (error == Error::ok) error = door.check_number(value, range, command);
        }
        template <typename T> void operator()(const char*, const char*, const T& value) {
            if constexpr (std::is_floating_point_v<T>)
                if (error == Error::ok) error = door.check_number(value, {}, command);
        }
    };

    template <typename C> Error check_ids(const C& c) const {
        IdCheck ids(*this, C::function);
        describe(ids, c);
        return ids.error;
    }
    template <typename C> Error check_fields(const C& c) const {
        if (const Error e = check_ids(c); e != Error::ok) return e;
        ValueCheck values(*this, C::function);
        describe(values, c);
        return values.error;
    }

    Error check_archetype(ArchetypeIndex archetype, const char* what) const {
        const size_t count = state_.kinds.archetypes.size();
        if (archetype < count) return Error::ok;
        return refuse(Error::unknown, what, ": archetype ", archetype, ": there are ", count);
    }
    Error check_team(TeamIndex team, const char* what) const {
        if (state_.kinds.has_team(team)) return Error::ok;
        return refuse(Error::unknown, what, ": ", state_.kinds.missing_team(team));
    }
    Error check_squad(SquadId squad, const char* what) const {
        if (state_.squads.find(squad) != Squads::none) return Error::ok;
        return refuse(Error::unknown, what, ": squad ", squad.value, ": not made by add_squad");
    }
    /// Unlike a number of a definition, that of a command may be as near to 0 as it likes (least_size).
    template <typename T>
    Error check_number(T given, const FieldRange& range, const char* what, const char* unit = "") const {
        if constexpr (std::is_enum_v<T>) {
            return check_number(static_cast<int>(given), range, what);
        } else {
            if constexpr (std::is_floating_point_v<T>)
                if (!std::isfinite(given)) return refuse(Error::not_finite, what, ": given ", given);
            const auto bound = [](double b) { return std::is_same_v<T, float> ? double{static_cast<float>(b)} : b; };
            const double least = bound(range.least), greatest = bound(range.greatest), number = given;
            if (number >= least && number <= greatest && !(range.open && number == least)) return Error::ok;
            if (range.also && number == *range.also) return Error::ok;
            if (range.open || !std::isfinite(greatest))
                return refuse(Error::out_of_range, what, ": given ", given, ", allowed ", to_text(range), unit);
            return refuse(Error::out_of_range, what, ": given ", given, ", allowed ", static_cast<T>(least), " to ",
                          static_cast<T>(greatest), unit);
        }
    }

    Error check_whole(command::Spawn& c) {
        SpawnDef& def = c.def;
        if (const Error e = check_archetype(def.archetype, "spawn"); e != Error::ok) return e;
        const ArchetypeDef& archetype = state_.kinds.archetype_defs[def.archetype];
        if (!archetype.monster.empty() && state_.kinds.archetypes[def.archetype].monster == no_monster)
            return refuse(Error::unknown, "spawn: archetype '", archetype.name, "': no monster '", archetype.monster,
                          "'");
        if (const Error e = check_team(def.team, "spawn"); e != Error::ok) return e;
        if (def.squad) {
            if (const Error e = check_squad(def.squad, "spawn"); e != Error::ok) return e;
            const TeamIndex team = state_.squads.list[state_.squads.find(def.squad)].team;
            if (team != def.team)
                return refuse(Error::wrong_squad, "spawn: squad ", def.squad.value, ": is of team ", int{team},
                              ", given team ", int{def.team});
        }
        if (const Error e = w_.check_point(def.position, "spawn: position"); e != Error::ok) return e;
        if (const Error e = w_.check_heading(def.heading, "spawn: heading"); e != Error::ok) return e;
        if (static_cast<uint32_t>(INT32_MAX - state_.ids.next_serial) <= more_)
            return refuse(Error::full, "spawn: serials: all 2147483647 were given out");
        if (const Error e = restores_ ? Error::ok : check_budget(more_ + 1); e != Error::ok) return e;
        if (const Error e = put_on_ground(def.archetype, "spawn: position", def.position); e != Error::ok) return e;
        set_length_1(def.heading);
        return Error::ok;
    }

    Error check_rest(const command::Despawn& c) {
        if (!restores_) state_.ids.valid[c.agent.index] = 0;
        return Error::ok;
    }

    Error check_whole(command::Teleport& c) {
        if (const Error e = c.heading ? w_.check_heading(*c.heading, "teleport: heading") : Error::ok; e != Error::ok)
            return e;
        if (const Error e = check_agent(c.agent, "teleport"); e != Error::ok) return e;
        if (const Error e = w_.check_point(c.position, "teleport: position"); e != Error::ok) return e;
        if (c.heading) set_length_1(*c.heading);
        // Finding the archetype can search the whole queue, and without a ground put_on_ground does not need it.
        const ArchetypeIndex archetype =
            state_.terrain.ground != nullptr ? w_.archetype_of(c.agent) : ArchetypeIndex{0};
        return put_on_ground(archetype, "teleport: position", c.position);
    }

    Error check_whole(command::SetOrder& c) { return check_order_of_agent(c, "set_order"); }
    Error check_whole(command::QueueOrder& c) { return check_order_of_agent(c, "queue_order"); }
    Error check_whole(command::SetSquadOrder& c) {
        const SquadFormation formation = std::exchange(c.order.formation, {});
        if (const Error e = check_order_of_squad(c, "set_order"); e != Error::ok) return e;
        if (formation.given()) c.order.formation = formation;
        return formation.given() ? check_formation(formation, c.order) : Error::ok;
    }
    Error check_whole(command::QueueSquadOrder& c) { return check_order_of_squad(c, "queue_order"); }

    Error check_formation(const SquadFormation& formation, const OrderDef& order) const {
        if (!gathers(stored_order(order)))
            return refuse(Error::out_of_range, "set_order: formation with ", to_string(order.kind),
                          ", allowed with move and advance");
        constexpr int most = 1000;
        if (formation.files < 0 || formation.files > most || formation.ranks < 0 || formation.ranks > most)
            return refuse(Error::out_of_range, "set_order: formation of ", formation.files, " files and ",
                          formation.ranks, " ranks, allowed 0 to ", most);
        if (formation.files != 0 && formation.ranks != 0)
            return refuse(Error::out_of_range, "set_order: formation of ", formation.files, " files and ",
                          formation.ranks, " ranks, allowed one of the two; the other is 0");
        if (!(formation.spacing >= 0.1f && formation.spacing <= 100.0f))
            return refuse(Error::out_of_range, "set_order: formation: spacing ", formation.spacing,
                          ", allowed 0.1 to 100 m");
        if (is_finite(formation.facing)) return Error::ok;
        return refuse(Error::not_finite, "set_order: formation: facing (", formation.facing.x, ", ", formation.facing.y,
                      ")");
    }

    template <typename C> Error check_order_of_agent(C& c, const char* what) {
        if (const Error e = check_agent(c.agent, what); e != Error::ok) return e;
        if (const Error e = check_order(c.order, what); e != Error::ok) return e;
        if (c.order.target == c.agent)
            return refuse(Error::out_of_range, what, ": agent ", c.agent.index,
                          c.order.kind == OrderKind::escort ? " to escort itself" : " to attack itself");
        if (const ArchetypeIndex archetype = needs_brain(c.order.kind) ? w_.archetype_of(c.agent) : ArchetypeIndex{0};
            !can_carry_out(state_.kinds.archetypes[archetype], c.order.kind))
            return refuse(Error::out_of_range, what, ": ", to_string(c.order.kind), " to agent ", c.agent.index,
                          ", archetype '", state_.kinds.archetype_defs[archetype].name,
                          "' without a brain; allowed free, move, stand and perform");
        return c.order.kind == OrderKind::perform ? check_attack(c.agent, c.order.attack, what) : Error::ok;
    }

    template <typename C> Error check_order_of_squad(C& c, const char* what) {
        if (const Error e = check_squad(c.squad, what); e != Error::ok) return e;
        if (c.order.kind == OrderKind::perform)
            return refuse(Error::out_of_range, what, ": perform is an order for an agent, and no order for a squad");
        return check_order(c.order, what);
    }

    Error check_rest(const command::SetLeader& c) {
        const Row row = state_.ids.row_of(c.agent);
        const uint32_t squad = row != Row::none() ? state_.agents.squad[row] : w_.waiting_spawn(c.agent)->spawned.squad;
        // The squad of a dead agent may have been removed since.
        if (restores_ || state_.squads.traits_of(squad) != nullptr) return Error::ok;
        return refuse(Error::wrong_squad, "set_leader: agent ", c.agent.index, " is in no squad");
    }

    Error check_rest(const command::SetMoveInput& c) {
        if (!is_finite(c.direction))
            return refuse(Error::not_finite, "set_move_input: given (", c.direction.x, ", ", c.direction.y, ")");
        const double length = length_of(c.direction);
        if (length <= 1.0001) return Error::ok;
        return refuse(Error::out_of_range, "set_move_input: length given ", length, ", allowed 0 to 1");
    }

    Error check_whole(const command::SetTargetBias& c) {
        if (const Error e = check_ids(c); e != Error::ok) return e;
        return check_number(c.target_bias, range_of<command::SetTargetBias>("target_bias"), "set_target_bias", " m");
    }

    Error check_rest(const command::SetUpdateInterval& c) {
        if (c.update_interval == 0 || is_update_interval(c.update_interval)) return Error::ok;
        return refuse(Error::out_of_range, "set_update_interval: given ", c.update_interval, ", allowed 0, 1, 2, 4, 8");
    }

    Error check_whole(const command::AddThreat& c) {
        if (const Error e = check_agent(c.agent, "add_threat"); e != Error::ok) return e;
        if (const Error e = check_agent(c.attacker, "add_threat: attacker"); e != Error::ok) return e;
        const FieldRange range = range_of<command::AddThreat>("threat");
        if (const Error e = check_number(c.threat, range, "add_threat: attacker"); e != Error::ok) return e;
        if (c.attacker == c.agent || c.threat == 0.0f)
            return refuse(Error::out_of_range, "add_threat: given ", c.threat, " points of agent ", c.attacker.index,
                          " for agent ", c.agent.index, ", allowed other than 0, of another agent");
        return Error::ok;
    }

    Error check_whole(const command::SetNavLink& c) {
        if (const Error e = check_link_number(c.nav_link, "set_nav_link"); e != Error::ok) return e;
        const std::string complaint = fray::validate(c.def);
        return complaint.empty() ? Error::ok : refuse(Error::out_of_range, "set_nav_link: ", complaint);
    }
    Error check_whole(const command::RemoveNavLink& c) {
        if (const Error e = check_link_number(c.nav_link, "remove_nav_link"); e != Error::ok) return e;
        const auto& waiting = state_.input.commands;
        const bool known = state_.links.find(c.nav_link) != nullptr ||
                           std::any_of(waiting.begin(), waiting.end(), [&](const WaitingCommand& given) {
                               const auto* const set = std::get_if<command::SetNavLink>(&given.command);
                               return set != nullptr && set->nav_link == c.nav_link;
                           });
        return known ? Error::ok : refuse(Error::unknown, "remove_nav_link: there is no link ", c.nav_link);
    }
    Error check_link_number(int32_t link, const char* what) const {
        if (link >= 0 && link < max_nav_links) return Error::ok;
        return refuse(Error::out_of_range, what, ": link ", link, ", allowed 0 to ", max_nav_links - 1);
    }

    Error check_rest(const command::SetArchetype& c) {
        const ArchetypeIndex before = w_.archetype_of(c.agent);
        const Archetype &a = state_.kinds.archetypes[before], &b = state_.kinds.archetypes[c.archetype];
        if (a.managed == b.managed && a.brain == b.brain) return Error::ok;
        return refuse(Error::out_of_range, "set_archetype: '", state_.kinds.archetype_defs[c.archetype].name,
                      "' for an agent of '", state_.kinds.archetype_defs[before].name, "': '",
                      a.managed != b.managed ? "managed" : "autonomous", "' must be the same");
    }

    Error check_whole(const command::Push& c) {
        if (const Error e = check_agent(c.agent, "push: duration"); e != Error::ok) return e;
        const FieldRange range = range_of<command::Push>("duration");
        if (const Error e = check_number(c.duration, range, "push: duration"); e != Error::ok) return e;
        if (!is_finite(c.displacement))
            return refuse(Error::not_finite, "push: given (", c.displacement.x, ", ", c.displacement.y, ")");
        const double speed = length_of(c.displacement) / c.duration;
        if (speed <= max_push_speed) return Error::ok;
        return refuse(Error::out_of_range, "push: given (", c.displacement.x, ", ", c.displacement.y, ") in ",
                      c.duration, " s, ", speed, " m/s; allowed at most ", max_push_speed, " m/s");
    }

    Error check_rest(command::SetHealth& c) {
        const float full = state_.kinds.archetypes[w_.archetype_of(c.agent)].health;
        if (full == unlimited_health)
            return refuse(Error::out_of_range, "set_health: given ", c.health, " for agent ", c.agent.index,
                          ", but the health of its archetype has no limit");
        if (!(c.health >= 0.0f && c.health <= full))
            return refuse(Error::out_of_range, "set_health: given ", c.health, ", allowed 0 to ", full);
        c.health += 0.0f; // turns -0 into +0
        return Error::ok;
    }

    Error check_rest(const command::SetCapacity& c) {
        const auto [grid, attack] = c.capacity;
        if (grid < 0 || grid > max_weight || attack < 0 || attack > max_weight)
            return refuse(Error::out_of_range, "set_capacity: given ", grid, " and ", attack, ", allowed 0 to ",
                          max_weight);
        warn_of_few_slots(c);
        return Error::ok;
    }

    /// A line in the log if the grid capacity is more than all slots of the circle carry.
    void warn_of_few_slots(const command::SetCapacity& c) const {
        const int slots = state_.kinds.archetype_defs[w_.archetype_of(c.agent)].circle.slots;
        if (restores_ || w_.def.log.write == nullptr || slots == 0) return;
        int lightest = max_weight;
        for (const Archetype& kind : state_.kinds.archetypes)
            if (kind.fights_in_slots()) lightest = std::min(lightest, kind.grid_weight);
        if (int64_t{slots} * lightest >= c.capacity.grid_capacity) return;
        w_.warn(text("set_capacity: grid capacity ", c.capacity.grid_capacity, " for agent ", c.agent.index,
                     ", but its circle has ", slots, " slots, so agents of the grid weight ", lightest,
                     " use no more than ", slots * lightest, "; with slots = 0 there are as many as the capacity"));
    }

    Error check_rest(const command::SetClosedSlots& c) {
        const int count = most_slots(c.agent);
        for (const int slot : c.slots)
            if (slot < 0 || slot >= count)
                return refuse(Error::out_of_range, "set_closed_slots: given ", slot, ", allowed 0 to ", count - 1);
        return Error::ok;
    }

    Error check_rest(command::SetView& c) {
        auto& [direction, half_angle] = c.view;
        if (const Error e = w_.check_heading(direction, "set_view: direction"); e != Error::ok) return e;
        if (!std::isfinite(half_angle)) return refuse(Error::not_finite, "set_view: half angle given ", half_angle);
        if (half_angle < 0.0f || half_angle > pi)
            return refuse(Error::out_of_range, "set_view: half angle given ", half_angle, ", allowed 0 to ", pi,
                          " rad");
        set_length_1(direction);
        return Error::ok;
    }

    Error check_rest(const command::AnswerSight& c) {
        if (restores_ || is_open(state_.perception, {c.viewer, c.target}, state_.clock.now)) return Error::ok;
        return refuse(Error::unknown, "answer_sight: agent ", c.viewer.index, " has not asked about agent ",
                      c.target.index, " within the last second");
    }

    Error check_agent(AgentId agent, const char* what) const {
        if (is_known(agent)) return Error::ok;
        return refuse(Error::stale_id, what, ": agent ", agent.index, " of generation ", agent.generation,
                      agent ? " is not in this world" : " is null");
    }

    template <typename... Parts> Error refuse(Error code, const Parts&... what) const {
        return w_.fail(code, text(what...));
    }

    /// May a command name the agent? After a restore also if another command that waits has despawned it since.
    bool is_known(AgentId agent) const {
        return state_.ids.is_valid(agent) ||
               (restores_ && (state_.ids.row_of(agent) != Row::none() || w_.waiting_spawn(agent) != nullptr));
    }

    /// Checks an order, and clears the fields that its kind does not use.
    Error check_order(OrderDef& order, const char* what) const {
        if (static_cast<size_t>(order.kind) > static_cast<size_t>(OrderKind::escort))
            return refuse(Error::out_of_range, what, ": kind ", static_cast<int>(order.kind), ", allowed 0 to 7");
        const OrderDef given = std::exchange(order, {.kind = order.kind});
        if (given.formation.given())
            return refuse(Error::out_of_range, what, ": formation, allowed with set_order of a squad");
        if (!(given.delay >= 0.0f && given.delay <= 3600.0f))
            return refuse(Error::out_of_range, what, ": delay ", given.delay, ", allowed 0 to 3600 s");
        order.delay = given.delay;
        if (gathers(stored_order(given))) {
            order.run = given.run && given.kind == OrderKind::move;
            order.point = given.point;
            order.repeat = given.repeat;
            order.floor = given.floor;
            return w_.check_point(given.point, (std::string(what) + ": point").c_str());
        }
        if (given.floor)
            return refuse(Error::out_of_range, what, ": floor with ", to_string(given.kind),
                          ", allowed with move and advance");
        if (given.repeat)
            return refuse(Error::out_of_range, what, ": repeat with ", to_string(given.kind),
                          ", allowed with move and advance");
        if (given.kind == OrderKind::perform) order.attack = given.attack;
        if (given.kind == OrderKind::escort) {
            if (!(given.escort_distance >= 0.1f && given.escort_distance <= 1000.0f))
                return refuse(Error::out_of_range, what, ": escort_distance ", given.escort_distance,
                              ", allowed 0.1 to 1000 m");
            order.escort_distance = given.escort_distance;
        }
        if (given.kind != OrderKind::perform && given.kind != OrderKind::escort && given.kind != OrderKind::attack)
            return Error::ok;
        order.target = given.target;
        return check_agent(given.target, (std::string(what) + ": target").c_str());
    }

    /// Fails if the agent's archetype has no attack of this number.
    Error check_attack(AgentId agent, int attack, const char* what) const {
        const ArchetypeIndex archetype = w_.archetype_of(agent);
        const size_t count = state_.kinds.archetypes[archetype].attacks.size();
        if (attack >= 0 && static_cast<size_t>(attack) < count) return Error::ok;
        return refuse(Error::out_of_range, what, ": attack ", attack, ", archetype '",
                      state_.kinds.archetype_defs[archetype].name, "' has ", count, " attacks");
    }

    /// Fails if `more` additional agents might exceed WorldDef::memory_budget. The estimate is rather too high than too
    /// low.
    Error check_budget(uint32_t more) const {
        const uint64_t budget = w_.def.memory_budget;
        if (budget == 0) return Error::ok;
        const uint64_t used = w_.memory->bytes(), columns = state_.agents.registry.memory();
        const uint64_t rows = state_.agents.rows(), waiting = state_.input.spawns + more;
        // Estimate for a new agent outside of columns: the average of the present agents, but at least what agents in a
        // fight need.
        const uint64_t others = std::max<uint64_t>(least_beside_columns, rows == 0 ? 0 : (used - columns) / rows);
        const uint64_t in_pieces = taken_at_once + (used - columns) / 4; // pools and lists allocate more than they need
        const uint64_t needed = used + state_.agents.registry.growth(rows + waiting) + waiting * others + in_pieces;
        if (needed <= budget) return Error::ok;
        return refuse(Error::full, "spawn: memory: ", used, " bytes in use, one agent more may need ", needed - used,
                      ", allowed ", budget);
    }

    /// Moves `point` to the nearest point where an agent of the archetype can stand, and notes whether that is another
    /// point. Fails if the point is off the ground and either `off_ground` is `refuse` or the world has no walkable
    /// point.
    Error put_on_ground(ArchetypeIndex archetype, const char* what, Vec2& point) const {
        bool& moved = *moved_;
        moved = false;
        const Ground* const ground = state_.terrain.ground.get();
        if (restores_ || ground == nullptr || state_.kinds.archetypes[archetype].motion == MotionType::host ||
            ground->walkable(point))
            return Error::ok;
        const bool refuses = w_.def.off_ground == OffGround::refuse;
        Vec2 found{};
        moved = !refuses && ground->nearest(point, 4.0f * world_extent, &found) && is_in_world(found);
        if (!moved)
            return refuse(Error::off_ground, what, ": given (", point.x, ", ", point.y, "), which is off the ground",
                          refuses ? "" : ", as is every point within reach");
        point = found;
        return Error::ok;
    }

    /// The number of slots around an agent, which exists or will be spawned by a waiting command. It is the greatest
    /// number that its archetype has now or after a waiting reload.
    int most_slots(AgentId target) const {
        const ArchetypeIndex archetype = w_.archetype_of(target);
        const auto most = [](const CircleDef& circle) { return circle.slots != 0 ? circle.slots : max_slots; };
        int slots = most(state_.kinds.archetype_defs[archetype].circle);
        for (const Definitions& next : state_.input.reloads)
            if (archetype < next.archetypes.size()) slots = std::max(slots, most(next.archetypes[archetype].circle));
        return slots;
    }

    /// Makes the length of `direction` 1. Uses fray's floating-point mode, so that the result does not depend on the
    /// host's mode.
    static void set_length_1(Vec2& direction) { direction = normalised(direction); }

    WorldImpl& w_;
    WorldState& state_;
    bool restores_;
    uint32_t more_ = 0;     ///< earlier spawns that are prepared and have not entered yet
    bool* moved_ = nullptr; ///< WaitingCommand::moved
};

/// Could a spawn have given its agent this?
bool is_entered(const WorldState& state, const SpawnDef& def, const NewAgent& agent) {
    const IdTable& ids = state.ids;
    const bool fresh = agent.id.index < ids.row.size() && ids.row[agent.id.index] == Row::none() &&
                       ids.generation[agent.id.index] == agent.id.generation &&
                       std::find(ids.free.begin(), ids.free.end(), agent.id.index) == ids.free.end();
    if (!fresh || ids.by_serial.find(agent.serial) != agent.id.index) return false;
    if (def.squad) return agent.squad == state.squads.find(def.squad);
    if (agent.squad >= state.squads.list.size()) return false;
    const Squad& squad = state.squads.list[agent.squad];
    return squad.lone && squad.number != 0 && squad.members.size == 0 && squad.team == def.team;
}

/// Could the check have left a command like this? `checked`: what it makes of the command now.
bool is_checked(const WorldState& state, const WaitingCommand& waiting, const Command& checked) {
    const Command& command = waiting.command;
    if (const auto* const c = std::get_if<command::Spawn>(&command))
        return is_entered(state, c->def, waiting.spawned) && is_unit(c->def.heading);
    if (const auto* const c = std::get_if<command::Despawn>(&command)) return state.ids.valid[c->agent.index] == 0;
    if (const auto* const c = std::get_if<command::Teleport>(&command)) return !c->heading || is_unit(*c->heading);
    if (const auto* const c = std::get_if<command::SetView>(&command)) return is_unit(c->view.direction);
    return visit_command(command, [&]<typename C>(const C& c) {
        if constexpr (requires { c.order; })
            return c.order == std::get<C>(checked).order;
        else
            return true;
    });
}

} // namespace

std::string WorldImpl::check_waiting() {
    Door door(*this, Door::For::restore);
    std::vector<uint8_t> entered(state.squads.list.size(), 0), given(state.ids.row.size(), 0);
    uint32_t spawns = 0;
    for (const WaitingCommand& waiting : state.input.commands) {
        WaitingCommand copy = waiting;
        if (door.check(copy) != Error::ok) return "a command that waits is refused: " + error;
        if (!is_checked(state, waiting, copy.command)) return "a command that waits is not sound";
        const auto* const spawn = std::get_if<command::Spawn>(&waiting.command);
        if (spawn == nullptr) continue;
        ++spawns;
        if (std::exchange(given[waiting.spawned.id.index], uint8_t{1}) != 0)
            return "two agents are to be spawned with one id";
        if (!spawn->def.squad && std::exchange(entered[waiting.spawned.squad], uint8_t{1}) != 0)
            return "two agents are to be spawned in a squad for a single agent";
    }
    if (spawns != state.input.spawns) return "the number of spawns that wait is wrong";
    if (state.input.sets_detail && check_detail(state.input.detail) != Error::ok) return error;
    if (check_detail(state.lod.def) != Error::ok) return error;
    pose_of.resize(state.ids.generation.size());
    if (!all_fine(state.input.poses) && complain_of_poses(state.input.poses) != Error::ok) return error;
    return {};
}

Error WorldImpl::give(const Command& given) {
    return accept(given, [&](WorldImpl& w) -> Error {
        w.lists_stay();
        Door door(w);
        WaitingCommand waiting{given};
        const Error e = door.check(waiting);
        if (e == Error::ok) door.enter(std::move(waiting));
        return e;
    });
}

Error give(World& world, const Command& command) { return impl_of(world).give(command); }

Error WorldImpl::give_all(std::vector<Command> given) {
    return change([&](WorldImpl& w) -> Error {
        w.lists_stay();
        std::vector<WaitingCommand> ready;
        ready.reserve(given.size());
        Door door(w);
        for (uint32_t i = 0; i < given.size(); ++i)
            if (const Error e = door.check(ready.emplace_back(WaitingCommand{given[i]}), i); e != Error::ok)
                return fail(e, text(error, " (entry ", i, ")"));
        for (size_t i = 0; i < ready.size(); ++i) {
            door.enter(std::move(ready[i]));
            w.tell(given[i]);
        }
        return Error::ok;
    });
}

// ---- Commands -------------------------------------------------------------------------------------------------------

Command::Command() noexcept = default;
Command::Command(const Command&) = default;
Command::Command(Command&&) noexcept = default;
Command& Command::operator=(const Command&) = default;
Command& Command::operator=(Command&&) noexcept = default;
Command::~Command() = default;

#include "world/command_functions.inc"

Error World::spawn(const SpawnDef& def, AgentId* out) {
    const Error e = impl_->give(command::Spawn{def});
    if (out != nullptr) *out = e == Error::ok ? impl_->state.input.commands.back().spawned.id : AgentId{};
    return e;
}

// ---- Commands to many agents ----------------------------------------------------------------------------------------

namespace {

/// Gives one command for each element of a list, made by `make`. Elements for which `is_stale` returns true are
/// skipped.
template <typename T, typename IsStale, typename Make>
Error give_list(WorldImpl& w, std::span<const T> list, size_t* skipped, IsStale&& is_stale, Make&& make) {
    std::vector<Command> commands;
    commands.reserve(list.size());
    for (const T& element : list)
        if (!is_stale(element)) commands.push_back(make(element));
    const size_t left_out = list.size() - commands.size();
    const Error e = w.give_all(std::move(commands));
    if (skipped != nullptr) *skipped = e == Error::ok ? left_out : 0;
    return e;
}

} // namespace

Error World::spawn_all(std::span<const SpawnDef> defs, std::span<AgentId> out) {
    if (!out.empty() && out.size() < defs.size())
        return impl_->attempt([&](WorldImpl& w) {
            return w.fail(Error::out_of_range,
                          text("spawn: given ", defs.size(), " agents, and room for ", out.size(), " ids"));
        });
    const Error e = give_list(
        *impl_, defs, nullptr, [](const SpawnDef&) { return false; },
        [](const SpawnDef& def) -> Command { return command::Spawn{def}; });
    const auto& commands = impl_->state.input.commands;
    for (size_t i = 0; i < out.size(); ++i) {
        const bool spawned = e == Error::ok && i < defs.size();
        out[i] = spawned ? commands[commands.size() - defs.size() + i].spawned.id : AgentId{};
    }
    return e;
}
Error World::teleport(std::span<const TeleportCommand> teleports, size_t* skipped) {
    return give_list(
        *impl_, teleports, skipped, [&](const TeleportCommand& t) { return !is_valid(t.agent); },
        [](const TeleportCommand& t) -> Command {
            const bool turns = t.heading.x != 0.0f || t.heading.y != 0.0f;
            return command::Teleport{t.agent, t.position, turns ? std::optional(t.heading) : std::nullopt};
        });
}
Error World::damage(std::span<const DamageCommand> damages, size_t* skipped) {
    return give_list(
        *impl_, damages, skipped,
        [&](const DamageCommand& d) { return !is_valid(d.agent) || (d.attacker && !is_valid(d.attacker)); },
        [](const DamageCommand& d) -> Command {
            return command::Damage{d.agent, d.amount, d.attacker};
        });
}
Error World::set_health(std::span<const HealthCommand> healths, size_t* skipped) {
    return give_list(
        *impl_, healths, skipped,
        [&](const HealthCommand& h) { return !is_valid(h.agent) || (h.attacker && !is_valid(h.attacker)); },
        [](const HealthCommand& h) -> Command {
            return command::SetHealth{h.agent, h.health, h.attacker};
        });
}

// ---- Effect at once, or before the queue ----------------------------------------------------------------------------

Error World::reserve(size_t agents) {
    return impl_->attempt([&](WorldImpl& w) -> Error {
        if (agents > INT32_MAX)
            return w.fail(Error::full, text("reserve: given ", agents, ", allowed 0 to ", INT32_MAX));
        if (w.def.memory_budget != 0 &&
            w.memory->bytes() + w.state.agents.registry.growth(agents) > w.def.memory_budget)
            return w.fail(Error::full, text("reserve: room for ", agents, " agents is beyond the memory allowed, ",
                                            w.def.memory_budget, " bytes"));
        w.state.agents.registry.reserve(agents);
        w.state.ids.reserve(agents);
        return Error::ok;
    });
}

Error WorldImpl::check_detail(const DetailDef& detail) const {
    for (size_t i = 0; i < detail.distances.size(); ++i)
        if (!(detail.distances[i] >= (i == 0 ? 0.0f : detail.distances[i - 1])))
            return fail(Error::out_of_range, text("set_detail: beyond[", i, "]: given ", detail.distances[i],
                                                  ", allowed 0 and more m, ascending"));
    if (detail.points.size() > max_detail_points)
        return fail(Error::out_of_range,
                    text("set_detail: given ", detail.points.size(), " points, allowed ", max_detail_points));
    for (const Vec2 point : detail.points)
        if (const Error e = check_point(point, "set_detail: point"); e != Error::ok) return e;
    return Error::ok;
}

Error World::set_detail(const DetailDef& detail) {
    return impl_->accept(command::SetDetail{&detail}, [&](WorldImpl& w) -> Error {
        if (const Error e = w.check_detail(detail); e != Error::ok) return e;
        w.state.input.detail = detail;
        w.state.input.sets_detail = true;
        return Error::ok;
    });
}

Error World::reload(std::span<const ArchetypeDef> archetypes, std::span<const MonsterDef> monsters) {
    return impl_->accept(command::Reload{archetypes, monsters}, [&](WorldImpl& w) -> Error {
        Definitions all = definitions_to_be(w.state);
        std::vector<uint8_t> given(all.archetypes.size(), 0);
        for (const ArchetypeDef& def : archetypes) {
            const std::string name = text("reload: archetype '", def.name, "': ");
            const size_t place = find_name(all.archetypes, def.name);
            if (place == all.archetypes.size()) return w.fail(Error::unknown, name + "there is none of that name");
            ArchetypeDef& present = all.archetypes[place];
            if (std::exchange(given[place], uint8_t{1})) return w.fail(Error::out_of_range, name + "given twice");
            if (std::string complaint = validate(def); !complaint.empty())
                return w.fail(Error::out_of_range, name + complaint);
            if (const std::string* const state = unknown_state(w.state.kinds, def); state != nullptr)
                return w.fail(Error::unknown, text(name, "states: no state '", *state, "'"));
            for (const auto& [field, was, is] :
                 {std::tuple{"managed", present.engagement.managed, def.engagement.managed},
                  std::tuple{"brain", present.autonomous, def.autonomous}})
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
        if (std::string complaint = validate(all.archetypes, all.monsters); !complaint.empty())
            return w.fail(Error::out_of_range, "reload: " + complaint);
        AttackClasses classes = classes_to_be(w.state);
        for (const ArchetypeDef& def : all.archetypes) classes.add(def);
        if (classes.names.size() > max_attack_classes)
            return w.fail(Error::full, text("reload: attack classes: at most ", max_attack_classes, " in a world"));
        w.state.input.reloads.push_back(std::move(all));
        return Error::ok;
    });
}

} // namespace fray
