// The plots of `fray scale`'s page.
#pragma once

#include "results.h"

#include <string>

namespace fray::demo {

/// A section a scenario.
std::string scaling_plots(const Results& results);

} // namespace fray::demo
