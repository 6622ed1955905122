// Free ways: is another agent in the way of an agent that wants a slot or a token (rules way_free and point_on_way)?
// And lines: is an agent in the line of an attack (rule in_line_of_attack)?
#pragma once

#include "bodies/bodies.h"
#include "rows/rows.h"
#include "storage/views.h"
#include "terrain/terrain.h"
#include "ways/trees.h"

#include <optional>

namespace fray {

/// For code that looks for agents in the line of an attack.
struct LineView
    : Views<BodyView, Read<column::id, column::serial, column::team, column::floor, column::life, column::position>,
            const IdTable, const Trees, RowCount> {
    using Views::Views;
};
/// For code that looks for agents in the way of an agent.
struct WayView
    : Views<LineView, Read<column::state, column::orders>, const Terrain, const NeighbourGrid, const GridIsCurrent> {
    using Views::Views;
};

/// m: how much of its way to a slot must be free for an agent (rule can_reach).
inline constexpr float looks_ahead = 6.0f;

/// Is the way of the agent of `row` to the point `to` free of living agents, except the agent itself and that of
/// `target_row`? Reads the world only; many threads may ask at once.
bool is_way_free(const WayView& world, Row row, Row target_row, Vec2 to);

/// What is in the way of an agent to its target (rule way_to_target).
struct WayToTarget {
    static constexpr uint32_t most = 20;

    uint32_t agents = 0;      ///< at most `most`
    bool is_plugged = false;  ///< one of them cannot step aside between walls
    bool is_straight = false; ///< no wall is between the two; otherwise only the beginning of the way counts
};
/// Reads the world only; many threads may ask at once.
WayToTarget way_to_target(const WayView& world, Row row, Row target_row);

/// Has an attack of the agent of `row` on that of `target_row` a clear line (rule has_line)? Reads the world only; many
/// threads may ask at once.
bool has_clear_line(const LineView& world, Row row, Row target_row);
/// From where the agent of `row` would have a clear line to that of `target_row`: the nearest of the places at its
/// sides (rule has_shot); none if there is none.
std::optional<Vec2> clear_place(const LineView& world, Row row, Row target_row);
/// The row of the first enemy in the line from the agent of `row` to that of `target_row` (rule first_foe); that row
/// itself if there is none.
Row first_foe_in_line(const LineView& world, Row row, Row target_row);

} // namespace fray
