// Taking a slot and giving it up. Both change the agent's columns and the circle's books (slots, grid capacity, token
// queue), and write an event. All systems go through these functions, so that agent and circle never disagree:
// resolve_hits, plan_engagements and commit.
//
// Each function wakes the agent, and sets `Circle::rebalance_due` (`take_slot` not if the cause is rebalancing). It
// sets no dirty mark: a caller outside plan_engagements marks the circle dirty or due. Different circles at once are
// safe.
#pragma once

#include "circles/circles_layer.h"

namespace fray {

/// Assigns `slot` to an agent that is in the token queue (or, from `admit`, joins it now). The caller has emptied the
/// slot that the agent held before. It has not arrived afterwards, even if it keeps the same slot. Event slot.
void take_slot(CirclesLayer& layer, Circle& circle, uint32_t row, int slot, Cause cause, EventWriter& events);
/// Makes an agent with `Role::none` a holder: takes its grid weight off the circle's free grid capacity, puts it at the
/// back of the token queue and gives it `slot`, which must be empty. The caller checks the capacity.
void admit(CirclesLayer& layer, uint32_t circle, uint32_t row, int slot, Cause cause, EventWriter& events);
/// Takes the slot from a holder and returns its grid weight. The agent has `Role::none` and is out of the token queue,
/// but `engagement.circle` is left as it is: the caller sets it, or puts the agent into the queue. Event unslot.
void give_slot_up(CirclesLayer& layer, Circle& circle, uint32_t row, Cause cause, EventWriter& events);

} // namespace fray
