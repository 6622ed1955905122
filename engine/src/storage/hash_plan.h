// The state columns, sorted for the hash: those that are folded together, and those that are not.
#pragma once

#include "host_memory.h"
#include "storage/columns.h"

namespace fray {

struct HashPlan {
    List<const ColumnBase*> bytes; ///< of one byte an element, in groups of eight
    List<const ColumnBase*> wide;  ///< of eight bytes an element, in groups of four
    List<const ColumnBase*> others;
};

/// Of the state columns that are enabled.
HashPlan plan_hash(const ColumnRegistry& registry);

} // namespace fray
