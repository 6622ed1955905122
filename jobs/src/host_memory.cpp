#include "host_memory.h"

namespace fray {

void* Memory::allocate(size_t bytes, size_t alignment) {
    void* const block = def_.allocate != nullptr ? def_.allocate(bytes, alignment, def_.user)
                                                 : ::operator new(bytes, std::align_val_t(alignment));
    if (block == nullptr) throw std::bad_alloc();
    bytes_.fetch_add(bytes, std::memory_order_relaxed);
    blocks_.fetch_add(1, std::memory_order_relaxed);
    return block;
}

void Memory::free(void* block, size_t bytes, size_t alignment) noexcept {
    bytes_.fetch_sub(bytes, std::memory_order_relaxed);
    blocks_.fetch_sub(1, std::memory_order_relaxed);
    if (def_.allocate != nullptr)
        def_.free(block, bytes, alignment, def_.user);
    else
        ::operator delete(block, std::align_val_t(alignment));
}

} // namespace fray
