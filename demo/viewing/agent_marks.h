// The marks of agents in the viewer, drawn as in pictures (picture/marks.h): close up with weapons and hits, farther
// away their shapes, and from far away points.
#pragma once

#include "camera.h"
#include "draw_batch.h"
#include "labels.h"
#include "picture/recent.h"

namespace fray::demo {

/// Up to this number of marks is drawn close up.
inline constexpr size_t most_close_marks = 600;

/// Adds the agents in the camera's field. `recent`: what has just happened to them; null: no motion is shown.
void draw_agents(const World& world, const Camera& camera, const Recent* recent, DrawBatch& batch);

/// The radius in pixels of the mark of the agent in a row.
float mark_pixels(const World& world, const Camera& camera, size_t row);
/// Keeps labels off the agents in the camera's field.
void block_agents(const World& world, const Camera& camera, Labels& labels);

} // namespace fray::demo
