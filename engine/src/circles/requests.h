// The requests of a frame at circles.
#pragma once

#include "circles/circle_queue.h"
#include "circles/target_groups.h"

namespace fray {

/// What requests at circles touch.
struct RequestView : Views<QueueChanges, Read<column::serial, column::life, column::target>,
                           Write<column::wake, column::as_target>, const TargetInfos, TargetGroups> {
    using Views::Views;
};

/// Puts the requesters in `rows` into the queues of their targets' circles. Circles that are missing are made serially
/// first; the queues are then filled in parallel by circle.
void queue_requests(const RequestView& world, const Vector<Row>& rows, ParallelLoops& loops);

} // namespace fray
