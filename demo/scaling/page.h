// The page of `fray scale --report`: an HTML file without scripts, with inline plots and the raw data.
#pragma once

#include "scale/results.h"

#include <string>

namespace fray::demo {

std::string scale_page(const Results& results);
/// Its plots: a section for each scenario.
std::string scaling_plots(const Results& results);

} // namespace fray::demo
