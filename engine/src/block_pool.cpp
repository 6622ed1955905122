#include "block_pool.h"

#include <bit>
#include <new>

namespace fray {

void BlockPool::put_back(void* block, size_t bytes) {
    FreeBlock*& first = free_[std::countr_zero(bytes) & 63];
    first = new (block) FreeBlock{first};
}

void* BlockPool::allocate(size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (FreeBlock*& first = free_[std::countr_zero(bytes) & 63]; first != nullptr) {
        FreeBlock* const block = first;
        first = block->next;
        return block;
    }
    if (bytes >= slab_bytes) {
        slabs_.emplace_back(bytes / sizeof(Unit));
        memory_ += bytes;
        return slabs_.back().data();
    }
    if (slab_left_ < bytes) {
        // What is left of the old slab serves smaller blocks.
        while (slab_left_ >= 16) {
            const size_t piece = std::bit_floor(slab_left_);
            put_back(slab_next_, piece);
            slab_next_ += piece;
            slab_left_ -= piece;
        }
        slabs_.emplace_back(slab_bytes / sizeof(Unit));
        memory_ += slab_bytes;
        slab_next_ = slabs_.back().data()->bytes;
        slab_left_ = slab_bytes;
    }
    void* const block = slab_next_;
    slab_next_ += bytes;
    slab_left_ -= bytes;
    return block;
}

void BlockPool::release(void* block, size_t bytes) {
    const std::lock_guard lock(mutex_);
    put_back(block, bytes);
}

void BlockPool::clear() {
    const std::lock_guard lock(mutex_);
    slabs_.clear();
    slab_left_ = 0;
    slab_next_ = nullptr;
    for (FreeBlock*& first : free_) first = nullptr;
    memory_ = 0;
}

} // namespace fray
