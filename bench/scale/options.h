// What `fray scale` is to measure.
#pragma once

#include "battle/setup.h"

#include <string>
#include <vector>

namespace fray::demo {

struct ScaleOptions {
    BattleChoice battle; ///< its scenario, agents, threads and jobs are unused
    std::vector<std::string> scenarios = {"clash"};
    std::vector<int> threads; ///< empty: 1, 2, 4 ... and the number that this process may use
    std::vector<int64_t> agents = {10'000, 100'000};
    bool weak = false; ///< `agents` are per thread
    int64_t warmup = 60, frames = 120;
    int repeats = 5;
    double idle_ms = 0.0; ///< above 0: also measures cold frames, after a sleep of this length
    bool pin = false;     ///< also measures every configuration with pinned threads
    bool chain = false;   ///< also measures every configuration with the systems one after another
    bool events = false;  ///< the world records all events
    bool oversubscribe = false;
    bool share_warmup = false; ///< runs the warm-up once per scenario and size, and restores it for every configuration
    std::vector<int> project;  ///< numbers of cores for the projection; empty: no projection
    double bandwidth = 0.0;    ///< GB/s, copy bandwidth of the machine that is projected; 0: as measured here
    int64_t fault_frame = -1;  ///< for tests: before this frame an agent is moved if several threads run
    std::string machine_root;  ///< for tests: the root folder of the machine's description
};

} // namespace fray::demo
