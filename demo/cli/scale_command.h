// `fray scale`: what it is asked for on the command line, and what it writes.
#pragma once

#include "scale/options.h"

#include <string>

namespace fray::demo {

struct ScaleCommand {
    ScaleOptions options;
    std::string json, csv, report;
};

/// The program's exit code: 0, or `broken_promise` where the same battle came to different states. Throws BadInput.
int scale(const ScaleCommand& command);

} // namespace fray::demo
