// What `fray run` and `fray replay` print at the end: how the fight stands, how fast it was, and what was written.
#pragma once

#include "files/written_files.h"
#include "fray/battle.h"
#include "summary.h"

#include <string>

namespace fray::demo {

struct ResultOptions {
    int threads = 1;
    bool verbose = false;               ///< the engine's figures too
    const DetailStudy* study = nullptr; ///< null: no comparison with full detail
};

std::string result_text(const Battle& battle, const Summary& summary, const WrittenFiles& written,
                        const ResultOptions& options);

} // namespace fray::demo
