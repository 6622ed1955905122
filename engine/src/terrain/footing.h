// Where agents can stand, and which agents can reach each other, in a world with a ground (rules.md, Ground).
//
// An island is a set of places that can be reached from each other on foot. In a world without a ground all agents can
// reach each other. Functions without a remark must not be called there.
#pragma once

#include "terrain/terrain_layer.h"

namespace fray {

/// Are two places on different islands? A place off the ground (no_island) is not apart from any other.
inline bool apart(uint32_t island, uint32_t other) {
    return island != other && island != Ground::no_island && other != Ground::no_island;
}
/// The same for the agents of two rows. False in a world without a ground.
bool apart_rows(const TerrainLayer& layer, uint32_t row, uint32_t other);
/// Writes the islands of all agents, from their present positions. Parallel over agents.
void know_islands(TerrainLayer& layer, ParallelLoops& loops);

/// Is the straight line from a target to a point near it (m) not walkable? For a target off the ground: is the point
/// not walkable?
bool is_blocked(const TerrainLayer& layer, uint32_t target_row, Vec2 point);

/// The nearest walkable point of an island, or of any island if `island` is no_island; `point` itself if there is none.
Vec2 nearest_footing(const TerrainLayer& layer, Vec2 point, uint32_t island);

/// A patrol from `here` to the point `distance` metres along `heading`, or to the nearest point of the same island.
/// Without a ground the end stays where it is.
Patrol patrol_from(const TerrainLayer& layer, Vec2 here, Vec2 heading, float distance);

} // namespace fray
