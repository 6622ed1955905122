// What an agent no longer has on its circle goes back: attack weight, cooldowns, slot, place in the queue.
#pragma once

#include "circles/circles_layer.h"

namespace fray {

/// Different circles at once are safe, each with a returner of its own.
class Returner {
public:
    /// Permits whose cooldowns the world keeps are added to `world_returns`, to be given back one after the other.
    Returner(CirclesLayer& core, EventWriter events, List<WorldReturn>& world_returns)
        : core_(core), agents_(core.agents), events_(events), world_returns_(world_returns) {}

    /// As its think, its death or its target's has left it.
    void settle(uint32_t row);

private:
    Serial serial() const { return agents_.serial.any()[row_]; }
    uint32_t index() const { return agents_.id.any()[row_].index; }
    void settle_attack(bool leaves);
    void give_back(const Attack& table, int16_t attack);
    void leave(Cause given_up);
    void launch();
    void give_slot_back(Cause cause);

    CirclesLayer& core_;
    Agents& agents_;
    EventWriter events_;
    List<WorldReturn>& world_returns_;
    uint32_t row_ = 0;
    uint32_t number_ = 0;
    Circle* circle_ = nullptr;
    const Archetype* archetype_ = nullptr;
    Life life_ = Life::living;
};

} // namespace fray
