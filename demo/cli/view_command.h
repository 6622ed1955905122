#pragma once

#include "options.h"

namespace fray::demo {

/// Shows a battle in a window. Where no window can be opened, it prints the reason and writes a page with the battle
/// instead. Returns the program's exit code: 0. Throws BadInput.
int view(const ViewOptions& options);

} // namespace fray::demo
