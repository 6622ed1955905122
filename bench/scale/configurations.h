// Which configurations `fray scale` measures.
#pragma once

#include "machine.h"
#include "options.h"

namespace fray::demo {

struct Configuration {
    std::string scenario;
    int64_t agents = 0;      ///< asked for
    int64_t base_agents = 0; ///< of the baseline: `agents`, or with --weak those of one thread
    int threads = 1;
    bool serial = false; ///< on make_serial_jobs, the baseline; else on oneTBB, also with one thread
    bool pinned = false;
    bool cold = false;
    bool oversubscribed = false; ///< more threads than this process may use at once: not cores
};

/// All of them, in the order in which they are measured; the serial baseline of each scenario, size and kind of frame
/// comes first. Throws BadInput, saying what was given and what is allowed.
std::vector<Configuration> configurations(const ScaleOptions& options, const Machine& machine);

std::string describe(const Configuration& configuration);

} // namespace fray::demo
