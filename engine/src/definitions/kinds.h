// Everything that is defined in a world: archetypes, monsters, teams and user states. Names that end in `_defs` are
// definitions as the host gave them; systems read the compiled forms.
#pragma once

#include "definitions/archetype.h"
#include "definitions/definitions.h"
#include "definitions/monsters.h"
#include "definitions/team_set.h"
#include "fray/states.h"
#include "host_memory.h"
#include "storage/text.h"
#include "storage/views.h"

#include <deque>
#include <string>
#include <vector>

namespace fray {

struct Kinds {
    // Deques, so that references to definitions and names that the host holds stay valid when more are added.
    std::deque<ArchetypeDef> archetype_defs;
    std::vector<Archetype> archetypes;
    AttackClasses classes;
    bool weightless = false;                  ///< some archetype has `weightless`
    bool shares_world = false;                ///< some archetype has `shares_world`
    bool has_brain_columns = false;           ///< some archetype has `has_brain_columns`
    bool relieves = false;                    ///< some archetype has `relief_time`
    bool pushes = false;                      ///< some attack has `impact_push`
    bool guides_host = false;                 ///< some archetype has `motion: host`
    std::deque<StateDef> states;              ///< user states
    std::vector<MonsterTable> monster_tables; ///< one for each pair of archetype and monster that can or could occur
    std::vector<MonsterDef> monster_defs;
    Vector<uint32_t> population;        ///< for each archetype: number of its agents in storage, living and dead
    std::deque<std::string> team_names; ///< empty for a team that was removed
    TeamSet removed_teams;              ///< their numbers are free for other teams
    Vector<TeamSet> hostile;            ///< for each team: the teams to which it is hostile
    float common_radius = -1.0f;        ///< m: the body radius if all archetypes have the same; otherwise negative
    uint64_t version = 0;               ///< counts the changes to the definitions and to their compiled forms
    uint64_t manifest_version = 0;      ///< counts the changes to what `manifest_of` returns

    bool has_monsters() const { return !monster_tables.empty(); }
    /// m: the greatest body radius of any archetype that has agents in the world.
    float widest_radius() const {
        float widest = 0.0f;
        for (size_t i = 0; i < archetypes.size(); ++i)
            if (population[i] != 0) widest = std::max(widest, archetypes[i].radius);
        return widest;
    }
    bool has_team(TeamIndex team) const { return team < team_names.size() && !removed_teams.has(team); }
    /// What to say of a team for which `has_team` is false.
    std::string missing_team(TeamIndex team) const {
        if (team < team_names.size()) return text("team ", int{team}, " was removed");
        return text("team ", int{team}, ": there are ", team_names.size());
    }
    bool is_hostile(TeamIndex a, TeamIndex b) const { return hostile[a].has(b); }
    void set_hostile(TeamIndex a, TeamIndex b, bool is) {
        hostile[a].set(b, is);
        hostile[b].set(a, is);
    }
};

FRAY_PART(Kinds, kinds);

/// For code that refreshes what follows from all definitions: it may enable columns.
struct KindChanges : Views<Agents, Kinds> {
    using Views::Views;
};

} // namespace fray
