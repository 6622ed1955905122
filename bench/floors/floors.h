// The least time that each part of a frame takes on this machine: the same work, written plainly and without the
// engine's rules.
#pragma once

#include "parallel.h"
#include "world.h"

#include <span>
#include <string>

namespace fray::floors {

struct Run {
    World& world;
    ParallelLoops& loops;
    uint32_t threads;
    const Kernels& kernels;
};

struct Floor {
    const char* name;
    void (*run)(const Run&);
    uint32_t bytes; ///< bytes per agent that the floor reads and writes; 0: it is bound by work, not by memory
};

/// Floors that search the grid use the grid that was built last.
std::span<const Floor> all_floors();

/// Finds the nearest enemy of every agent, with a newly built grid.
void find_targets(const Run& run);

/// Runs all floors over a small crowd, with each table of kernels on one thread and on two, and compares the results
/// with plain loops. Returns a description of the first error; empty: all results are right.
std::string check_floors();

} // namespace fray::floors
