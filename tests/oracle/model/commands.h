// The commands as the reference model takes them: the structs of fray/commands.h, and a few for the functions of World
// that have none there. Agents are named by serial (`named`), squads by their id, which is the model's number.
#pragma once

#include "fray/commands.h"

#include <utility>
#include <variant>
#include <vector>

namespace fray::model {

/// All archetypes and monster tables.
struct Definitions {
    std::vector<ArchetypeDef> archetypes;
    std::vector<MonsterDef> monsters;

    friend bool operator==(const Definitions&, const Definitions&) = default;
};

struct AddSquad {
    TeamIndex team = 0;
    SquadDef def;
};
struct RemoveSquad {
    SquadId squad;
};
struct SetHostile {
    TeamIndex a = 0, b = 0;
    bool hostile = false;
};
struct SetDetail {
    DetailDef detail;
};
struct Reload {
    Definitions definitions;
};

template <typename... C>
std::variant<C..., AddSquad, RemoveSquad, SetHostile, SetDetail, Reload> with_more(std::variant<C...>);
using AnyCommand = decltype(with_more(std::declval<fray::Command>()));

/// The agent with this serial, as commands name it.
inline AgentId named(Serial serial) {
    return serial == no_serial ? AgentId{} : AgentId{static_cast<uint32_t>(serial), 1};
}
inline Serial serial_of(AgentId named) { return named ? static_cast<Serial>(named.index) : no_serial; }

/// A command that waits for the next step.
struct Given {
    AnyCommand command;
    Serial spawned = no_serial; ///< Spawn: the new agent
    bool moved = false;         ///< Spawn, Teleport: the position was off the ground and has been changed
};

/// Whether an order of this kind begins a journey.
constexpr bool leads_to_point(OrderKind kind) { return kind == OrderKind::move || kind == OrderKind::advance; }

} // namespace fray::model
