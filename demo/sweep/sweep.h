// `fray sweep`: many variants of a scenario, each fought with many seeds, and compared; or the one that reaches a goal.
#pragma once

#include "battle/setup.h"

#include <string>
#include <vector>

namespace fray::demo {

struct SweepOptions {
    BattleChoice battle; ///< `sets` as sweeps take them; without threads and jobs. The seed is the first one
    int64_t seeds = 16;
    int jobs = 0;           ///< battles at once; 0: as many as the machine has threads
    int64_t frames = 0;     ///< 0: until the battle is over
    int64_t most = 100'000; ///< battles that it may come to
    std::string player, team;
    std::string goal;
    std::vector<std::string> vary;
    std::string csv, runs, json, report, journal;
};

/// Results do not depend on `jobs`. The program's exit code: 0. Throws BadInput.
int sweep(SweepOptions options);

} // namespace fray::demo
