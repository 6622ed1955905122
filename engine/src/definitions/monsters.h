// Monsters as the frame reads them (rules: Monsters; seed 004): a table for each pair of an archetype and a monster
// that may meet, and what runs on each agent.
#pragma once

#include "storage/agents.h"
#include "storage/block_pool.h"
#include "storage/event_log.h"

#include <span>
#include <string>
#include <vector>

namespace fray {

struct Archetype;
struct Definitions;
struct DefinitionsLayer;

struct Condition {
    ConditionDef::Operator op = ConditionDef::Operator::equal;
    float fraction = 0.0f; ///< of blood
    int64_t seconds = 0;   ///< of time
    uint16_t act = 0;
    int16_t chance = 100;
    int64_t duration = never; ///< us; never: with the state

    bool holds(float health) const;
    bool holds(int64_t second) const;
    /// The first second after `second` for which it holds; never: there is none.
    int64_t next(int64_t second) const;
};

struct Act {
    struct Cooldown {
        uint16_t attack;
        int64_t cooldown; ///< us
    };
    struct Call {
        ArchetypeIndex archetype;
        uint16_t table; ///< no_monster: none
        int32_t count;
        bool dies_with_owner;
    };

    std::vector<uint8_t> usable; ///< by attack; empty: it says nothing of skills
    std::vector<Cooldown> cooldowns;
    std::vector<Call> calls;
    int32_t lines = 0;  ///< of talk
    int32_t state = -1; ///< to go to
    bool buffs = false, colors = false, cools = false;

    bool lasts() const { return !usable.empty() || cools || buffs || colors; }
};

struct MonsterState {
    float alert = 0.0f, track_squared = 0.0f; ///< m, m^2; 0: the archetype's
    float patrol_distance = 0.0f;             ///< m; 0: none
    int32_t patrol_count = 0;                 ///< -1: for ever
    bool has_pose = false;
    std::vector<Condition> conditions; ///< once, blood, time
    uint32_t blood_begin = 0, time_begin = 0;
};

struct MonsterTable {
    ArchetypeIndex archetype = 0;
    uint16_t monster = 0; ///< in Kinds::monster_defs
    std::vector<MonsterState> states;
    std::vector<Act> acts;
    uint8_t summon_depth = 1;
};

/// An act that runs on an agent.
struct RunningAct {
    uint16_t act = 0;
    uint16_t condition = 0;
    uint32_t unused = 0;
    int64_t end = never; ///< us
};

/// Of single agents, by the index of their id: those that started last come last.
struct RunningActs {
    BlockPool pool;
    List<PoolArray<RunningAct>> by_id;

    /// Serial: room for the ids there are.
    void resize(size_t ids) {
        if (ids > by_id.size()) by_id.resize(ids);
    }
    std::span<const RunningAct> of(uint32_t index) const {
        if (index >= by_id.size()) return {};
        return {by_id[index].begin(), by_id[index].end()};
    }
    void release(uint32_t index) {
        if (index < by_id.size()) by_id[index].give_back(pool);
    }
};

/// One who dies when its owner does.
struct Bond {
    AgentId child, owner;
    Serial owner_serial = no_serial;
};

/// Of monsters that join those of the world. Empty: valid. Else what is wrong, and where.
std::string check_monsters(const DefinitionsLayer& core, std::span<const MonsterDef> defs);
/// Of an archetype that joins those of the world, `all` of them as reloads that wait will have left them.
std::string check_follower(const Definitions& all, const ArchetypeDef& def);
/// Makes the tables of the world's monsters anew. Those that there are keep their numbers.
void compile_monsters(DefinitionsLayer& core);
/// Acts of one agent end, in the order in which they started, with their events: those whose end has come, or all.
/// Answers whether any did.
bool end_acts(DefinitionsLayer& core, uint32_t index, Serial serial, MonsterBrain& monster, bool all, Cause cause,
              EventWriter& events);

/// The state that an agent's monster is in; null: it follows none. The column as the stage may read it.
const MonsterState* monster_state_of(const DefinitionsLayer& core, const MonsterBrain* monsters, uint32_t row);
/// Which attacks of its table an agent uses now: by attack, or null: all. The columns as the stage may read them.
const uint8_t* usable_attacks(const DefinitionsLayer& core, const Archetype& archetype, const Brain* brains,
                              const MonsterBrain* monsters, uint32_t row);
/// Of one attack, with what a monster's acts say of it. us; 0: none.
int64_t agent_cooldown_of(const DefinitionsLayer& core, const Archetype& archetype, const MonsterBrain* monsters,
                          uint32_t row, uint32_t index, size_t attack);

} // namespace fray
