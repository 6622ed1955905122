// Tells a fight by fray's events, so that it is measured as fray's is. It compares every agent after a step with what
// it was before: the port itself records nothing, and pays for nothing. That misses nothing, for nobody leaves a circle
// and comes to another, nor ends an attack and is permitted the next, within one step.
#pragma once

#include "battle.h"
#include "fray/events.h"

#include <span>

namespace plain {

class Teller {
public:
    explicit Teller(const Battle& battle) : battle_(battle) {}

    /// Of the step that was just made, every step from the first on, in fray's order of stages: spawn, target, request,
    /// withdraw, arrive, attack, attack_end, death, unslot, slot, permit. Of causes it knows admitted and moved.
    std::span<const fray::Event> tell();

private:
    /// An agent, as the events have told of it.
    struct Known {
        bool living = true;
        bool arrived = false;
        bool swinging = false;
        fray::Serial target = fray::no_serial;
        fray::Serial circle = fray::no_serial;
        int slot = -1;
        int attack = -1;
    };
    using Chapter = void (Teller::*)(const Agent& agent, const Known& was, const Known& is);

    static Known look_at(const Agent& agent);
    void add(fray::EventType type, const Agent& agent, const Known& place, fray::Cause cause = fray::Cause::none);
    void spawns();
    void targets(const Agent& agent, const Known& was, const Known& is);
    void thinks(const Agent& agent, const Known& was, const Known& is);
    void settles(const Agent& agent, const Known& was, const Known& is);
    void slots(const Agent& agent, const Known& was, const Known& is);
    void permits(const Agent& agent, const Known& was, const Known& is);

    const Battle& battle_;
    std::vector<Known> was_, is_; ///< by serial
    std::vector<fray::Event> events_;
};

} // namespace plain
