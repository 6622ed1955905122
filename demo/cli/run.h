#pragma once

#include "options.h"
#include "ranks/ranks.h"

namespace fray::demo {

/// The exit code when an invariant is violated, or when a replay's state hash differs from the recording.
inline constexpr int broken_promise = 3;

/// Runs a battle to its end, on all ranks. Returns the program's exit code: 0 or `broken_promise`. Throws BadInput.
int run(RunOptions options, Ranks& ranks);
/// The same for the ranks other than 0, which print and write nothing. Returns an exit code.
int follow_run(RunOptions options, Ranks& ranks);

} // namespace fray::demo
