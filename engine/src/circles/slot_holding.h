// Taking a slot and giving it up: what changes about the agent, its circle, and the events, in one place for all who
// decide it (settle, the stage manager, commit).
#pragma once

#include "circles/circles_layer.h"

namespace fray {

/// A holder, or one who is about to be, takes a slot. Different circles at once are safe, here and below.
void take_slot(CirclesLayer& core, Circle& circle, uint32_t row, int slot, Cause cause, EventWriter& events);
/// Out of no queue any more: into a circle, and into a slot there.
void come_in(CirclesLayer& core, uint32_t circle, uint32_t row, int slot, Cause cause, EventWriter& events);
/// A holder gives its slot up, and has role none; it stays on the circle's books in no other way.
void give_slot_up(CirclesLayer& core, Circle& circle, uint32_t row, Cause cause, EventWriter& events);

} // namespace fray
