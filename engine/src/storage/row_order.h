// What putting rows into space-filling order works with.
#pragma once

#include "host_memory.h"
#include "storage/sort_keys.h"

#include <cstddef>
#include <cstdint>

namespace fray {

struct RowOrder {
    uint32_t unordered_rows = 0; ///< spawned since the last full reorder

    // Scratch.
    List<uint32_t> permutation;
    List<std::byte> permute_scratch;
    List<uint64_t> keys;
    struct Window {
        List<uint64_t> keys;
        List<std::byte> bytes;
        List<uint32_t> places;
    };
    List<Window> windows;
    SortScratch sort;
};

} // namespace fray
