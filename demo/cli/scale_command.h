// The command `fray scale`: its options, and the files it writes.
#pragma once

#include "scale/options.h"

#include <string>

namespace fray::demo {

struct ScaleCommand {
    ScaleOptions options;
    std::string json, csv, report;
};

/// Returns the program's exit code: 0, or `broken_promise` when the same battle ended in different states. Throws
/// BadInput.
int scale(const ScaleCommand& command);

} // namespace fray::demo
