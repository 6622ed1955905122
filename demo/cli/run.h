#pragma once

#include "options.h"

namespace fray::demo {

/// The exit code where something did not hold that had to: an invariant, or a recording's hash.
inline constexpr int broken_promise = 3;

/// Fights a battle to its end. The program's exit code: 0 or `broken_promise`. Throws BadInput.
int run(const RunOptions& options);

} // namespace fray::demo
