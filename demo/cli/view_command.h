#pragma once

#include "options.h"

namespace fray::demo {

/// Views a battle in a window. Where none can be opened it says why, and writes a page to watch the battle on instead.
/// The program's exit code: 0. Throws BadInput.
int view(const ViewOptions& options);

} // namespace fray::demo
