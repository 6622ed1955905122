// Squads: who belongs together, and when they look for targets.
#pragma once

#include "block_pool.h"
#include "fray/id.h"

#include <vector>

namespace fray {

struct Squad {
    PoolArray<uint32_t> members; ///< indices of ids, in spawn order; the dead stay until they are despawned
    Serial founder = no_serial;  ///< its first member; its serial staggers the squad's looks
    TeamIndex team = 0;
    uint8_t attention = 0;       ///< somebody in it has to be looked at by the next alert
    int64_t period = 0;          ///< us, the least alert_every of its members
    int64_t next_look = INT64_MAX; ///< us, when its look is due
};

/// The first time after `after` that lies on a squad's lattice of looks.
inline int64_t next_look_after(const Squad& squad, int64_t after) {
    const int64_t phase = (squad.founder % 16) * squad.period / 16;
    if (after < phase) return phase;
    return phase + ((after - phase) / squad.period + 1) * squad.period;
}

struct Squads {
    BlockPool pool;
    std::vector<Squad> list; ///< number n stands at n - 1

    Squad& operator[](uint32_t number) { return list[number - 1]; }
    const Squad& operator[](uint32_t number) const { return list[number - 1]; }
    uint64_t memory() const { return pool.memory() + list.capacity() * sizeof(Squad); }
};

} // namespace fray
