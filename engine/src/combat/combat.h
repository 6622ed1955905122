// Hits, missiles and deaths, and what settle works with.
#pragma once

#include "circles/cooldowns.h"
#include "circles/target_info.h"
#include "definitions/monsters.h"
#include "fray/defs.h"
#include "host_memory.h"
#include "storage/agents.h"
#include "storage/sort_keys.h"

#include <cstdint>

namespace fray {

/// Filed by ingest for settle and propose.
struct FiledDamage {
    uint32_t target; ///< index of its id: rows move in between
    float amount;
    Serial by;
    uint32_t order;
    bool sets; ///< `amount` takes the place of the health
};
struct FiledForTarget {
    uint32_t target; ///< index of its id
    uint32_t order;
    bool closes; ///< `closed`, else `capacity`
    Capacity capacity;
    SlotSet closed;
};

struct Blow {
    uint32_t target_row;
    uint32_t attacker_row; ///< no_index: damage by the host
    Serial target_serial;
    Serial by;
    int64_t due;
    float amount;
    uint32_t order;         ///< of damage: in call order; of missiles: in the order of launching
    uint32_t missile = ~0u; ///< its place in Combat::missiles; ~0u: it is none's
    bool sets = false;      ///< `amount` takes the place of the health
};

/// Settle's working lists.
struct Settling {
    List<FiledDamage> damage;
    List<FiledForTarget> for_targets;
    List<uint32_t> gone;    ///< indices of the ids despawned in this frame's ingest
    List<uint32_t> hitters; ///< rows
    List<Blow> unsorted_blows, blows;
    List<uint32_t> groups;       ///< where the blows, or returns, of each target begin
    List<List<uint32_t>> deaths; ///< by chunk
    List<uint32_t> hits;         ///< by chunk: how many landed
    List<uint32_t> fallen;       ///< rows of the dead and the gone of this frame
    List<uint64_t> keys;
    List<uint32_t> rows;
    List<List<WorldReturn>> world_returns; ///< by chunk
    SortScratch scratch;
};

struct Combat {
    List<Missile> missiles;     ///< by when they land, then in the order of launching
    uint32_t launched = 0;      ///< missiles, ever
    List<Bond> bonds;           ///< in the order of summoning
    bool somebody_fell = false; ///< in the frame before: bonds have to be looked at
    Settling settling;
};

} // namespace fray
