// Circles as bytes: for snapshots (world/snapshot.cpp), and for other ranks (ranks/circle_exchange.h).
#pragma once

#include "circles/circles.h"
#include "storage/archive.h"

namespace fray {

/// Writes or reads a circle, except `Circle::queued`. False: the bytes are damaged.
template <typename Archive> bool circle(Archive& archive, Circle& c, BlockPool& pool) {
    if (!archive.value(c.in_use)) return false;
    if (!c.in_use) return true;
    return archive.value(c.target) && archive.value(c.target_serial) && archive.value(c.archetype) &&
           archive.value(c.rebalance_due) && archive.value(c.reslot_due) && archive.value(c.closed_slots) &&
           archive.value(c.reserver) && archive.value(c.gap_until) && archive.value(c.front) && archive.value(c.back) &&
           archive.value(c.grid_capacity) && archive.value(c.attack_capacity) && archive.value(c.grid_free) &&
           archive.value(c.attack_free) && archive.array(c.slots, pool) && archive.array(c.lanes, pool) &&
           archive.array(c.token_queue, pool) && archive.array(c.strikers, pool) && archive.array(c.cooldowns, pool) &&
           archive.array(c.directed, pool) && c.directed.size <= 1 && archive.value(c.surveyed_at) &&
           archive.value(c.surveyed) && archive.value(c.held_up_at);
}

} // namespace fray
