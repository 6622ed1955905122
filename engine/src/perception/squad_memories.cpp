#include "perception/squad_memories.h"

namespace fray {

SquadMemory* SquadMemories::take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) {
        free_.reserve(all_.size() + 1); // so that giving it back allocates nothing
        all_.push_back(make_own<SquadMemory>());
        return all_.back().get();
    }
    SquadMemory* const memory = free_.back();
    free_.pop_back();
    return memory;
}

void SquadMemories::give_back(SquadMemory* memory) {
    const std::lock_guard lock(mutex_);
    free_.push_back(memory);
}

void SquadMemories::even_out() {
    for (const auto& from : all_)
        for (const auto& to : all_) to->reserve_like(*from);
}

uint64_t SquadMemories::memory() const {
    uint64_t sum = all_.capacity() * sizeof(all_[0]) + free_.capacity() * sizeof(free_[0]);
    for (const auto& one : all_) sum += sizeof *one + one->memory();
    return sum;
}

} // namespace fray
