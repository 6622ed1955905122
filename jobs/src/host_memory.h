// The memory of a world. Vectors, hash maps and objects made with the types below take their memory from the allocator
// of the world for which the thread works, and the world counts it.
#pragma once

#include "fray/allocator.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fray {

/// The allocator of a world with its counters. Safe from several threads at once, as the host's allocator has to be.
class Memory {
public:
    explicit Memory(const AllocatorDef& def) : def_(def) {}
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    /// Throws std::bad_alloc if the allocator has no memory.
    void* allocate(size_t bytes, size_t alignment);
    void free(void* block, size_t bytes, size_t alignment) noexcept;
    /// Bytes and blocks that are in use now.
    uint64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }
    uint64_t blocks() const { return blocks_.load(std::memory_order_relaxed); }

private:
    AllocatorDef def_;
    std::atomic<uint64_t> bytes_{0}, blocks_{0};
};

/// The memory of the world for which this thread works. Null: the thread works for no world, and new vectors use the
/// heap.
inline constinit thread_local Memory* current_memory = nullptr;

/// While a MemoryScope lives, new vectors of its thread take their memory from `memory`.
class MemoryScope {
public:
    explicit MemoryScope(Memory* memory) : outer_(std::exchange(current_memory, memory)) {}
    ~MemoryScope() { current_memory = outer_; }
    MemoryScope(const MemoryScope&) = delete;
    MemoryScope& operator=(const MemoryScope&) = delete;

private:
    Memory* outer_;
};

/// A standard allocator. A container takes its memory from the world for which its thread worked when the container was
/// made. Containers can be swapped and moved without copying, and their memory stays with the world that it came from.
/// A copy takes its memory from the world for which the copying thread works.
template <typename T> class FromMemory {
public:
    using value_type = T;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;

    FromMemory() noexcept = default;
    template <typename U> FromMemory(const FromMemory<U>& other) noexcept : memory_(other.memory()) {}

    T* allocate(size_t count) {
        if (count > SIZE_MAX / sizeof(T)) throw std::bad_array_new_length();
        if (memory_ == nullptr) return std::allocator<T>().allocate(count);
        return static_cast<T*>(memory_->allocate(count * sizeof(T), alignof(T)));
    }
    void deallocate(T* block, size_t count) noexcept {
        if (memory_ == nullptr) return std::allocator<T>().deallocate(block, count);
        memory_->free(block, count * sizeof(T), alignof(T));
    }
    FromMemory select_on_container_copy_construction() const { return {}; }
    Memory* memory() const { return memory_; }

    friend bool operator==(const FromMemory& a, const FromMemory& b) { return a.memory_ == b.memory_; }

private:
    Memory* memory_ = current_memory;
};

/// A vector in the memory of the world for which the thread works.
template <typename T> using Vector = std::vector<T, FromMemory<T>>;
/// Clears the vector and frees its memory; `list = {}` would keep the capacity.
template <typename T> void free_memory(Vector<T>& list) { Vector<T>().swap(list); }
template <typename Key, typename T>
using HashMap = std::unordered_map<Key, T, std::hash<Key>, std::equal_to<Key>, FromMemory<std::pair<const Key, T>>>;

template <typename T> struct DeleteFromMemory {
    FromMemory<T> from;
    void operator()(T* object) noexcept {
        std::destroy_at(object);
        from.deallocate(object, 1);
    }
};
/// One object in the memory of the world for which the thread works.
template <typename T> using Own = std::unique_ptr<T, DeleteFromMemory<T>>;
template <typename T, typename... Arguments> Own<T> make_own(Arguments&&... arguments) {
    FromMemory<T> from;
    T* const place = from.allocate(1);
    try {
        return {std::construct_at(place, std::forward<Arguments>(arguments)...), {from}};
    } catch (...) {
        from.deallocate(place, 1);
        throw;
    }
}

} // namespace fray
