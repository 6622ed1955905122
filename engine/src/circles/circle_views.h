// Engagement circles with their slots and queues, cooldowns, and the host's settings for single
// targets. It owns this state and declares no system of its own: resolve_hits, plan_engagements and commit change it.
#pragma once

#include "bodies/monster_acts.h"
#include "circles/circles.h"
#include "circles/cooldowns.h"
#include "circles/target_info.h"
#include "definitions/kinds.h"
#include "storage/fields.h"
#include "storage/views.h"
#include "terrain/terrain.h"

namespace fray {

/// For code that asks for cooldowns.
struct CooldownView
    : Views<Read<column::id, column::archetype>, const Kinds, const Vector<CooldownRecord>, const AgentClocks> {
    using Views::Views;
};
/// For code that spends them, and gives them back.
struct CooldownChanges
    : Views<Read<column::id, column::archetype, column::monster>, Write<column::engagement>, const Kinds, const Clock,
            const ListsById<RunningAct>, Circles, Vector<CooldownRecord>, AgentClocks> {
    using Views::Views;
};
/// For code that gives cooldowns of scope `world` back.
struct WorldCooldowns : Views<const Kinds, const Clock, Vector<CooldownRecord>> {
    using Views::Views;
};
/// For code that makes circles.
struct CircleMaking : Views<Read<column::id, column::serial, column::archetype, column::as_target>, const Kinds,
                            const TargetInfos, Circles> {
    using Views::Views;
};

/// For code that asks how many slots a target has.
struct RingView : Views<Read<column::as_target>, const Circles> {
    using Views::Views;
};

/// The number of slots round a target: those of its circle, or of the circle that it would get. `shape`: of its
/// archetype.
inline uint32_t slots_round(const RingView& world, const CircleShape& shape, Row target_row) {
    if (shape.slots != 0) return shape.slots;
    const AsTarget& target = world.as_target[target_row];
    return target.own_circle == no_index ? shape.slots_for(target.capacity)
                                         : world.circles[target.own_circle].slots.size;
}

/// Makes a circle for a living target that has no circle, with the target's current capacities and closed slots.
/// Returns its number; the caller stores it in the target's `own_circle`. Not thread-safe; references to circles become
/// invalid.
uint32_t make_circle(const CircleMaking& world, Row target_row);
/// Call after archetypes or monsters were added or replaced. Updates what is computed from them in definitions, columns
/// and circles. Not thread-safe.
void refresh(const Views<KindChanges, Circles>& world);

} // namespace fray
