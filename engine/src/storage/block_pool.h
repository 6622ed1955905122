// Memory for very many small arrays: blocks of powers of two from big slabs, kept for reuse. Addresses are stable,
// and where a block lies never influences a result.
#pragma once

#include "host_memory.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <type_traits>

namespace fray {

/// Safe from many threads at once.
class BlockPool {
public:
    /// A block of `bytes`, a power of two from 16.
    void* allocate(size_t bytes);
    void release(void* block, size_t bytes);
    uint64_t memory() const;
    void clear();

private:
    /// Free blocks of one size are a list through their own first bytes.
    struct FreeBlock {
        FreeBlock* next;
    };
    struct State {
        size_t slabs = 0, big = 0; ///< in use
        size_t slab_left = 0;      ///< bytes of the last one
        std::byte* slab_next = nullptr;
        FreeBlock* free[64] = {}; ///< by the logarithm of the size
        uint64_t cleared = 0;     ///< how often
    };

public:
    /// What is where, but for the blocks' contents: to go back to.
    using Mark = State;
    Mark mark() const { return state_; }
    /// Not if it was cleared since.
    bool holds(const Mark& mark) const { return mark.cleared == state_.cleared; }
    /// Whoever had a block then has it again. Marks that were made since are void.
    void go_back(const Mark& mark);
    /// All memory that is in use as the mark has it: visit(bytes, size).
    template <typename Visit> void visit_blocks(const Mark& mark, Visit&& visit) {
        for (size_t i = 0; i < mark.slabs; ++i) visit(slabs_[i].data()->bytes, slab_bytes);
        for (size_t i = 0; i < mark.big; ++i) visit(big_[i].data()->bytes, big_[i].size() * sizeof(Unit));
    }

private:
    static constexpr size_t slab_bytes = size_t{1} << 18;
    void put_back(void* block, size_t bytes);
    void next_slab();

    std::mutex mutex_;
    struct alignas(16) Unit {
        std::byte bytes[16];
    };
    List<List<Unit>> slabs_; ///< those in use first
    List<List<Unit>> big_;   ///< blocks as big as a slab, or bigger
    State state_;
};

/// An array in a pool's block. Trivially copyable: the owner gives the block back.
template <typename T> struct PoolArray {
    static_assert(std::is_trivially_copyable_v<T>);

    T* data = nullptr;
    uint32_t size = 0;
    uint32_t capacity = 0;

    T* begin() { return data; }
    T* end() { return data + size; }
    const T* begin() const { return data; }
    const T* end() const { return data + size; }
    T& operator[](uint32_t i) { return data[i]; }
    const T& operator[](uint32_t i) const { return data[i]; }

    void reserve(BlockPool& pool, uint32_t wanted) {
        if (wanted <= capacity) return;
        size_t bytes = 16;
        while (bytes < wanted * sizeof(T)) bytes *= 2;
        T* const grown = static_cast<T*>(pool.allocate(bytes));
        if (size != 0) std::memcpy(grown, data, size * sizeof(T));
        if (data != nullptr) pool.release(data, block_bytes());
        data = grown;
        capacity = static_cast<uint32_t>(bytes / sizeof(T));
    }
    void push_back(BlockPool& pool, T value) {
        reserve(pool, size + 1);
        data[size++] = value;
    }
    void erase(uint32_t at) {
        std::memmove(data + at, data + at + 1, (size - at - 1) * sizeof(T));
        --size;
    }
    /// The place of the first equal element; size: there is none.
    uint32_t find(T value) const {
        uint32_t i = 0;
        while (i < size && !(data[i] == value)) ++i;
        return i;
    }
    void rotate_to_back(uint32_t at) {
        const T value = data[at];
        std::memmove(data + at, data + at + 1, (size - at - 1) * sizeof(T));
        data[size - 1] = value;
    }
    void give_back(BlockPool& pool) {
        if (data != nullptr) pool.release(data, block_bytes());
        *this = {};
    }

private:
    size_t block_bytes() const {
        size_t bytes = 16;
        while (bytes < capacity * sizeof(T)) bytes *= 2;
        return bytes;
    }
};

} // namespace fray
