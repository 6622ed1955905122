// Cooldowns (rules: Cooldowns): per agent, per archetype with uses, per attack class; at a circle or in the world.
#pragma once

#include "definitions/archetype.h"
#include "host_memory.h"
#include "storage/agents.h"
#include "storage/block_pool.h"

#include <algorithm>
#include <vector>

namespace fray {

/// A clock that a circle, or the world, keeps: of one attack of one archetype, or of a class.
struct CooldownRecord {
    static constexpr ArchetypeIndex of_class = 0xffff;

    ArchetypeIndex archetype = 0; ///< of_class: `attack` is the number of a class
    uint16_t attack = 0;
    int32_t uses_left = 0;
    int64_t ready_at = long_ago; ///< us; over while now >= ready_at
    uint32_t round = 0;          ///< how often the uses were spent
    uint32_t unused = 0;

    bool spent(const std::vector<Archetype>& archetypes) const {
        return archetype != of_class && uses_left < archetypes[archetype].attacks[attack].uses;
    }
};

/// The clocks of single agents, by the index of their id: of each attack one. Most have none.
struct AgentClocks {
    BlockPool pool;
    List<PoolArray<int64_t>> by_id;

    /// Serial: room for the ids there are.
    void resize(size_t ids) {
        if (ids > by_id.size()) by_id.resize(ids);
    }
    /// us; over while now >= it.
    int64_t ready_at(uint32_t index, int attack) const {
        return index < by_id.size() && by_id[index].size != 0 ? by_id[index][static_cast<uint32_t>(attack)] : long_ago;
    }
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
    void release(uint32_t index) {
        if (index < by_id.size()) by_id[index].give_back(pool);
    }
};

/// A permit whose cooldowns are kept by the world, to be given back.
struct WorldReturn {
    ArchetypeIndex archetype;
    int16_t attack;
    uint32_t round;
    int64_t permit_at;
};

struct CirclesLayer;
struct Circle;

// Of one agent's attack, at one circle. Different circles at once are safe, as long as no archetype there shares clocks
// of the world.

/// us: when the last of the clocks that it waits for is over.
int64_t cooldowns_over_at(const CirclesLayer& core, const Circle& circle, uint32_t row, int attack);
/// A permit now: uses and clocks are spent.
void spend_cooldowns(CirclesLayer& core, Circle& circle, uint32_t row, int attack);
/// As if the permit that the agent has had not been; but clocks of the world stay (`give_back_world`).
void give_cooldowns_back(CirclesLayer& core, Circle& circle, uint32_t row, int attack);

/// The clocks of the world that a permit has turned.
void give_back_world(CirclesLayer& core, const WorldReturn& permit);

} // namespace fray
