// Cooldowns: clocks that limit how often an attack is used (rules.md, commit, Cooldowns).
//
// An attack may have up to three cooldowns, and can be chosen only when all of them are over:
// - of the agent: each agent has its own clock for the attack;
// - of the archetype: all agents of the archetype share a number of uses; the last use starts the clock;
// - of the attack class: all attacks of the class share one clock.
// The last two have a scope: a clock counts at one circle, or in the whole world. A clock of an agent has no scope.
//
// Giving a token spends the cooldowns. If the attack ends before its windup has ever begun, they are given back. All
// times are us. A clock is over when its time is reached (Clock::reached). A clock without a record was never started
// and is over.
//
// Threads: clocks of agents and of circles are changed in parallel, by different circles. Clocks of the world are
// changed serially only (commit, and the end of resolve_hits' releases).
//
// Sources: the three tiers are those of Game AI Pro, chapter 28, section 28.6.2 (individual, creature-wide, global).
// Counted uses are not in the chapter. They limit how many attacks of this kind overlap, because a clock of each agent
// cannot limit this.
#pragma once

#include "definitions/archetype.h"
#include "host_memory.h"
#include "storage/agents.h"
#include "storage/block_pool.h"

#include <algorithm>
#include <vector>

namespace fray {

/// A clock of a circle or of the world, for an attack of an archetype or for an attack class.
struct CooldownRecord {
    static constexpr ArchetypeIndex of_class = 0xffff;

    ArchetypeIndex archetype = 0; ///< `of_class`: the record belongs to a class
    uint16_t attack = 0;          ///< number in the archetype's attack table, or number of the class
    int32_t uses_left = 0;        ///< 1 to the attack's `uses`; 0 for a class
    int64_t ready_at = long_ago;  ///< us; the clock is over while this is reached
    uint32_t round = 0;           ///< how often all uses were spent; a token remembers the round of its use
    uint32_t unused = 0;          ///< no padding: the bytes are saved
    int64_t set_at = long_ago;    ///< us, of a class: when the token was given that has set the clock

    /// Are some uses spent? Then the circle must keep the record, even if no clock runs.
    bool spent(const std::vector<Archetype>& archetypes) const {
        return archetype != of_class && uses_left < archetypes[archetype].attacks[attack].uses;
    }
};

/// Cooldowns of single agents: one clock (us) for each attack of the agent's table. An agent gets its array with its
/// first token for an attack that has such a cooldown; most agents never do.
struct AgentClocks {
    BlockPool pool;
    Vector<PoolArray<int64_t>> by_id; ///< by the index of the agent's id; empty: no clock was ever started

    /// Makes room for the ids with index 0 to `ids` - 1. Not thread-safe.
    void resize(size_t ids) {
        if (ids > by_id.size()) by_id.resize(ids);
    }
    /// us: when the agent's clock for this attack is over; `long_ago`: it was never started.
    int64_t ready_at(uint32_t index, int attack) const {
        return index < by_id.size() && by_id[index].size != 0 ? by_id[index][static_cast<uint32_t>(attack)] : long_ago;
    }
    /// Sets when the agent's clock for this attack is over, in us. `attacks`: number of attacks in the agent's table.
    /// Different agents at once are safe.
    void set(uint32_t index, int attack, uint16_t attacks, int64_t ready_at) {
        PoolArray<int64_t>& mine = by_id[index];
        if (mine.size == 0) {
            mine.reserve(pool, attacks);
            std::fill_n(mine.data, attacks, long_ago);
            mine.size = attacks;
        }
        mine[static_cast<uint32_t>(attack)] = ready_at;
    }
    /// Forgets all clocks of an agent. Used when its id can be used again, or its attack table was replaced.
    void release(uint32_t index) {
        if (index < by_id.size()) by_id[index].give_back(pool);
    }
};

/// A token with cooldowns of scope `world` that must be given back. Circles collect these tokens in parallel; one
/// thread then gives the cooldowns back.
struct WorldReturn {
    ArchetypeIndex archetype; ///< of the agent that had the token
    int16_t attack;           ///< number in its attack table
    uint32_t round;           ///< `CooldownRecord::round` when the token was given
    int64_t token_at;         ///< us: when the token was given
};

struct Circle;

FRAY_PART(Vector<CooldownRecord>, cooldowns, Field::cooldowns);
FRAY_PART(AgentClocks, agent_clocks, Field::cooldowns);

struct CooldownView;
struct CooldownChanges;
struct WorldCooldowns;

// `row` is the row of an agent, `attack` the number of an attack in its table, `circle` the circle at which it fights.
// The next three functions may be called for different circles at once if no archetype at these circles shares clocks
// of the world (`Archetype::shares_world`).

/// us: when the last clock that this attack waits for is over. `long_ago`: no clock was ever started.
int64_t cooldowns_over_at(const CooldownView& world, const Circle& circle, Row row, int attack);
/// Spends the cooldowns of an attack for which a token is given now. Also writes `engagement.use_round`.
void spend_cooldowns(const CooldownChanges& world, Circle& circle, Row row, int attack);
/// Undoes `spend_cooldowns` for the token that the agent has, as far as other agents have not used the clocks since.
/// Clocks of the world are left to `give_back_world`.
void give_cooldowns_back(const CooldownChanges& world, Circle& circle, Row row, int attack);

/// Undoes `spend_cooldowns` for the clocks of the world. Not thread-safe.
void give_back_world(const WorldCooldowns& world, const WorldReturn& token);

} // namespace fray
