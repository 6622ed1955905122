// State and scratch memory of the system sort_storage.
#pragma once

#include "host_memory.h"
#include "storage/sort_keys.h"

#include <cstddef>
#include <cstdint>

namespace fray {

struct RowOrder {
    uint32_t unordered_rows = 0; ///< agents that were spawned since all rows were last sorted

    // Scratch.
    Vector<uint32_t> permutation; ///< by new row: the old row
    Vector<std::byte> permute_scratch;
    Vector<uint64_t> keys; ///< position on the Z curve in the upper half, row in the lower
    struct Window {        ///< of a window that is sorted on a thread of its own
        Vector<uint64_t> keys;
        Vector<std::byte> bytes;
        Vector<uint32_t> places;
    };
    Vector<Window> windows;
    SortScratch sort;
};

} // namespace fray
