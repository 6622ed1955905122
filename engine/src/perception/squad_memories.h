// The memories of the squad views that are at work.
#pragma once

#include "perception/perception.h"
#include "scratch_pool.h"
#include "storage/fields.h"

namespace fray {

class SquadMemories : public ScratchPool<SquadMemory> {
public:
    /// Makes memories until there are `count`, and gives all the room that any of them has needed. So steady frames do
    /// not allocate, whichever thread gets which. Call it while no lease lives.
    void prepare(size_t count);
    uint64_t memory() const; ///< bytes
};

FRAY_PART(SquadMemories, squad_memories);

} // namespace fray
