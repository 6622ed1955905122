// The least that each part of a frame takes on this machine: written plainly, without the engine's rules.
#pragma once

#include "parallel.h"
#include "world.h"

#include <span>
#include <string>

namespace fray::floors {

struct Run {
    World& world;
    Loops& loops;
    uint32_t threads;
    const Kernels& kernels;
};

struct Floor {
    const char* name;
    void (*run)(const Run&);
    uint32_t bytes; ///< that an agent's share of the arrays holds, read and written; 0: work, not bytes, is what counts
};

/// Those that search the grid find the one that was made last.
std::span<const Floor> all_floors();

/// Everybody's nearest enemy, with a grid made anew.
void find_targets(const Run& run);

/// Runs all floors over a small crowd, with each table of kernels on one and on two threads, and compares what they say
/// with the plainest way to find it. Empty: all is well; else what is not.
std::string check_floors();

} // namespace fray::floors
