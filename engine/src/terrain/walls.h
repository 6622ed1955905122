// Walls between agents (rule walled_off): does a wall, or an obstacle, stop hits, projectiles and sight?
//
// The line goes from the middle of an agent to that of another. It may bend past corners by as much as the
// narrower of the two bodies reaches past them. An obstacle in which either agent stands does not count: it is the gate
// or the tower that the agent stands for. In a world without a ground nothing stops a line.
#pragma once

#include "bodies/bodies.h"
#include "definitions/kinds.h"
#include "terrain/terrain.h"

namespace fray {

/// An end of a line: an agent, or the place from which it has launched a projectile.
struct LineEnd {
    Vec2 at{};           ///< m
    float radius = 0.0f; ///< m
};

/// Who asks for walls between agents.
struct WallView : Views<BodyView, Read<column::position>, const Terrain> {
    using Views::Views;
};

/// Is a wall between the two? Reads the world only; many threads may ask at once.
bool is_walled_off(const Views<const Terrain>& world, const LineEnd& from, const LineEnd& to);
/// The same for the agents of two rows.
bool is_walled_off(const WallView& world, uint32_t row, uint32_t other_row);
/// Has the agent of the row the other in reach (rule in_reach)?
bool has_in_reach(const WallView& world, uint32_t row, uint32_t other_row);

} // namespace fray
