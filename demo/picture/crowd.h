// Draws agents as marks where there is room, else as points of light.
#pragma once

#include "marks.h"
#include "recent.h"
#include "view.h"

#include <vector>

namespace fray::demo {

/// pixels; an agent with a smaller mark is drawn as a point of light.
inline constexpr float least_mark = 2.0f;
/// The radius in pixels of the mark of an agent of radius `radius` in metres.
float mark_radius(const View& view, const World& world, float radius);

/// The marks of the agents in view, in the order in which they are drawn: the dead first, attacking agents last.
std::vector<Mark> crowd_of(const View& view, const World& world, const Moment& moment);

void draw_crowd(Canvas& canvas, const std::vector<Mark>& crowd);

} // namespace fray::demo
