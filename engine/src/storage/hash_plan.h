// The hash plan: the state columns, grouped by width. Columns of a group are folded together, which is faster.
#pragma once

#include "host_memory.h"
#include "storage/columns.h"

namespace fray {

struct HashPlan {
    Vector<const ColumnBase*> bytes;  ///< elements of a byte; a multiple of eight columns
    Vector<const ColumnBase*> wide;   ///< elements of eight bytes; a multiple of four columns
    Vector<const ColumnBase*> others; ///< folded singly
};

/// The plan for the enabled columns with Persist::state.
HashPlan plan_hash(const ColumnRegistry& registry);

} // namespace fray
