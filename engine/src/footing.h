// Where one can stand, and who can come to whom, in a world with ground (rules: Ground). Without ground nobody asks.
#pragma once

#include "core.h"

namespace fray {

/// Are two on different islands? Who is off the ground is everybody's.
inline bool apart(uint32_t island, uint32_t other) {
    return island != other && island != Ground::no_island && other != Ground::no_island;
}
/// The same of rows.
bool apart_rows(const Core& core, uint32_t row, uint32_t other);
/// Of everybody, as positions are now.
void know_islands(Core& core, Loops& loops);

/// Can nobody walk straight from a target to a point round it?
bool is_blocked(const Core& core, uint32_t target_row, Vec2 point);
/// Looks round a circle's target for slots on blocked ground, if it has come to another place since that was last done.
/// Answers whether it has found others than before.
bool survey(Core& core, Circle& circle);
/// Where it has not been done yet.
void survey_new_circles(Core& core);

/// The nearest place to a point where one can stand, of an island if one is named; the point itself if there is none.
Vec2 nearest_footing(const Core& core, Vec2 point, uint32_t island);

} // namespace fray
