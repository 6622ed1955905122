// Draws title, legend and scale of a picture.
#pragma once

#include "view.h"

#include <string>
#include <vector>

namespace fray::demo {

/// Formats 136000 as `136 000`.
std::string grouped(int64_t number);
/// The states that the world's archetypes can enter, for a legend.
std::vector<AgentState> states_of(const World& world);

/// Draws grid lines at round distances behind everything else.
void draw_grid(Canvas& canvas, const View& view);
/// Draws the panels in front of everything else.
void draw_panels(Canvas& canvas, const View& view, const Battle& battle);

} // namespace fray::demo
