// A memory pool for very many small arrays, such as the slots of circles and the members of squads.
//
// A block has a power of two of bytes and comes from slabs of 256 KiB. Released blocks are kept for reuse. Addresses
// are stable. Threads may receive blocks in any order, so no result may depend on an address.
//
// To save a pool, a rollback image stores a `Mark` and the contents of all blocks. To go back, it restores both.
#pragma once

#include "host_memory.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <type_traits>

namespace fray {

/// `allocate` and `release` are safe from many threads at once.
class BlockPool {
public:
    /// A block of `bytes`, a power of two from 16, aligned to 16.
    void* allocate(size_t bytes);
    /// Gives a block back. `bytes`: its size, as it was allocated.
    void release(void* block, size_t bytes);
    /// Memory of the pool in bytes, free blocks included.
    uint64_t memory() const;
    /// Frees all memory. All blocks and marks become invalid.
    void clear();

private:
    /// Free blocks of the same size form a linked list through their first bytes.
    struct FreeBlock {
        FreeBlock* next;
    };
    struct State {
        size_t slabs = 0, big = 0;      ///< number of slabs and of big blocks in use
        size_t slab_left = 0;           ///< bytes at the end of the last slab that were never allocated
        std::byte* slab_next = nullptr; ///< where these bytes begin
        FreeBlock* free[64] = {};       ///< lists of free blocks; the index is the binary logarithm of their size
        uint64_t cleared = 0;           ///< how often the pool was cleared
    };

public:
    /// Says which blocks were in use at a moment. It does not hold their contents.
    using Mark = State;
    Mark mark() const { return state_; }
    /// Is the mark still valid? The pool must not have been cleared since.
    bool holds(const Mark& mark) const { return mark.cleared == state_.cleared; }
    /// Makes the set of allocated blocks what it was at the mark. The caller restores the contents of all blocks, free
    /// blocks included. Marks that were made later become invalid.
    void go_back(const Mark& mark);
    /// Calls visit(bytes, size) for each piece of memory that held blocks at the mark.
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
    Vector<Vector<Unit>> slabs_; ///< slabs in use, then unused slabs, which `go_back` leaves behind
    Vector<Vector<Unit>> big_;   ///< blocks that are as large as a slab or larger
    State state_;
};

/// A growing array in a block of a pool. It is trivially copyable and has no destructor: its owner calls `give_back`.
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
    /// The index of the first equal element; `size` if there is none.
    uint32_t find(T value) const {
        uint32_t i = 0;
        while (i < size && !(data[i] == value)) ++i;
        return i;
    }
    /// Moves an element to the back; the others keep their order.
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
