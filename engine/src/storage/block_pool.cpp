#include "storage/block_pool.h"

#include <bit>
#include <new>

namespace fray {

void BlockPool::put_back(void* block, size_t bytes) {
    FreeBlock*& first = state_.free[std::countr_zero(bytes) & 63];
    first = new (block) FreeBlock{first};
}

void* BlockPool::allocate(size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (FreeBlock*& first = state_.free[std::countr_zero(bytes) & 63]; first != nullptr) {
        FreeBlock* const block = first;
        first = block->next;
        return block;
    }
    if (bytes >= slab_bytes) {
        big_.emplace_back(bytes / sizeof(Unit));
        ++state_.big;
        return big_.back().data();
    }
    if (state_.slab_left < bytes) next_slab();
    void* const block = state_.slab_next;
    state_.slab_next += bytes;
    state_.slab_left -= bytes;
    return block;
}

void BlockPool::next_slab() {
    if (state_.slabs == slabs_.size()) slabs_.emplace_back(slab_bytes / sizeof(Unit));
    // The rest of the old slab becomes free smaller blocks.
    while (state_.slab_left >= 16) {
        const size_t piece = std::bit_floor(state_.slab_left);
        put_back(state_.slab_next, piece);
        state_.slab_next += piece;
        state_.slab_left -= piece;
    }
    state_.slab_next = slabs_[state_.slabs++].data()->bytes;
    state_.slab_left = slab_bytes;
}

void BlockPool::release(void* block, size_t bytes) {
    const std::lock_guard lock(mutex_);
    put_back(block, bytes);
}

void BlockPool::go_back(const Mark& mark) {
    const std::lock_guard lock(mutex_);
    big_.resize(mark.big);
    state_ = mark;
}

void BlockPool::clear() {
    const std::lock_guard lock(mutex_);
    slabs_.clear();
    big_.clear();
    state_ = {.cleared = state_.cleared + 1};
}

uint64_t BlockPool::memory() const {
    uint64_t bytes = slabs_.size() * slab_bytes;
    for (const auto& block : big_) bytes += block.size() * sizeof(Unit);
    return bytes;
}

} // namespace fray
