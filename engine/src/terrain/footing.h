// Where agents can stand, and which agents can reach each other, in a world with a ground (rules.md, Ground).
//
// An island is a set of places that can be reached from each other on foot. In a world without a ground all agents can
// reach each other. A function may be called in such a world only if its comment says what it does there.
#pragma once

#include "terrain/reach.h"

namespace fray {

/// For code that asks whether agents can reach each other on foot.
struct IslandView : Views<Read<column::island>, const Terrain> {
    using Views::Views;
};
/// For code that asks whether the places around a target are blocked.
struct FootingView : Views<WallView, Read<column::island>> {
    using Views::Views;
};

/// Are two places on different islands? False if one of them is off the ground (no_island).
inline bool apart(uint32_t island, uint32_t other) {
    return island != other && island != Ground::no_island && other != Ground::no_island;
}
/// Are the agents of two rows on different islands? False in a world without a ground.
bool apart_rows(const IslandView& world, Row row, Row other);
/// Updates the column `island` from the present positions of all agents. Parallel over agents.
void know_islands(const Views<Read<column::position>, Write<column::island>, const Terrain, RowCount>& world,
                  ParallelLoops& loops);

/// Is the place of a slot blocked (rule blocked), around the target of a row at its position `from`? `on_ground`: the
/// target can stand there.
bool is_blocked(const FootingView& world, Row target_row, Vec2 from, bool on_ground, Vec2 place);
/// The same around the target where it is.
bool is_blocked(const FootingView& world, Row target_row, Vec2 place);

/// The nearest walkable point of an island, or of any island if `island` is no_island; `point` itself if there is none.
Vec2 nearest_footing(const Terrain& terrain, Vec2 point, uint32_t island);

/// A patrol from `here` to the point that is `distance` metres away in the direction `heading`. An end that is
/// not on the island of `here` is replaced by the nearest walkable point of that island.
Patrol patrol_from(const Terrain& terrain, Vec2 here, Vec2 heading, float distance);

} // namespace fray
