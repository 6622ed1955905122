// The hash plan: the columns of a HashGroup with Persist::state, sorted by the size of their elements. Columns of the
// same size are hashed in one pass, which is faster.
#pragma once

#include "host_memory.h"
#include "storage/columns.h"

namespace fray {

struct HashPlan {
    Vector<const ColumnBase*> bytes;  ///< columns with single-byte elements; their number is a multiple of eight
    Vector<const ColumnBase*> wide;   ///< columns with elements of eight bytes; their number is a multiple of four
    Vector<const ColumnBase*> others; ///< columns that are hashed one by one
};

struct Agents;

/// Makes the plans for the enabled columns with Persist::state. The next hash looks at all rows.
void plan_hash(Agents& agents);

} // namespace fray
