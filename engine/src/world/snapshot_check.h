// Checks what a snapshot holds before the world uses it, because a snapshot may come from a stranger. A checksum is no
// signature, so every index, number and enumerator is checked here, and what the parts say about each other. The frame
// relies on all of it and checks none of it again.
//
// To add a column, add its line to `check_columns` (column_check.cpp): a snapshot of a world with a column that has
// none is refused. Images of a rollback are made by the world itself, and are not checked.
#pragma once

#include "frame/world_state.h"

#include <string>

namespace fray {

/// us: the world's time is never later in a snapshot; 35 years.
inline constexpr int64_t last_time = int64_t{1} << 50;

/// A time at which something has happened or is due; `long_ago` stands for any time before the world's.
inline bool is_time(int64_t us) { return us >= long_ago && us <= 2 * last_time; }
/// A time as above, or `never`.
inline bool is_time_or_never(int64_t us) { return us == never || is_time(us); }

/// A place where an agent may be, or may be sent to. Some are computed, and lie a little outside the world.
bool is_place(Vec2 point);
/// A vector of at most this length, in any unit.
bool is_within(Vec2 v, float length);
bool is_unit(Vec2 v);
/// Is the byte that a `bool` was read into that of a bool?
bool is_bool(const bool& value);

/// The first value in a column that no world could have; empty if there is none. Looks at each agent by itself. The
/// ids, `Kinds`, the number of circles and the number of squads must be right.
std::string check_columns(const WorldState& state);

/// The first fault in ids, columns, squads, circles, clocks and all other lists; empty if there is none. The
/// definitions must have been checked, and the commands that wait are not looked at.
std::string check_restored(const WorldState& state);

} // namespace fray
