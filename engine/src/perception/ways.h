// Free ways: is another agent in the way of an agent that wants a slot or a token (rules.md, I1 to I5)?
#pragma once

#include "perception/perception_layer.h"

namespace fray {

/// m: how much of its way to a slot must be free for an agent (C5.9).
inline constexpr float looks_ahead = 6.0f;

/// Is the way of the agent of `row` to the point `to` free of living agents, except the agent itself and that of
/// `target_row`? Reads the world only; many threads may ask at once.
bool is_way_free(const PerceptionLayer& layer, uint32_t row, uint32_t target_row, Vec2 to);

} // namespace fray
