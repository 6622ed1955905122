// The plots of the page of `fray scale`.
#pragma once

#include "results.h"

#include <string>

namespace fray::demo {

/// A section for each scenario.
std::string scaling_plots(const Results& results);

} // namespace fray::demo
