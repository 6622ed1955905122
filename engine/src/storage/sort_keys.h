// Sorts 64-bit keys on many threads: a bucket sort by the upper halves, then std::sort in each bucket.
#pragma once

#include "host_memory.h"
#include "parallel.h"

#include <cstdint>

namespace fray {

/// Memory that is used again in the next sort.
struct SortScratch {
    Vector<uint64_t> keys;
    Vector<uint32_t> counts;
};

/// Sorts in ascending order. Short lists are sorted on the calling thread.
void sort_keys(ParallelLoops& loops, Vector<uint64_t>& keys, SortScratch& scratch);

} // namespace fray
