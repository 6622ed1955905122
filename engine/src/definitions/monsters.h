// Table-driven monsters as the frame reads them (rules.md, Monsters): a compiled table for each pair of an archetype
// and a monster that can occur.
//
// A monster is a list of states. Each state has conditions, checked on entry (`on_enter`), on changes of health
// (`on_health`) and every second (`on_time`). A condition that holds starts an act.
#pragma once

#include "storage/agents.h"

#include <span>
#include <string>
#include <vector>

namespace fray {

struct Archetype;
struct Definitions;
struct Kinds;

struct Condition {
    ConditionDef::Operator op = ConditionDef::Operator::equals;
    float fraction = 0.0f;    ///< for an `on_health` condition: share of full health, 0 to 1
    int64_t seconds = 0;      ///< for an `on_time` condition: seconds in the state
    uint16_t act = 0;         ///< index in MonsterTable::acts
    int16_t chance = 100;     ///< per cent, 0 to 100
    int64_t duration = never; ///< us: how long the act runs; never: until the state ends
    bool once = false;        ///< it starts its act once

    /// Does an `on_health` condition hold? `health`: share of full health, 0 to 1.
    bool holds(float health) const;
    /// Does an `on_time` condition hold at this second in the state?
    bool holds(int64_t second) const;
    /// The first second after `second` for which an `on_time` condition holds; never: there is none.
    int64_t next(int64_t second) const;
};

struct Act {
    struct Cooldown {
        uint16_t attack;  ///< index in the archetype's attacks
        int64_t cooldown; ///< us; 0: none
    };
    /// Agents that the act summons.
    struct Call {
        ArchetypeIndex archetype;
        uint16_t table; ///< index in Kinds::monster_tables; no_monster: the summoned agents follow no monster
        int32_t count;
        bool dies_with_owner;
    };

    /// for each attack: 1 if it is used while the act runs; empty: the act has no `attacks`
    std::vector<uint8_t> usable;
    std::vector<Cooldown> cooldowns;
    std::vector<Call> calls;
    int32_t lines = 0;                                 ///< number of its `lines`
    int32_t state = -1;                                ///< the state to enter; -1: none
    bool buffs = false, colors = false, cools = false; ///< the act has buffs, a colour, cooldowns

    /// Does the act run for some time? If not, it ends in the same evaluation in which it starts.
    bool lasts() const { return !usable.empty() || cools || buffs || colors; }
};

struct MonsterState {
    float alert = 0.0f, track_squared = 0.0f; ///< m, m^2; 0: the archetype's value is used
    float patrol_distance = 0.0f;             ///< m; 0: no patrol
    int32_t patrol_count = 0;                 ///< number of returns after which the patrol ends; -1: it never ends
    bool has_pose = false;
    /// first all `on_enter`, then all `on_health`, then all `on_time` conditions
    std::vector<Condition> conditions;
    uint32_t blood_begin = 0, time_begin = 0; ///< index in `conditions` of the first `on_health`, `on_time` condition
};

struct MonsterTable {
    ArchetypeIndex archetype = 0;
    uint16_t monster = 0; ///< index in Kinds::monster_defs
    std::vector<MonsterState> states;
    std::vector<Act> acts;
    uint8_t summon_depth = 1;
};

/// Checks monsters before they are added to the world. Returns an error text; empty if all is well.
std::string check_monsters(const Kinds& kinds, std::span<const MonsterDef> defs);
/// Checks the monster of an archetype before the archetype is added. `all` holds the world's definitions after all
/// waiting reloads. Returns an error text; empty if all is well.
std::string check_follower(const Definitions& all, const ArchetypeDef& def);
/// Compiles all monster tables again, and adds those that are missing. Existing tables keep their numbers.
void compile_monsters(Kinds& kinds);

} // namespace fray
