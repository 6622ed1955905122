// Locomotion: walking, separation, turning.
#pragma once

#include "grid.h"

namespace plain {

inline constexpr float neighbour_margin = 0.3f; ///< m; bodies with a smaller gap push each other apart

/// Moves all agents by a frame.
void move_agents(const std::vector<Agent*>& agents, const Grid& grid, float seconds);

} // namespace plain
