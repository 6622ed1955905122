// The commands that take effect at once, and the queue of those that wait for the next step (fray/commands.h). `Any`
// has both: it defines what a listener receives and what a recording replays. To add a command that takes effect at
// once, write its struct, its `all_fields`, and append it to the list at the end (see architecture.md, To add).
#pragma once

#include "fray/commands.h"
#include "fray/defs.h"
#include "fray/host_poses.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace fray {

namespace command {

// ---- Take effect at once --------------------------------------------------------------------------------------------

/// The first command that a listener receives. A replay discards its own state here, so that no earlier command has an
/// effect on what follows.
struct Begin {};

/// Contains only the name, because the functions of a user state cannot be written. A replay finds the state by its
/// name.
struct AddState {
    std::string_view name{};
};
struct AddArchetype {
    const ArchetypeDef* def = nullptr;
};
struct AddMonsters {
    std::span<const MonsterDef> defs{};
};
struct AddTeam {
    std::string_view name{};
};
struct RemoveTeam {
    TeamIndex team = 0;
};
struct SetHostile {
    TeamIndex a = 0, b = 0;
    bool hostile = false;
};
struct AddSquad {
    TeamIndex team = 0;
    SquadDef def{};
};
struct RemoveSquad {
    SquadId squad{};
};
struct AddColumn {
    std::string_view name{};
    std::span<const std::byte> initial{}; ///< initial value of an element
};

/// The elements of a user column that the host has changed since the last step.
struct WriteColumn {
    uint32_t column = 0;                   ///< index in the order in which user columns were added
    std::span<const uint32_t> agents{};    ///< indices of the agents' ids
    std::span<const std::byte> elements{}; ///< the values of these agents, in the same order
};
struct SetGround {
    std::span<const std::byte> ground{}; ///< the output of Ground::write; empty: no ground
};
struct ShiftOrigin {
    Vec2 by{};                           ///< m
    std::span<const std::byte> ground{}; ///< the moved ground, as in SetGround
};
struct SetObstacle {
    Obstacle obstacle{};
    OnObstacle agents = OnObstacle::push;
};
struct RemoveObstacle {
    ObstacleId obstacle{};
};
struct SetDetail {
    const DetailDef* detail = nullptr;
};
struct Reload {
    std::span<const ArchetypeDef> archetypes{};
    std::span<const MonsterDef> monsters{};
};
struct SetHostPoses {
    HostPoses poses{};
};
struct Step {
    double dt = 0.0; ///< s
};

/// Sets the time given to `advance` that no step has used yet.
struct KeepLeftover {
    double seconds = 0.0;
};
struct Restore {
    std::span<const std::byte> snapshot{};
};

// ---- Their fields, and the list -------------------------------------------------------------------------------------

template <FieldsOf<Begin> C> auto all_fields(C&) { return std::tie(); }
template <FieldsOf<AddState> C> auto all_fields(C& c) { return std::tie(c.name); }
template <FieldsOf<AddArchetype> C> auto all_fields(C& c) { return std::tie(c.def); }
template <FieldsOf<AddMonsters> C> auto all_fields(C& c) { return std::tie(c.defs); }
template <FieldsOf<AddTeam> C> auto all_fields(C& c) { return std::tie(c.name); }
template <FieldsOf<RemoveTeam> C> auto all_fields(C& c) { return std::tie(c.team); }
template <FieldsOf<SetHostile> C> auto all_fields(C& c) { return std::tie(c.a, c.b, c.hostile); }
template <FieldsOf<AddSquad> C> auto all_fields(C& c) { return std::tie(c.team, c.def); }
template <FieldsOf<RemoveSquad> C> auto all_fields(C& c) { return std::tie(c.squad); }
template <FieldsOf<AddColumn> C> auto all_fields(C& c) { return std::tie(c.name, c.initial); }
template <FieldsOf<WriteColumn> C> auto all_fields(C& c) { return std::tie(c.column, c.agents, c.elements); }
template <FieldsOf<SetGround> C> auto all_fields(C& c) { return std::tie(c.ground); }
template <FieldsOf<ShiftOrigin> C> auto all_fields(C& c) { return std::tie(c.by, c.ground); }
template <FieldsOf<SetObstacle> C> auto all_fields(C& c) { return std::tie(c.obstacle, c.agents); }
template <FieldsOf<RemoveObstacle> C> auto all_fields(C& c) { return std::tie(c.obstacle); }
template <FieldsOf<SetDetail> C> auto all_fields(C& c) { return std::tie(c.detail); }
template <FieldsOf<Reload> C> auto all_fields(C& c) { return std::tie(c.archetypes, c.monsters); }
template <FieldsOf<SetHostPoses> C> auto all_fields(C& c) { return std::tie(c.poses); }
template <FieldsOf<Step> C> auto all_fields(C& c) { return std::tie(c.dt); }
template <FieldsOf<KeepLeftover> C> auto all_fields(C& c) { return std::tie(c.seconds); }
template <FieldsOf<Restore> C> auto all_fields(C& c) { return std::tie(c.snapshot); }

using AtOnce = std::variant<Begin, AddState, AddArchetype, AddMonsters, AddTeam, SetHostile, AddSquad, AddColumn,
                            WriteColumn, SetGround, ShiftOrigin, SetDetail, Reload, SetHostPoses, Step, KeepLeftover,
                            Restore, SetObstacle, RemoveObstacle, RemoveSquad, RemoveTeam>;

template <typename... A, typename... B> std::variant<A..., B...> joined(std::variant<A...>, std::variant<B...>);
using Any = decltype(joined(std::declval<AtOnce>(), std::declval<Command>()));

/// The place of a type in a list.
template <typename C, typename... All> constexpr uint8_t place_in(const std::variant<All...>*) {
    uint8_t place = 0;
    static_cast<void>(((std::is_same_v<C, All> || (++place, false)) || ...));
    return place;
}

/// The number of a command in a recording: its index in `Any`. If you insert a command in the middle of a list, or
/// change fields, raise the versions of recordings (block_file.h) and of snapshots (snapshot.cpp).
template <typename C> constexpr uint8_t number_of = place_in<C>(static_cast<const Any*>(nullptr));

/// Makes `list` hold a default-constructed command of the type with index `number`. Returns false if there is no such
/// type.
template <typename... C> bool become(std::variant<C...>& list, size_t number) {
    size_t place = 0;
    return ((place++ == number && (list.template emplace<C>(), true)) || ...);
}

} // namespace command

/// What a spawn command gives its agent.
struct NewAgent {
    AgentId id{};
    Serial serial = no_serial;
    uint32_t squad = ~0u; ///< index in Squads::list
};

/// A command in the queue. A listener receives a command as the host gave it. The queue and snapshots hold it as the
/// check (world/commands.cpp) has left it, with some fields normalised. The system apply_commands drops a command if
/// its agent is not living then. Only Despawn is also executed for a dead agent.
struct WaitingCommand {
    Command command{}; ///< its position is on the ground, its heading has length 1
    NewAgent spawned{};
    bool moved = false; ///< of a Spawn or a Teleport: the position was off the ground and has been changed
};

/// Where a spawn or a teleport that waits will put an agent; no agent: it is another command.
struct Stand {
    AgentId agent{};
    Vec2* position = nullptr;
};
inline Stand stand_of(WaitingCommand& waiting) {
    if (auto* const spawn = std::get_if<command::Spawn>(&waiting.command))
        return {waiting.spawned.id, &spawn->def.position};
    if (auto* const teleport = std::get_if<command::Teleport>(&waiting.command))
        return {teleport->agent, &teleport->position};
    return {};
}

} // namespace fray
