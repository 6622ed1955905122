// What `fray scale` is to measure.
#pragma once

#include "battle/setup.h"

#include <string>
#include <vector>

namespace fray::demo {

struct ScaleOptions {
    BattleChoice battle; ///< without scenario, agents, threads, jobs
    std::vector<std::string> scenarios = {"clash"};
    std::vector<int> threads; ///< empty: 1, 2, 4 ... and as many as this process may use
    std::vector<int64_t> agents = {10'000, 100'000};
    bool weak = false; ///< `agents` are per thread
    int64_t warmup = 60, frames = 120;
    int repeats = 5;
    double idle_ms = 0.0; ///< above 0: every configuration cold, too: so long asleep before each frame
    bool pin = false;     ///< every configuration pinned, too
    bool oversubscribe = false;
    bool share_warmup = false; ///< it is fought once for each scenario and size, and restored for every configuration
    std::vector<int> project;  ///< onto so many cores; empty: no projection
    double bandwidth = 0.0;    ///< GB/s that the machine projected onto copies; 0: what is measured here
    int64_t fault_frame = -1;  ///< for tests: before this frame one agent is moved where several threads work
    std::string machine_root;  ///< for tests: where the machine's description is read
};

} // namespace fray::demo
