// Describes a fight of the plain port by fray's events, so that it is measured like fray's own. It compares every agent
// before and after a step, so the port need not record anything and pays nothing. No event is missed: within a step, no
// agent leaves a circle and comes to another, or ends an attack and gets the next token.
#pragma once

#include "battle.h"
#include "fray/events.h"

#include <span>

namespace plain {

class Teller {
public:
    explicit Teller(const Battle& battle) : battle_(battle) {}

    /// The events of the last step; call it after every step, in particular the first. The order is that of fray's
    /// systems: spawn, target, request, withdraw, arrive, attack, attack_end, death, unslot, slot, token. The only
    /// causes are admitted and moved.
    std::span<const fray::Event> tell();

private:
    /// The state of an agent according to the events so far.
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
    void tokens(const Agent& agent, const Known& was, const Known& is);

    const Battle& battle_;
    std::vector<Known> was_, is_; ///< by serial
    std::vector<fray::Event> events_;
};

} // namespace plain
