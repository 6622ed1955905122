// Error: the result of a call. A call on something that exists returns an Error. A function that makes something, or
// that reads or writes a file, returns a Result (fray/result.h), which carries an Error and its text.
//
// Threads: the functions of this header may be called on any thread.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"

#include <cstdint>

namespace fray {

/// The result of a call. After an error nothing has changed, unless the comment of the call says so, and the error text
/// says what was given and what is allowed (`World::error_text`, `Result::error_text`). Every call that changes a world
/// may return `stepping` and `dead`; its comment does not repeat it.
enum class [[nodiscard]] Error : uint8_t{
    ok,
    stale_id,     ///< the agent id is null, despawned or of another generation
    not_finite,   ///< a coordinate, heading, amount or time is not finite
    out_of_range, ///< a value is outside the range of its field, or the call is not allowed now
    unknown,      ///< no such archetype, monster, team, squad, state, column, ground, frame or question of sight
    wrong_squad,  ///< the squad is of another team, or the agent is in no squad of the host
    stepping,     ///< the call does not fit the phase of the step: a step runs, or `step_end` without `step_begin`
    full,         ///< a limit is reached: agents, teams, archetypes, states, classes, listeners or memory budget
    bad_snapshot, ///< not a snapshot, or a snapshot of a world with other definitions
    state_failed, ///< a user state has failed in this step; the step was finished all the same
    bad_call,     ///< not the bytes of a command (fray/command_log.h)
    off_ground,   ///< no agent can stand there (WorldDef::off_ground)

    /// Memory ran out in the middle of a change, or the host's ground or job system threw an exception. The world is
    /// empty now. It returns `dead` from every call that would change it, except a restore of a valid snapshot.
    dead,
    out_of_memory, ///< memory ran out before anything was changed; the world goes on
    bad_file,      ///< a file cannot be read or written, or is damaged; the text names the file and the place in it
    bad_packet,    ///< not a packet of fray/network.h, or a damaged one
};
/// The name of the enumerator.
FRAY_API const char* to_string(Error);

} // namespace fray

#include "fray/end_header.h"
