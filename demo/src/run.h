#pragma once

#include "options.h"

namespace fray::demo {

/// Fights a battle to its end. The program's exit code: 0, or 3 for a broken invariant. Throws BadInput.
int run(const RunOptions& options);

} // namespace fray::demo
