// Blocked slots: slots of a circle that cannot be used because of the ground. Only worlds with a ground have them.
//
// A slot is blocked if the straight way from the target to the slot is not clear. If the target itself stands off the
// ground, a slot is blocked if its point is not walkable (rules.md, Ground). A blocked slot is closed, whether or not
// the host has closed it too.
#pragma once

#include "circles/circle_views.h"
#include "parallel.h"
#include "terrain/footing.h"

namespace fray {

/// For code that finds the blocked slots of circles.
struct SurveyView : Views<FootingView, const IdTable, const TargetInfos> {
    using Views::Views;
};

/// Finds the blocked slots of a circle. Does nothing if the target has moved at most 250 mm since the last survey of
/// the circle. Returns true if a slot became closed or open. Different circles at once are safe.
bool survey(const SurveyView& world, Circle& circle);
/// Surveys again, from where their targets were at their last survey, the circles with slots in a changed part of the
/// ground. Parallel over circles; runs in apply_commands, before the commands.
void survey_changed_ground(const Views<SurveyView, Circles>& world, ParallelLoops& loops);
/// Surveys all circles that were never surveyed or that a reload has reset. Not thread-safe; runs at the end of
/// apply_commands if there was a reload. A circle that is made later in the frame is surveyed by plan_engagements or
/// commit.
void survey_new_circles(const Views<SurveyView, Circles>& world);

} // namespace fray
