// What ranks tell each other about agents: the rows that a system has written, column by column.
//
// RowWriter marks every row that is written (columns.h). Before a divided loop the marks are cleared, so after it they
// name exactly the rows that this rank has written. All ranks have the same rows in the same order, so a row's number
// says which agent it is.
#pragma once

#include "division.h"
#include "parallel.h"
#include "storage/agents.h"
#include "storage/archive.h"
#include "storage/fields.h"

#include <array>

namespace fray {

/// Forgets which rows were written. Call it before a divided loop.
void clear_marks(Agents& agents, ParallelLoops& loops);

/// The rows of a piece that were written or read last, ascending, by HashGroup of their columns.
struct ToldRows {
    Vector<std::byte> before; ///< what the rows held before the loop, column by column (`note_rows`)
    std::array<Vector<Row>, hash_group_count> by_group;
    Vector<std::byte> distances, values, earlier; ///< working memory

    uint64_t memory() const;

    const Vector<Row>& others() const { return by_group[static_cast<size_t>(HashGroup::others)]; }
};

/// Keeps what the rows of a piece hold in the columns of these fields. Call it before a loop that writes most of them.
void note_rows(const Agents& agents, const FieldSet& fields, Share piece, ToldRows& told);

/// From what the values are told as differences: from what `note_rows` has kept, which all ranks hold, or from 0.
enum class Base : uint8_t { noted, zero };
/// Writes or reads the rows of `piece` that were written since `clear_marks`, with the columns of these fields. False:
/// the bytes are damaged.
bool told_rows(Writer& out, Agents& agents, const FieldSet& fields, Share piece, Base base, ToldRows& told);
bool told_rows(Reader& in, Agents& agents, const FieldSet& fields, Share piece, Base base, ToldRows& told);

} // namespace fray
