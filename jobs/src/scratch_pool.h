// Scratch memories for the threads at work: a thread leases one for as long as it needs it, so there are as many as
// threads, however many chunks a loop has.
#pragma once

#include "host_memory.h"

#include <cstdint>
#include <mutex>

namespace fray {

template <typename T> class ScratchPool {
public:
    /// A memory for as long as it lives. Its content is what an earlier lease has left.
    class Lease {
    public:
        explicit Lease(ScratchPool& pool) : pool_(pool), memory_(pool.take()) {}
        ~Lease() { pool_.give_back(memory_); }
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        T& memory() const { return *memory_; }

    private:
        ScratchPool& pool_;
        T* memory_;
    };

    /// Makes memories until there are `count`, so that as many leases may live at once without an allocation. Call it
    /// while no lease lives.
    void reserve(size_t count) {
        while (all_.size() < count) add();
    }
    /// All memories. Call it while no lease lives.
    const Vector<Own<T>>& all() const { return all_; }
    /// Bytes, without what the memories have allocated.
    uint64_t memory() const {
        return all_.size() * sizeof(T) + all_.capacity() * sizeof(all_[0]) + free_.capacity() * sizeof(free_[0]);
    }

private:
    T* take() {
        const std::lock_guard lock(mutex_);
        if (free_.empty()) add();
        T* const memory = free_.back();
        free_.pop_back();
        return memory;
    }
    void give_back(T* memory) {
        const std::lock_guard lock(mutex_);
        free_.push_back(memory);
    }

    void add() {
        free_.reserve(all_.size() + 1); // so that giving one back allocates nothing
        all_.push_back(make_own<T>());
        free_.push_back(all_.back().get());
    }

    std::mutex mutex_;
    Vector<Own<T>> all_;
    Vector<T*> free_;
};

} // namespace fray
