// Archetypes and monsters as the host gave them, and what the frame works with in their place: adding, replacing and
// restoring them.
#pragma once

#include "definitions/archetype.h"
#include "fray/defs.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace fray {

struct DefinitionsLayer;

struct Definitions {
    std::vector<ArchetypeDef> archetypes;
    std::vector<MonsterDef> monsters;

    friend bool operator==(const Definitions&, const Definitions&) = default;
};

/// The place of the first of a name; the list's size: there is none.
template <typename List> size_t find_name(const List& list, std::string_view name) {
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& entry) { return entry.name == name; });
    return static_cast<size_t>(found - list.begin());
}

/// Empty, or the name of a state that the archetype names and the world does not have.
std::string unknown_state(const DefinitionsLayer& core, const ArchetypeDef& def);

/// Compiles an archetype into its place, which may be the next one. After the last of several: `refresh`.
void put_archetype(DefinitionsLayer& core, size_t place, const ArchetypeDef& def);
/// What follows from the archetypes and monsters that there are: tables, optional columns, who shares clocks.
/// Answers whether an archetype shares clocks of the world now, or no longer, other than before.
bool refresh_kinds(DefinitionsLayer& core);

/// The fields of what calls take and snapshots keep beside definitions, which have lists of their own (fray/defs.h).
template <typename T> auto fields_of(T& d) {
    using D = std::remove_const_t<T>;
    if constexpr (std::is_same_v<D, AttackClasses>)
        return std::tie(d.names, d.shared);
    else if constexpr (std::is_same_v<D, DetailDef>)
        return std::tie(d.beyond, d.points, d.turns);
    else if constexpr (std::is_same_v<D, SpawnDef>)
        return std::tie(d.archetype, d.team, d.layer, d.squad, d.position, d.heading, d.host_bits);
    else if constexpr (std::is_same_v<D, Order>)
        return std::tie(d.kind, d.target, d.point);
    else if constexpr (std::is_same_v<D, AgentId>)
        return std::tie(d.index, d.generation);
    else if constexpr (std::is_same_v<D, SquadId>)
        return std::tie(d.value);
    else if constexpr (std::is_same_v<D, Vec2>)
        return std::tie(d.x, d.y);
    else
        return std::tie(d.archetypes, d.monsters);
}

} // namespace fray
