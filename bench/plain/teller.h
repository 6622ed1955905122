// Describes a fight of the plain port by fray's events, so that it is measured like fray's own. It compares every agent
// before and after a step, so the port need not record anything and pays nothing. No event is missed: within a step, no
// agent leaves a circle and comes to another, or ends an attack and gets the next token.
#pragma once

#include "battle.h"
#include "fray/events.h"

#include <vector>

namespace plain {

class Teller {
public:
    explicit Teller(const Battle& battle) : battle_(battle) {}

    /// The events of the last step; call it after every step, from the first step on. The order is that of fray's
    /// systems: spawn, target, request, withdraw, arrive, attack, attack_end, death, unslot, slot, token. The only
    /// causes are admitted and moved.
    const fray::Events& tell();

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
    /// Adds an event of an agent at a circle, and fills in the fields that this kind of event has.
    template <typename Kind> void add(std::vector<Kind>& list, const Agent& agent, const Known& at);
    template <typename Kind> void append(std::vector<Kind>& list, Kind event);
    void spawns();
    void targets(const Agent& agent, const Known& was, const Known& is);
    void thinks(const Agent& agent, const Known& was, const Known& is);
    void settles(const Agent& agent, const Known& was, const Known& is);
    void slots(const Agent& agent, const Known& was, const Known& is);
    void tokens(const Agent& agent, const Known& was, const Known& is);

    const Battle& battle_;
    std::vector<Known> was_, is_; ///< by serial: states before the step, and after it
    struct Lists {
        std::vector<fray::SpawnEvent> spawns;
        std::vector<fray::TargetEvent> targets;
        std::vector<fray::RequestEvent> requests;
        std::vector<fray::WithdrawEvent> withdrawals;
        std::vector<fray::ArriveEvent> arrivals;
        std::vector<fray::AttackEvent> attacks;
        std::vector<fray::AttackEndEvent> attack_ends;
        std::vector<fray::DeathEvent> deaths;
        std::vector<fray::UnslotEvent> unslots;
        std::vector<fray::SlotEvent> slots;
        std::vector<fray::TokenEvent> tokens;
        std::vector<fray::EventRef> order;
    } lists_;
    fray::Events events_; ///< spans over `lists_`
};

} // namespace plain
