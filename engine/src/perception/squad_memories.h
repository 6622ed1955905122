// The memories of the squad views that are at work: one for each thread, however many chunks a loop has.
#pragma once

#include "perception/perception.h"

#include <mutex>

namespace fray {

class SquadMemories {
public:
    /// A memory for as long as it lives.
    class Lease {
    public:
        explicit Lease(SquadMemories& pool) : pool_(pool), memory_(pool.take()) {}
        ~Lease() { pool_.give_back(memory_); }
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        SquadMemory& memory() const { return *memory_; }

    private:
        SquadMemories& pool_;
        SquadMemory* memory_;
    };

    /// Gives all memories the room that any of them has needed, so that steady frames do not allocate, whichever thread
    /// gets which. Call it while no lease lives.
    void even_out();
    uint64_t memory() const; ///< bytes

private:
    SquadMemory* take();
    void give_back(SquadMemory* memory);

    std::mutex mutex_;
    Vector<Own<SquadMemory>> all_;
    Vector<SquadMemory*> free_;
};

} // namespace fray
