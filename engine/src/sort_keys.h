// Sorting 64-bit keys on many threads.
#pragma once

#include "parallel.h"

#include <cstdint>
#include <vector>

namespace fray {

struct SortScratch {
    std::vector<uint64_t> keys;
    std::vector<uint32_t> counts;
};

/// Ascending. Short lists on the calling thread.
void sort_keys(Loops& loops, std::vector<uint64_t>& keys, SortScratch& scratch);

} // namespace fray
