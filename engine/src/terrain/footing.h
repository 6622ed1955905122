// Where one can stand, and who can come to whom, in a world with ground (rules: Ground). Without ground nobody asks.
#pragma once

#include "terrain/terrain_layer.h"

namespace fray {

/// Are two on different islands? Who is off the ground is everybody's.
inline bool apart(uint32_t island, uint32_t other) {
    return island != other && island != Ground::no_island && other != Ground::no_island;
}
/// The same of rows.
bool apart_rows(const TerrainLayer& core, uint32_t row, uint32_t other);
/// Of everybody, as positions are now.
void know_islands(TerrainLayer& core, Loops& loops);

/// Can nobody walk straight from a target to a point round it?
bool is_blocked(const TerrainLayer& core, uint32_t target_row, Vec2 point);

/// The nearest place to a point where one can stand, of an island if one is named; the point itself if there is none.
Vec2 nearest_footing(const TerrainLayer& core, Vec2 point, uint32_t island);

/// A patrol that begins here.
Patrol patrol_from(const TerrainLayer& core, Vec2 here, Vec2 heading, float distance);

} // namespace fray
