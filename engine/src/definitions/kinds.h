// What kinds of agents there are: archetypes, monsters, teams and states, as the host gave them and as systems read
// them.
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
    std::deque<ArchetypeDef> archetype_defs; ///< the host holds references
    std::vector<Archetype> archetypes;
    AttackClasses classes;
    bool shares_world = false;                ///< some archetype does
    bool has_brain_columns = false;           ///< some archetype does
    bool guides_host = false;                 ///< the host moves some archetype
    std::vector<StateDef> states;             ///< of the user's
    std::vector<MonsterTable> monster_tables; ///< of each pair of archetype and monster that may meet, or once could
    std::vector<MonsterDef> monster_defs;
    List<uint32_t> population; ///< rows of each archetype
    std::vector<std::string> team_names;
    List<uint64_t> hostile;           ///< by team: bits of the teams it fights
    float least_leash_squared = 0.0f; ///< m^2, of all archetypes: nobody nearer to its target can be stolen from
    uint64_t manifest_version = 0;    ///< goes up with every change to what `manifest_of` tells

    bool has_monsters() const { return !monster_tables.empty(); }
    bool is_hostile(TeamIndex a, TeamIndex b) const { return (hostile[a] >> b & 1) != 0; }
};

} // namespace fray
