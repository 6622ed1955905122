// The state hash: the same for the same state, however it is stored and however many threads add it up.
#pragma once

#include "core.h"
#include "fray/world.h"

namespace fray {

HashPlan plan_hash(const ColumnRegistry& registry);

uint64_t hash_state(Core& core, Loops& loops);

/// See World::column_sums.
std::vector<ColumnSum> sum_columns(const Core& core);

/// An agent's part of `Core::fixed_hash`: what is set when it is spawned.
uint64_t hash_fixed(const Core& core, uint32_t row);

} // namespace fray
