// The configurations that `fray scale` measures.
#pragma once

#include "machine.h"
#include "options.h"

namespace fray::demo {

struct Configuration {
    std::string scenario;
    int64_t agents = 0;      ///< requested number
    int64_t base_agents = 0; ///< agents of the baseline: `agents`, or with --weak the number per thread
    int threads = 1;
    bool serial = false; ///< the baseline on make_serial_jobs; false: on oneTBB, even with one thread
    bool pinned = false;
    bool chain = false; ///< systems run one after another, even where the frame graph lets them run side by side
    bool cold = false;
    bool oversubscribed = false; ///< more threads than this process may run at once, so they are not cores
};

/// All configurations in the order of measurement; the serial baseline of each scenario, size and kind of frame comes
/// first. Throws BadInput with the given and the allowed values.
std::vector<Configuration> configurations(const ScaleOptions& options, const Machine& machine);

/// As "serial", "1 thread", "2 threads".
std::string threads_text(const Configuration& configuration);
std::string describe(const Configuration& configuration);

} // namespace fray::demo
