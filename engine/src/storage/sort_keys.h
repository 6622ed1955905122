// Sorting 64-bit keys on many threads.
#pragma once

#include "host_memory.h"
#include "parallel.h"

#include <cstdint>

namespace fray {

struct SortScratch {
    List<uint64_t> keys;
    List<uint32_t> counts;
};

/// Ascending. Short lists on the calling thread.
void sort_keys(Loops& loops, List<uint64_t>& keys, SortScratch& scratch);

} // namespace fray
