#pragma once

#include "options.h"

namespace fray::demo {

/// Films a battle or a recording. Returns the program's exit code. Throws BadInput.
int film(const FilmOptions& options);

} // namespace fray::demo
