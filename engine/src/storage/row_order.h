// State and scratch memory of the system sort_storage.
#pragma once

#include "host_memory.h"
#include "storage/sort_keys.h"

#include <cstddef>
#include <cstdint>

namespace fray {

struct RowOrder {
    uint32_t unordered_rows = 0; ///< number of agents spawned since all rows were last sorted

    // Scratch.
    Vector<uint32_t> permutation; ///< the old row of each new row
    Vector<std::byte> permute_scratch;
    Vector<uint64_t> keys; ///< position on the Z curve in the upper half, row in the lower
    struct Window {        ///< scratch memory of a window; threads sort windows in parallel
        Vector<uint64_t> keys;
        Vector<std::byte> bytes;
        Vector<uint32_t> places;
    };
    Vector<Window> windows;
    SortScratch sort;
};

} // namespace fray
