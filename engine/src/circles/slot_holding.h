// Taking a slot and giving it up. Both change the agent's columns and the circle (slots, grid capacity, token queue),
// and write an event. resolve_hits, plan_engagements and commit all use these functions, so that agent and circle never
// contradict each other.
//
// Each function wakes the agent, and sets `Circle::rebalance_due` (but not `take_slot` with the cause rebalancing). It
// sets no dirty mark: a caller outside plan_engagements marks the circle dirty or due. Different circles at once are
// safe.
#pragma once

#include "circles/circle_views.h"

namespace fray {

/// For code that takes slots from their holders.
struct SlotReturns
    : Views<Read<column::id, column::serial, column::archetype>,
            Write<column::arrived, column::engagement, column::give_up, column::role, column::slot, column::wake>,
            const Kinds> {
    using Views::Views;
};
/// For code that also gives slots.
struct SlotChanges : Views<SlotReturns, Write<column::fighting_since, column::joined>, const Clock, Circles> {
    using Views::Views;
};

/// Assigns `slot` to an agent that is in the token queue, or that `admit` adds to it now. The caller must have emptied
/// the agent's previous slot. The agent counts as not arrived, even if the slot is the same. Writes the event slot.
void take_slot(const SlotChanges& world, Circle& circle, Row row, int slot, SlotCause cause, EventWriter& events);
/// Makes an agent with `Role::none` a holder: takes its grid weight off the circle's free grid capacity, puts it at the
/// back of the token queue and gives it `slot`, which must be empty. The caller checks the capacity.
void admit(const SlotChanges& world, uint32_t circle, Row row, int slot, SlotCause cause, EventWriter& events);
/// Takes the slot from a holder and returns its grid weight. The agent has `Role::none` and is no longer in the token
/// queue. The caller must set `engagement.circle` or put the agent into the circle's queue. Writes the event unslot.
void give_slot_up(const SlotReturns& world, Circle& circle, Row row, UnslotCause cause, EventWriter& events);

} // namespace fray
