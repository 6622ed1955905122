// Adds, replaces and restores archetypes and monsters. The world keeps each definition as the host gave it, and a
// compiled form of it for the frame (archetype.h, monsters.h).
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

struct Kinds;
struct KindChanges;

struct Definitions {
    std::vector<ArchetypeDef> archetypes;
    std::vector<MonsterDef> monsters;

    friend bool operator==(const Definitions&, const Definitions&) = default;
};

/// The index of the first entry with this name; the list's size if there is none.
template <typename List> size_t find_name(const List& list, std::string_view name) {
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& entry) { return entry.name == name; });
    return static_cast<size_t>(found - list.begin());
}

/// The name of the first user state of the archetype that the world does not have; null: it has all of them.
const std::string* unknown_state(const Kinds& kinds, const ArchetypeDef& def);

/// Compiles an archetype and stores it at index `place`, which may be the end of the list. After the last of several
/// calls, call `refresh`.
void put_archetype(Kinds& kinds, size_t place, const ArchetypeDef& def);
/// Updates everything that is computed from all archetypes and monsters together: monster tables, optional columns, and
/// `Archetype::shares_world`. Returns true if `shares_world` has changed for some archetype.
bool refresh_kinds(const KindChanges& world);

/// Lists the fields of other types that commands and snapshots contain. The fields of definitions are listed in
/// fray/lists.h.
template <typename T> auto fields_of(T& d) {
    using D = std::remove_const_t<T>;
    if constexpr (std::is_same_v<D, AttackClasses>)
        return std::tie(d.names, d.shared);
    else if constexpr (std::is_same_v<D, DetailDef>)
        return std::tie(d.distances, d.points, d.update_budget);
    else if constexpr (std::is_same_v<D, SpawnDef>)
        return std::tie(d.archetype, d.team, d.floor, d.squad, d.position, d.heading, d.user_data);
    else if constexpr (std::is_same_v<D, OrderDef>)
        return std::tie(d.kind, d.run, d.target, d.point, d.attack, d.repeat, d.escort_distance, d.delay, d.formation,
                        d.floor);
    else if constexpr (std::is_same_v<D, SquadFormation>)
        return std::tie(d.files, d.ranks, d.spacing, d.facing);
    else if constexpr (std::is_same_v<D, CircleCapacity>)
        return std::tie(d.grid_capacity, d.attack_capacity);
    else if constexpr (std::is_same_v<D, ViewCone>)
        return std::tie(d.direction, d.half_angle);
    else if constexpr (std::is_same_v<D, AgentId>)
        return std::tie(d.index, d.generation);
    else if constexpr (std::is_same_v<D, Obstacle>)
        return std::tie(d.at, d.half_extents, d.axis, d.blocks);
    else if constexpr (std::is_same_v<D, SquadId> || std::is_same_v<D, ObstacleId>)
        return std::tie(d.value);
    else if constexpr (std::is_same_v<D, Vec2>)
        return std::tie(d.x, d.y);
    else
        return std::tie(d.archetypes, d.monsters);
}

} // namespace fray
