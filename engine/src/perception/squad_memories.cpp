#include "perception/squad_memories.h"

namespace fray {

void SquadMemories::prepare(size_t count) {
    reserve(count);
    for (const auto& from : all())
        for (const auto& to : all()) to->reserve_like(*from);
}

uint64_t SquadMemories::memory() const {
    uint64_t sum = ScratchPool::memory();
    for (const auto& one : all()) sum += one->memory();
    return sum;
}

} // namespace fray
