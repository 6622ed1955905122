// Everything that a host can ask of a world, a struct each. What waits for the next step, what a listener is told, what
// a recording replays and what a snapshot keeps all follow from the two lists at the end.
#pragma once

#include "circles/target_info.h"
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

/// A command is told as it was given, and saved as it waits: some fields are filled in, or put right, by its check.
/// One with an `agent` is for that agent, and is dropped where it is not living when the step begins.
namespace command {

// ---- Wait for the next step -----------------------------------------------------------------------------------------

struct Spawn {
    SpawnDef def{}; ///< put right: the position, where there is ground, and the heading's length
    // Filled in.
    AgentId agent{};
    Serial serial = no_serial;
    uint32_t squad = ~0u; ///< its place in Squads::list
    bool moved = false;   ///< to the ground
};
struct Despawn {
    AgentId agent{};
};
struct Place {
    AgentId agent{};
    Vec2 position{};               ///< put right
    std::optional<Vec2> heading{}; ///< put right
    bool moved = false;            ///< filled in: to the ground
};
struct OrderAgent {
    AgentId agent{};
    Order order{}; ///< put right: without what its kind has no use for
};
struct OrderSquad {
    SquadId squad{};
    Order order{};
};
struct Join {
    AgentId agent{};
    SquadId squad{};
};
struct Lead {
    AgentId agent{};
};
struct Stick {
    SquadId squad{};
    Vec2 direction{};
};
struct Prefer {
    AgentId agent{}; ///< the target
    float metres = 0.0f;
    AgentId by{}; ///< null: everybody
};
struct Damage {
    AgentId agent{};
    float amount = 0.0f;
    AgentId by{}; ///< null: the host
};
struct SetHealth {
    AgentId agent{};
    float health = 0.0f;
};
struct SetCapacity {
    AgentId agent{}; ///< the target
    int32_t grid = 0, attack = 0;
};
struct CloseSlots {
    AgentId agent{}; ///< the target
    std::span<const int> slots{};
    SlotSet closed{}; ///< filled in
};
struct SetView {
    AgentId agent{}; ///< the target
    Vec2 direction{};
    float half_angle = 0.0f; ///< rad
};
struct Report {
    AgentId agent{};
    AttackReport what = AttackReport::hit;
};
struct AnswerSight {
    AgentId agent{}; ///< the viewer
    AgentId target{};
    bool seen = false;
};
struct SetPeriod {
    AgentId agent{};
    int32_t frames = 0;
};

// ---- Take effect at once --------------------------------------------------------------------------------------------

/// The first that a listener is told: what came before has no part in what follows.
struct Begin {};

/// Functions cannot be told: a replay finds the state by its name.
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
struct SetHostile {
    TeamIndex a = 0, b = 0;
    bool hostile = false;
};
struct AddSquad {
    TeamIndex team = 0;
    SquadDef def{};
};
struct AddColumn {
    std::string_view name{};
    std::span<const std::byte> initial{}; ///< of an element
};

/// What the host has written into a column of its own since the last step.
struct WriteColumn {
    uint32_t column = 0;                   ///< in the order of their making
    std::span<const uint32_t> agents{};    ///< indices of their ids
    std::span<const std::byte> elements{}; ///< of these agents
};
struct SetGround {
    std::span<const std::byte> ground{}; ///< what it has written of itself; empty: none
};
struct ShiftOrigin {
    Vec2 by{};
    std::span<const std::byte> ground{}; ///< as of SetGround
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

/// `advance` has made some steps: so much time is left over.
struct KeepLeftover {
    int64_t us = 0;
};
struct Restore {
    std::span<const std::byte> snapshot{};
};

// ---- The lists ------------------------------------------------------------------------------------------------------

using Waiting = std::variant<Spawn, Despawn, Place, OrderAgent, OrderSquad, Join, Lead, Stick, Prefer, Damage,
                             SetHealth, SetCapacity, CloseSlots, SetView, Report, AnswerSight, SetPeriod>;
using AtOnce =
    std::variant<Begin, AddState, AddArchetype, AddMonsters, AddTeam, SetHostile, AddSquad, AddColumn, WriteColumn,
                 SetGround, ShiftOrigin, SetDetail, Reload, SetHostPoses, Step, KeepLeftover, Restore>;

template <typename... A, typename... B> std::variant<A..., B...> joined(std::variant<A...>, std::variant<B...>);
using Any = decltype(joined(std::declval<AtOnce>(), std::declval<Waiting>()));

/// Its number in a recording is its place in the list. With a new one in the middle, or other fields, the versions of
/// recordings (block_file.h) and snapshots (snapshot.cpp) go up.
template <typename C> constexpr auto number_of = static_cast<uint8_t>(Any(C{}).index());

/// Makes it the command of that number in its list, with nothing in it. False: there is none.
template <typename... C> bool become(std::variant<C...>& list, size_t number) {
    size_t place = 0;
    return ((place++ == number && (list.template emplace<C>(), true)) || ...);
}

/// All fields of a command, in order.
template <typename C> auto all_fields(C& command) {
    if constexpr (std::is_empty_v<C>) {
        return std::tie();
    } else if constexpr (requires { C{{}, {}, {}, {}, {}}; }) {
        auto& [a, b, c, d, e] = command;
        return std::tie(a, b, c, d, e);
    } else if constexpr (requires { C{{}, {}, {}, {}}; }) {
        auto& [a, b, c, d] = command;
        return std::tie(a, b, c, d);
    } else if constexpr (requires { C{{}, {}, {}}; }) {
        auto& [a, b, c] = command;
        return std::tie(a, b, c);
    } else if constexpr (requires { C{{}, {}}; }) {
        auto& [a, b] = command;
        return std::tie(a, b);
    } else {
        auto& [a] = command;
        return std::tie(a);
    }
}

} // namespace command

using Command = command::Waiting;

inline auto fields_of(SlotSet& slots) { return std::tie(slots.words); }

} // namespace fray
