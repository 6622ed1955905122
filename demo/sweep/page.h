// The page of `fray sweep --report`: an HTML file without scripts, with inline plots and the raw data.
#pragma once

#include "results.h"

#include <string>

namespace fray::demo {

std::string sweep_page(const SweepResults& results);

} // namespace fray::demo
