// Where a world takes its memory from. Which threads call the functions is said there.
#pragma once

#include <cstddef>

namespace fray {

/// The host's own memory; both functions, or neither: the process's heap. They are called on any thread, on many at
/// once, and not in a steady frame.
struct AllocatorDef {
    /// At least `bytes` (> 0), aligned to `alignment` (a power of two). Null: there is no more.
    void* (*allocate)(size_t bytes, size_t alignment, void* user) = nullptr;
    /// A block that `allocate` gave for so many bytes; must not throw.
    void (*free)(void* block, size_t bytes, size_t alignment, void* user) = nullptr;
    void* user = nullptr;
};

} // namespace fray
