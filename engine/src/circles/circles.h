// Circles: the slots round a target, who stands in them, who asks for one, who takes turns attacking.
#pragma once

#include "circles/cooldowns.h"
#include "circles/target_info.h"
#include "definitions/archetype.h"
#include "fray/id.h"
#include "host_memory.h"
#include "storage/agents.h"
#include "storage/block_pool.h"

#include <atomic>
#include <vector>

namespace fray {

/// A standing place.
struct Slot {
    uint32_t holder = no_index; ///< index of its id
    uint32_t waiting : 30 = 0;  ///< askers that have it as their place (`outside: flank`)
    uint32_t closed : 1 = 0;    ///< by the host, or because it is blocked
    uint32_t blocked : 1 = 0;   ///< nobody can walk there

    bool open() const { return holder == no_index && closed == 0; }
};

/// Askers of one grid weight, linked in the order of their numbers. Indices of ids.
struct Lane {
    int32_t weight = 0;
    uint32_t first = no_index, last = no_index;
    uint32_t count = 0;
    int64_t too_heavy_since = never; ///< us: since when every pass has left less free than they weigh
};

struct Circle {
    uint32_t target = no_index; ///< index of the target's id
    Serial target_serial = no_serial;
    ArchetypeIndex archetype = 0; ///< of the target: the circle's shape
    bool in_use = false;
    bool rebalance_due = false;
    bool reslot_due = false;   ///< somebody has kept its slot after an attack
    uint16_t closed_slots = 0; ///< how many
    int32_t grid_capacity = 0, attack_capacity = 0;
    int32_t grid_free = 0, attack_free = 0;
    uint32_t queued = 0;          ///< askers in all lanes
    uint32_t reserver = no_index; ///< the asker for whom what is freed is kept
    int64_t gap_until = long_ago; ///< us: no permit before
    int64_t front = 0, back = 0;  ///< numbers of the queue: [front, back)
    Vec2 surveyed_at;             ///< where the target was when it was last seen which slots are blocked
    bool surveyed = false;
    PoolArray<Slot> slots;
    PoolArray<Lane> lanes;
    PoolArray<uint32_t> ring;     ///< holders, the next to be looked at first
    PoolArray<uint32_t> strikers; ///< attackers without a slot (`release: launch`)
    PoolArray<CooldownRecord> cooldowns;

    /// Is there nobody, and nothing to remember, at `now`?
    bool over(int64_t now, const std::vector<Archetype>& archetypes) const;
    bool empty() const { return queued == 0 && ring.size == 0 && strikers.size == 0; }
    /// What the host has closed.
    void close(const SlotSet& set);
    /// Forgets what the ground has blocked.
    void unblock(const SlotSet& by_host);
    SlotSet closed_set() const;
    /// What the ground has blocked. Answers whether anything is closed, or open, that was not.
    bool block(const SlotSet& set, const SlotSet& by_host);
    /// So many, all of them open. Nobody may hold one.
    void make_slots(BlockPool& pool, uint32_t count);
    bool reserving() const { return reserver != no_index; }
    bool any_open_slot() const;
};

/// When circles are to be visited: by circle, apart from the circles themselves, so that looking through all of them
/// is quick.
struct Visits {
    List<uint32_t> touched; ///< low bits of the last frame in which something changed, plus one
    List<uint32_t> moved;   ///< the same of frames in which the target had moved, and no more
    List<int64_t> due;      ///< us: visited then at the latest; `long_ago`: in the next frame
    List<Serial> target;    ///< of those in use

    template <typename Visit> void for_each_list(Visit&& visit) {
        visit(touched);
        visit(moved);
        visit(due);
        visit(target);
    }
};

struct Circles {
    BlockPool pool;
    List<Circle> list;
    List<uint32_t> free;
    Visits visits;

    uint32_t create(uint32_t target, Serial serial, ArchetypeIndex archetype, const CircleShape& shape,
                    Capacity capacity);
    void destroy(uint32_t circle);
    void clear();
    uint32_t count() const { return static_cast<uint32_t>(list.size() - free.size()); }
    uint64_t memory() const {
        return pool.memory() +
               list.capacity() * (sizeof(Circle) + 2 * sizeof(uint32_t) + sizeof(int64_t) + sizeof(Serial));
    }
    /// Has it visited in this frame's propose; safe from many threads at once.
    void touch(uint32_t circle, uint64_t frame) { stamp(visits.touched[circle], frame); }
    /// Its target has moved; safe from many threads at once.
    void follow(uint32_t circle, uint64_t frame) { stamp(visits.moved[circle], frame); }

private:
    static void stamp(uint32_t& mark, uint64_t frame) {
        std::atomic_ref<uint32_t>(mark).store(static_cast<uint32_t>(frame) + 1, std::memory_order_relaxed);
    }
};

} // namespace fray
