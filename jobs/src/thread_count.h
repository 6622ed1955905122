// The check of TbbJobsDef, with and without oneTBB.
#pragma once

#include "fray/jobs.h"

#include <string>

namespace fray {

/// Returns what is wrong; empty: nothing.
inline std::string check_threads(const TbbJobsDef& def) {
    if (def.threads >= 0 && def.threads <= 1024) return "";
    return "TbbJobsDef.threads: given " + std::to_string(def.threads) +
           ", allowed 1 to 1024, or 0 for all of the machine's";
}

} // namespace fray
