// One struct for each command that a host can give a world. The two lists at the end, `Waiting` and `AtOnce`, define
// which commands wait for the next step, what a listener receives, what a recording replays, and what a snapshot saves.
// To add a command, write its struct and append it to one of the lists (see architecture.md, To add).
#pragma once

#include "circles/target_info.h"
#include "fray/defs.h"
#include "fray/events.h"
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

/// A listener receives a command as the host gave it. The queue and snapshots hold the checked command: the check
/// (world/commands.cpp) normalises some fields and fills in others. apply_commands drops a command if its `agent` is
/// not living then; only Despawn is also executed for a dead agent.
namespace command {

// ---- Wait for the next step -----------------------------------------------------------------------------------------

struct Spawn {
    SpawnDef def{}; ///< the check moves the position onto the ground, and makes the length of the heading 1
    // The check fills these in.
    AgentId agent{};
    Serial serial = no_serial;
    uint32_t squad = ~0u; ///< index in Squads::list
    bool moved = false;   ///< the position was off the ground and has been changed
};
struct Despawn {
    AgentId agent{};
};
struct Teleport {
    AgentId agent{};
    Vec2 position{};               ///< m; the check moves the position onto the ground
    std::optional<Vec2> heading{}; ///< the check makes its length 1; empty: the heading does not change
    bool moved = false;            ///< set by the check: the position was off the ground and has been changed
};
struct SetOrder {
    AgentId agent{};
    Order order{}; ///< the check clears the fields that its kind does not use
};
struct SetSquadOrder {
    SquadId squad{};
    Order order{};
};
struct QueueOrder {
    AgentId agent{};
    Order order{}; ///< as in SetOrder
};
struct QueueSquadOrder {
    SquadId squad{};
    Order order{};
};
struct Join {
    AgentId agent{};
    SquadId squad{};
};
struct SetLeader {
    AgentId agent{};
};
struct SetMoveInput {
    SquadId squad{};
    Vec2 direction{}; ///< length 0 (no input) to 1
};
struct SetTargetBias {
    AgentId agent{};     ///< the target
    float metres = 0.0f; ///< subtracted from the perceived distance, -1000 to 1000
    AgentId by{};        ///< the agent that perceives the distance; null: every agent
};
struct Damage {
    AgentId agent{};
    float amount = 0.0f;
    AgentId by{}; ///< the attacker; null: the host
};
struct SetHealth {
    AgentId agent{};
    float health = 0.0f;
    AgentId by{}; ///< the attacker; null: the host
};
struct SetCapacity {
    AgentId agent{}; ///< the target
    int32_t grid = 0, attack = 0;
};
struct SetClosedSlots {
    AgentId agent{};              ///< the target
    std::span<const int> slots{}; ///< points to the host's list; the check copies the list to `closed` and clears this
    SlotSet closed{};             ///< filled in by the check
};
struct SetView {
    AgentId agent{}; ///< the target
    Vec2 direction{};
    float half_angle = 0.0f; ///< rad, 0 to pi
};
struct ReportAttack {
    AgentId agent{};
    AttackReport what = AttackReport::hit;
};
struct AnswerSight {
    AgentId agent{}; ///< the agent that looks at `target`
    AgentId target{};
    bool seen = false;
};
struct SetUpdateInterval {
    AgentId agent{};
    int32_t frames = 0; ///< 1, 2, 4 or 8; 0: the host no longer sets the update interval
};
struct Stagger {
    AgentId agent{};
    AgentId by{}; ///< the attacker; null: the host
};

struct SetSpeedFactor {
    AgentId agent{};
    float factor = 1.0f; ///< 0 to most_speed_factor
};
struct SetRadius {
    AgentId agent{};
    float radius = 0.0f; ///< m; 0: that of the archetype
};
struct SetAvoidanceFactor {
    AgentId agent{};
    float factor = 1.0f;
};
struct Stun {
    AgentId agent{};
    double seconds = 0.0;
    int64_t us = 0; ///< filled in by the check
};
struct Push {
    AgentId agent{};
    Vec2 by{}; ///< m
    double seconds = 0.0;
    int64_t us = 0;  ///< filled in by the check, as `velocity`
    Vec2 velocity{}; ///< m/s
};
struct AddThreat {
    AgentId agent{};
    AgentId attacker{};
    float points = 0.0f; ///< -1e9 to 1e9, not 0
};
struct SetUserData {
    AgentId agent{};
    uint64_t data = 0;
};
struct Leave {
    AgentId agent{};
};
struct SetStorey {
    AgentId agent{};
    int16_t storey = 0;
};
struct SetArchetype {
    AgentId agent{};
    ArchetypeIndex archetype = 0;
};
struct SetTeam {
    AgentId agent{};
    TeamIndex team = 0;
};
struct SetSquadTeam {
    SquadId squad{};
    TeamIndex team = 0;
};
struct SetLink {
    int32_t link = 0; ///< 0 to max_links - 1
    LinkDef def{};
};
struct RemoveLink {
    int32_t link = 0; ///< as in SetLink
};

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

// ---- The lists ------------------------------------------------------------------------------------------------------

using Waiting =
    std::variant<Spawn, Despawn, Teleport, SetOrder, SetSquadOrder, Join, SetLeader, SetMoveInput, SetTargetBias,
                 Damage, SetHealth, SetCapacity, SetClosedSlots, SetView, ReportAttack, AnswerSight, SetUpdateInterval,
                 Stagger, QueueOrder, QueueSquadOrder, SetSpeedFactor, SetRadius, SetAvoidanceFactor, Stun, Push,
                 AddThreat, SetUserData, Leave, SetStorey, SetArchetype, SetTeam, SetSquadTeam, SetLink, RemoveLink>;
using AtOnce = std::variant<Begin, AddState, AddArchetype, AddMonsters, AddTeam, SetHostile, AddSquad, AddColumn,
                            WriteColumn, SetGround, ShiftOrigin, SetDetail, Reload, SetHostPoses, Step, KeepLeftover,
                            Restore, SetObstacle, RemoveObstacle, RemoveSquad, RemoveTeam>;

/// The number of a waiting command is its CommandType.
static_assert(std::variant_size_v<Waiting> == static_cast<size_t>(CommandType::remove_link) + 1);

template <typename... A, typename... B> std::variant<A..., B...> joined(std::variant<A...>, std::variant<B...>);
using Any = decltype(joined(std::declval<AtOnce>(), std::declval<Waiting>()));

/// The number of a command in a recording: its index in `Any`. If you insert a command in the middle of a list, or
/// change fields, raise the versions of recordings (block_file.h) and of snapshots (snapshot.cpp).
template <typename C> constexpr auto number_of = static_cast<uint8_t>(Any(C{}).index());

/// Makes `list` hold a default-constructed command of the type with index `number`. Returns false if there is no such
/// type.
template <typename... C> bool become(std::variant<C...>& list, size_t number) {
    size_t place = 0;
    return ((place++ == number && (list.template emplace<C>(), true)) || ...);
}

/// All fields of a command, as references in the order of declaration.
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
