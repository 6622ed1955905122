// Feet: walking, giving way, turning.
#pragma once

#include "grid.h"

namespace plain {

inline constexpr float neighbour_margin = 0.3f; ///< m between two bodies below which they part

/// Everybody one frame on.
void move_agents(const std::vector<Agent*>& agents, const Grid& grid, float seconds);

} // namespace plain
