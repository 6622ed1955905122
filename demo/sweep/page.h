// The page of `fray sweep --report`: an HTML file without scripts, with inline plots and the raw data.
#pragma once

#include "results.h"

#include <string>

namespace fray::demo {

std::string sweep_page(const SweepResults& results);

// Its plots.

/// How the figures depend on the axes: a plot for each figure that is not constant.
std::string variant_plots(const SweepResults& results);
/// Heat maps over two keys; empty unless two keys vary.
std::string variant_maps(const SweepResults& results);
/// The places that a search probed, and the line that it found.
std::string goal_plots(const SweepResults& results);

} // namespace fray::demo
