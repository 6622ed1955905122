// The page of `fray sweep --report`: one HTML file without scripts, its plots inline, its raw data inside.
#pragma once

#include "results.h"

#include <string>

namespace fray::demo {

std::string sweep_page(const SweepResults& results);

} // namespace fray::demo
