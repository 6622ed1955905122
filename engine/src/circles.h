// Circles: the slots round a target, who stands in them, who asks for one, who takes turns attacking.
#pragma once

#include "archetype.h"
#include "block_pool.h"
#include "fray/id.h"

#include <vector>

namespace fray {

/// An attack's cooldown on one circle, for one archetype.
struct CooldownRecord {
    ArchetypeIndex archetype = 0;
    uint16_t attack = 0;
    int32_t uses_left = 0;
    int64_t ready_at = 0; ///< us; over while now >= ready_at
};

struct Circle {
    uint32_t target = ~0u; ///< index of the target's id
    Serial target_serial = no_serial;
    ArchetypeIndex archetype = 0; ///< of the target: the circle's shape
    bool in_use = false;
    bool again = false; ///< to be visited in the next frame whatever happens
    int32_t grid_capacity = 0, attack_capacity = 0;
    int32_t grid_free = 0, attack_free = 0;
    uint32_t touched_in = ~0u; ///< low bits of the frame that last put it on the list of visits
    PoolArray<uint32_t> slots; ///< by slot: index of the holder's id, or ~0u
    PoolArray<uint32_t> queue; ///< askers, the first first
    PoolArray<uint32_t> ring;  ///< holders, the next to be looked at first
    PoolArray<CooldownRecord> cooldowns;

    /// Does the circle exist by the rules, at `now`?
    bool exists(int64_t now, const std::vector<Archetype>& archetypes) const;
    CooldownRecord* find_cooldown(ArchetypeIndex archetype, int attack);
};

struct Circles {
    BlockPool pool;
    std::vector<Circle> list;
    std::vector<uint32_t> free;
    std::vector<uint32_t> again; ///< circles to visit in the next frame

    uint32_t create(uint32_t target, Serial serial, ArchetypeIndex archetype, const CircleShape& shape,
                    int32_t grid_capacity, int32_t attack_capacity);
    void destroy(uint32_t circle);
    void clear();
    uint32_t count() const { return static_cast<uint32_t>(list.size() - free.size()); }
    uint64_t memory() const { return pool.memory() + list.capacity() * sizeof(Circle); }
};

} // namespace fray
