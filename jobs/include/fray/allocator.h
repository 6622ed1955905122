// The allocator of a world: where the world takes its memory from. The comment of `AllocatorDef` says which threads
// call its functions.
#pragma once

#include "fray/begin_header.h"

#include <cstddef>

namespace fray {

/// The host's own allocator. Set both functions, or neither: then the world uses the heap of the process. fray calls
/// the functions on any thread, and on several threads at once. A steady frame allocates and frees nothing.
struct AllocatorDef {
    /// Returns a block of at least `bytes` (> 0) bytes, aligned to `alignment` (a power of two), or null if there is no
    /// memory left.
    void* (*allocate)(size_t bytes, size_t alignment, void* user) = nullptr;
    /// Frees a block that `allocate` returned for the same `bytes` and `alignment`. Must not throw.
    void (*free)(void* block, size_t bytes, size_t alignment, void* user) = nullptr;
    void* user = nullptr; ///< passed to both functions
};

} // namespace fray

#include "fray/end_header.h"
