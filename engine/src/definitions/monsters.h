// Table-driven monsters as the frame reads them (rules.md, Monsters): a compiled table for each pair of an archetype
// and a monster that can occur, and the acts that run on each agent.
//
// A monster is a list of states. Each state has conditions, checked on entry (`on_enter`), on changes of health
// (`on_health`) and every second (`on_time`). A condition that holds starts an act.
#pragma once

#include "storage/agents.h"
#include "storage/block_pool.h"
#include "storage/event_log.h"
#include "storage/views.h"

#include <span>
#include <string>
#include <vector>

namespace fray {

struct Archetype;
struct Definitions;
struct Kinds;
struct ActChanges;

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

/// An act that runs on an agent.
struct RunningAct {
    uint16_t act = 0;       ///< index in MonsterTable::acts
    uint16_t condition = 0; ///< index in MonsterState::conditions: the condition that started it
    uint32_t unused = 0;
    int64_t end = never; ///< us: when the act ends; never: when the state ends
};

/// A list for each agent. `index` is the index of the agent's id.
template <typename T> struct ListsById {
    BlockPool pool;
    Vector<PoolArray<T>> by_id; ///< by the index of the agent's id

    /// Makes room for all ids. Not thread-safe.
    void resize(size_t ids) {
        if (ids > by_id.size()) by_id.resize(ids);
    }
    std::span<const T> of(uint32_t index) const {
        if (index >= by_id.size()) return {};
        return {by_id[index].begin(), by_id[index].end()};
    }
    void release(uint32_t index) {
        if (index < by_id.size()) by_id[index].give_back(pool);
    }
};

/// A condition of a monster: the index of its state in MonsterTable::states, and its own in MonsterState::conditions.
struct ConditionPlace {
    uint16_t state = 0, condition = 0;
    friend bool operator==(const ConditionPlace&, const ConditionPlace&) = default;
};

FRAY_PART(ListsById<RunningAct>, acts, Field::acts);
FRAY_PART(ListsById<ConditionPlace>, spent, Field::acts);

/// A summoned agent that dies when its owner does.
struct Bond {
    AgentId child, owner;
    Serial owner_serial = no_serial;
};

/// Checks monsters before they are added to the world. Returns an error text; empty if all is well.
std::string check_monsters(const Kinds& kinds, std::span<const MonsterDef> defs);
/// Checks the monster of an archetype before the archetype is added. `all` holds the world's definitions after all
/// waiting reloads. Returns an error text; empty if all is well.
std::string check_follower(const Definitions& all, const ArchetypeDef& def);
/// Compiles all monster tables again, and adds those that are missing. Existing tables keep their numbers.
void compile_monsters(Kinds& kinds);
/// Ends acts of an agent in the order in which they started, and writes their events. `all` false: ends only acts with
/// an end time that has passed. Returns whether any act ended. `index`: of the agent's id.
bool end_acts(const ActChanges& world, uint32_t index, Serial serial, MonsterBrain& monster, bool all,
              ActEndCause cause, EventWriter& events);

/// The monster state that an agent is in; null if it follows no monster. Here and below, `monsters` and `brains` are
/// the columns `monster` and `brain`. The caller obtains them, because the access that is allowed depends on the
/// system.
const MonsterState* monster_state_of(const Kinds& kinds, const MonsterBrain* monsters, uint32_t row);
/// The attacks that an agent uses now: for each attack, 1 if it is used. Null: all are used. If an act with `attacks`
/// runs, the act decides this, otherwise the phase.
const uint8_t* usable_attacks(const Kinds& kinds, const Archetype& archetype, const Brain* brains,
                              const MonsterBrain* monsters, uint32_t row);
/// The agent cooldown of an attack, in us; 0: none. A cooldown in a running act replaces that of the archetype. If
/// several running acts have one, the act that started last decides. `index`: of the agent's id.
int64_t agent_cooldown_of(const Views<const Kinds, const ListsById<RunningAct>>& world, const Archetype& archetype,
                          const MonsterBrain* monsters, uint32_t row, uint32_t index, size_t attack);

} // namespace fray
