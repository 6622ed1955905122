// `fray sweep`: runs many variants of a scenario with many seeds each and compares them, or searches for the variant
// that reaches a goal.
#pragma once

#include "battle/setup.h"
#include "ranks/ranks.h"

#include <string>
#include <vector>

namespace fray::demo {

struct SweepOptions {
    BattleChoice battle; ///< `sets` in the syntax of sweeps; threads and jobs are unused; the seed is the first seed
    int64_t seeds = 16;
    int jobs = 0;           ///< parallel battles of a rank; 0: as many as its machine has threads for it
    int64_t frames = 0;     ///< the greatest number of frames per battle; 0: until the battle is over
    int64_t most = 100'000; ///< the greatest number of battles allowed
    std::string player, team;
    std::string goal;
    std::vector<std::string> vary;
    std::string csv, runs, json, report, journal;
};

/// Rank 0. The results depend neither on `jobs` nor on the number of ranks. Returns the program's exit code: 0. Throws
/// BadInput.
int sweep(SweepOptions options, Ranks& ranks);
/// Any other rank: fights battles for rank 0 and prints nothing.
void follow_sweep(SweepOptions options, Ranks& ranks);

} // namespace fray::demo
