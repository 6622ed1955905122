// The rings round one agent: slots on the approach ring, taken or free, and the ways round and into them (seed 000).
#pragma once

#include "agent.h"
#include "states.h"

namespace plain {

class KungFuCircle {
public:
    explicit KungFuCircle(const Agent& centre);

    Vec2 slot_position(int slot) const { return centre_.position + offsets_[static_cast<size_t>(slot)]; }
    /// The nearest free slot; -1: none is free.
    int closest_free_slot(Vec2 from) const;
    void set_taken(int slot, bool taken);
    bool full() const { return free_ == 0; }
    const fray::CircleDef& def() const { return centre_.archetype.def.circle; }

    /// Round the roam ring for those who wait; straight out for those inside.
    Steering patrol(const Agent& agent) const;
    /// Where one with a permit steps in.
    Vec2 attack_position(const Agent& agent) const;

private:
    Vec2 outward(const Agent& agent, float distance) const;

    const Agent& centre_;
    const std::vector<Vec2>& offsets_;
    std::vector<bool> taken_;
    int free_;
};

} // namespace plain
