// The page of `fray scale --report`: one HTML file without scripts, its plots inline, its raw data inside.
#pragma once

#include "results.h"

#include <string>

namespace fray::demo {

std::string scale_page(const Results& results);

} // namespace fray::demo
