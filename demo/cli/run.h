#pragma once

#include "options.h"

namespace fray::demo {

/// The exit code when an invariant is violated, or when a replay's state hash differs from the recording.
inline constexpr int broken_promise = 3;

/// Runs a battle to its end. Returns the program's exit code: 0 or `broken_promise`. Throws BadInput.
int run(const RunOptions& options);

} // namespace fray::demo
