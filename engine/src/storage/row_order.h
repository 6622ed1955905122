// The order of the rows: how much of it is lost, and the scratch memory of sort_storage and of the removal of rows.
#pragma once

#include "host_memory.h"
#include "storage/sort_keys.h"

#include <cstddef>
#include <cstdint>

namespace fray {

struct RowOrder {
    static constexpr uint32_t window_rows = 4096; ///< sort_storage sorts so many rows at a time

    uint32_t sorted_rows = 0; ///< the rows behind these were added since all rows were last sorted
    uint32_t strays = 0; ///< number of agents that have moved to a row far from their place in the order since then

    /// All of these rows are in order.
    void set_sorted(uint32_t rows) {
        sorted_rows = rows;
        strays = 0;
    }

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
    Vector<uint64_t> movers; ///< key of order (z_order.h) in the upper half, row in the lower
    Vector<uint32_t> from;
};

} // namespace fray
