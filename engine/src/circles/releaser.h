// Release: an agent gives back what it has at its circle: its attack token with the attack weight, cooldowns of an
// attack that never began, its slot with the grid weight, or its position in the queue (rule
// settle_return).
//
// The columns say why: evaluate_fsm has ended the attack (`attack_phase`) or given up the slot (`give_up`), or the
// agent or its target has died or was despawned. The release policy of the agent's archetype (`ReleasePolicy`) decides
// what is given back:
// - attack: it gives back the token and keeps its slot, or gets another slot in exchange.
// - all: it gives back token and slot when the attack ends.
// - launch: it gives back the slot at the hit, and the token when the attack ends. This is the rule of Game AI Pro,
//   chapter 28, section 28.4: it lets all attackers take turns on the slots.
#pragma once

#include "bodies/bodies.h"
#include "circles/circle_views.h"
#include "storage/id_table.h"

namespace fray {

/// What a release touches.
struct ReleaseView : Views<Read<column::id, column::serial, column::archetype, column::team, column::body, column::life,
                                column::monster, column::kept_attack>,
                           Write<column::arrived, column::attack, column::attack_phase, column::engagement,
                                 column::give_up, column::joined, column::queue_links, column::role, column::slot,
                                 column::wait_place, column::wait_slot, column::wake>,
                           const Kinds, const ChangedBodies, const Clock, const IdTable, const ListsById<RunningAct>,
                           Circles, Vector<CooldownRecord>, AgentClocks> {
    using Views::Views;
};

/// Releases what agents hold, one agent per call. Different circles at once are safe if each has its own `Releaser`.
class Releaser {
public:
    /// `world_returns`: `settle` appends each token with cooldowns of scope `world`, which the caller must give back on
    /// one thread.
    Releaser(const ReleaseView& world, EventWriter events, Vector<WorldReturn>& world_returns)
        : world_(world), events_(events), world_returns_(world_returns) {}

    /// Releases what this agent must give back at its circle. The agent must be a member of a circle.
    void settle(Row row);

private:
    Serial serial() const { return world_.serial[row_]; }
    uint32_t index() const { return world_.id[row_].index; }
    void settle_attack(bool leaves);
    void give_back(const Attack& attack, int16_t number);
    void leave(GiveUp given_up);
    void launch();
    void give_slot_back(UnslotCause cause);

    ReleaseView world_;
    EventWriter events_;
    Vector<WorldReturn>& world_returns_;
    Row row_;
    uint32_t number_ = 0;
    Circle* circle_ = nullptr;
    const Archetype* archetype_ = nullptr;
    Life life_ = Life::living;
};

} // namespace fray
