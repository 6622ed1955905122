// The acts of monsters that run on agents, and what they decide there (rules.md, Monsters).
#pragma once

#include "definitions/kinds.h"
#include "storage/block_pool.h"
#include "storage/clock.h"
#include "storage/event_log.h"
#include "storage/views.h"

#include <span>

namespace fray {

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

/// For code that ends acts of monsters.
struct ActChanges : Views<const Clock, const Kinds, ListsById<RunningAct>> {
    using Views::Views;
};

/// Ends acts of an agent in the order in which they started, and writes their events. `all` false: ends only acts with
/// an end time that has passed. Returns whether any act ended. `index`: of the agent's id.
bool end_acts(const ActChanges& world, uint32_t index, Serial serial, Monster& monster, bool all, ActEndCause cause,
              EventWriter& events);

/// The monster state that an agent is in; null if it follows no monster. Here and below, `monsters` and `brains` are
/// the columns `monster` and `brain`. The caller obtains them, because the access that is allowed depends on the
/// system.
const MonsterState* monster_state_of(const Kinds& kinds, const Monster* monsters, Row row);
/// The attacks that an agent uses now: for each attack, 1 if it is used. Null: all are used. If an act with `attacks`
/// runs, the act decides this, otherwise the phase.
const uint8_t* usable_attacks(const Kinds& kinds, const Archetype& archetype, const Brain* brains,
                              const Monster* monsters, Row row);
/// The agent cooldown of an attack, in us; 0: none. A cooldown in a running act replaces that of the archetype. If
/// several running acts have one, the act that started last decides. `index`: of the agent's id.
int64_t agent_cooldown_of(const Views<const Kinds, const ListsById<RunningAct>>& world, const Archetype& archetype,
                          const Monster* monsters, Row row, uint32_t index, size_t attack);

} // namespace fray
