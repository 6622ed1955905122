// The releases of a frame, by all agents that must give something back.
#pragma once

#include "circles/releaser.h"
#include "circles/target_groups.h"

namespace fray {

/// What releases at circles touch.
struct ReturnView : Views<ReleaseView, Read<column::target, column::as_target>, TargetGroups, EventLog> {
    using Views::Views;
};

/// Releases what agents hold, in parallel by circle. Then gives back the cooldowns of the whole world, serially. All
/// circles concerned become dirty. `rows`: the agents that gave up or ended an attack in evaluate_fsm; it is working
/// memory afterwards. `fallen`: rows of this frame's.
void return_all(const ReturnView& world, Vector<Row>& rows, const Vector<Row>& fallen, ParallelLoops& loops);

} // namespace fray
