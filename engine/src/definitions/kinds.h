// Everything that is defined in a world: archetypes, monsters, teams and user states, as the host gave them (`_defs`)
// and as systems read them.
#pragma once

#include "definitions/archetype.h"
#include "definitions/definitions.h"
#include "definitions/monsters.h"
#include "fray/states.h"
#include "host_memory.h"

#include <deque>
#include <string>
#include <vector>

namespace fray {

struct Kinds {
    std::deque<ArchetypeDef> archetype_defs; ///< a deque, because the host holds references
    std::vector<Archetype> archetypes;
    AttackClasses classes;
    bool shares_world = false;                ///< for some archetype
    bool has_brain_columns = false;           ///< for some archetype
    bool guides_host = false;                 ///< some archetype has `motion: host`
    std::vector<StateDef> states;             ///< user states
    std::vector<MonsterTable> monster_tables; ///< one per pair of archetype and monster that can occur, or once could
    std::vector<MonsterDef> monster_defs;
    Vector<uint32_t> population; ///< by archetype: number of rows, living and dead
    std::vector<std::string> team_names;
    Vector<uint64_t> hostile;         ///< by team: bit i is set if it is hostile to team i
    float least_leash_squared = 0.0f; ///< m^2, least of all archetypes: nearer holders are safe from stealing
    float common_radius = -1.0f;      ///< m, of all archetypes' bodies; negative: there are several radii
    uint64_t manifest_version = 0;    ///< raised by every change to what `manifest_of` returns

    bool has_monsters() const { return !monster_tables.empty(); }
    bool is_hostile(TeamIndex a, TeamIndex b) const { return (hostile[a] >> b & 1) != 0; }
};

} // namespace fray
