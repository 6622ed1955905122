// The plots of `fray sweep`'s page.
#pragma once

#include "results.h"

#include <string>

namespace fray::demo {

/// How the figures go with what was changed: a plot a figure that is not the same everywhere.
std::string variant_plots(const SweepResults& results);
/// Tables of colours over two keys; empty: there are not two that change.
std::string variant_maps(const SweepResults& results);
/// The places that a search looked at, and the line that it found.
std::string goal_plots(const SweepResults& results);

} // namespace fray::demo
