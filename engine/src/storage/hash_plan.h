// The hash plan: the columns of a HashGroup with Persist::state, in pieces that are sorted by their size. Pieces of the
// same size are hashed in one pass, which is faster.
#pragma once

#include "host_memory.h"
#include "storage/columns.h"

namespace fray {

/// A piece of the elements of a column.
struct HashedPiece {
    const ColumnBase* column;
    HashPiece piece;

    size_t stride() const { return column->element_size(); }
    const std::byte* first() const { return column->bytes() + piece.offset; }
};

struct HashPlan {
    Vector<HashedPiece> bytes;  ///< pieces of a single byte; their number is a multiple of eight
    Vector<HashedPiece> wide;   ///< pieces of eight bytes; their number is a multiple of four
    Vector<HashedPiece> others; ///< pieces that are hashed one by one
};

struct Agents;

/// Makes the plans for the enabled columns with Persist::state. The next hash looks at all rows.
void plan_hash(Agents& agents);

} // namespace fray
