// The memories of the squad views that are at work.
#pragma once

#include "perception/perception.h"
#include "scratch_pool.h"

namespace fray {

class SquadMemories : public ScratchPool<SquadMemory> {
public:
    /// Gives all memories the room that any of them has needed, so that steady frames do not allocate, whichever thread
    /// gets which. Call it while no lease lives.
    void even_out();
    uint64_t memory() const; ///< bytes
};

} // namespace fray
