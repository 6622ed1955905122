// The rings around an agent: slots on the approach ring, and the paths around it and to the slots. This is the kung-fu
// circle ("Beyond the Kung-Fu Circle", Game AI Pro, chapter 28).
#pragma once

#include "agent.h"
#include "states.h"

namespace plain {

class KungFuCircle {
public:
    explicit KungFuCircle(const Agent& centre);

    Vec2 slot_position(int slot) const { return centre_.position + offsets_[static_cast<size_t>(slot)]; }
    /// The nearest free slot; -1: none.
    int closest_free_slot(Vec2 from) const;
    void set_taken(int slot, bool taken);
    bool full() const { return free_ == 0; }
    const fray::CircleDef& def() const { return centre_.archetype.def.circle; }

    /// Waiting agents walk along the roam ring; an agent inside the ring walks straight out.
    Steering patrol(const Agent& agent) const;
    /// The point to which an agent with an attack token walks for its attack.
    Vec2 attack_position(const Agent& agent) const;

private:
    Vec2 outward(const Agent& agent, float distance) const;

    const Agent& centre_;
    const std::vector<Vec2>& offsets_;
    std::vector<bool> taken_;
    int free_;
};

} // namespace plain
