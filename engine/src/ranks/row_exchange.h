// What ranks tell each other about agents: the rows that a system has written, column by column.
//
// RowWriter marks every row that is written (columns.h). Before a divided loop the marks are cleared, so after it they
// name exactly the rows that this rank has written. All ranks have the same rows in the same order, so a row's number
// says which agent it is.
#pragma once

#include "division.h"
#include "parallel.h"
#include "ranks/archive.h"
#include "storage/agents.h"
#include "storage/fields.h"

#include <array>
#include <bitset>

namespace fray {

using FieldSet = std::bitset<static_cast<size_t>(Field::count)>;

/// The fields that a system writes, according to its declaration.
FieldSet fields_written(const Access& access);

/// Forgets which rows were written. Call it before a divided loop.
void clear_marks(Agents& agents, ParallelLoops& loops);

/// The rows of a piece that were written or read last, ascending, by HashGroup of their columns.
struct ToldRows {
    Vector<std::byte> before; ///< what the rows held before the loop, column by column (`note_rows`)
    std::array<Vector<Row>, hash_group_count> by_group;
    Vector<std::byte> distances, values, earlier; ///< working memory

    const Vector<Row>& others() const { return by_group[static_cast<size_t>(HashGroup::others)]; }
};

/// Appends those rows of `piece` and `within` that were written since `clear_marks`, with the columns of these fields.
/// Returns true.
bool told_rows(Writer& out, Agents& agents, const FieldSet& fields, Share piece, Share within, ToldRows& told);
/// Reads rows of `piece` into the columns. False: the bytes are damaged.
bool told_rows(Reader& in, Agents& agents, const FieldSet& fields, Share piece, Share, ToldRows& told);

/// Keeps what the rows of a piece hold in the columns of these fields: for `differing_rows`. Call it before a loop that
/// writes most of its rows.
void note_rows(const Agents& agents, const FieldSet& fields, Share piece, ToldRows& told);
/// As `told_rows` for the whole piece, but writes the values as differences from those before the loop, which all ranks
/// have: a word that has changed little takes few bytes.
bool differing_rows(Writer& out, Agents& agents, const FieldSet& fields, Share piece, ToldRows& told);
bool differing_rows(Reader& in, Agents& agents, const FieldSet& fields, Share piece, ToldRows& told);

/// Writes or reads a list for each of these agents: its running acts, its spent conditions, its cooldown clocks. False:
/// the bytes are damaged.
template <typename Archive, typename ById>
bool lists_of_agents(Archive& archive, const Agents& agents, const Vector<Row>& rows, ById& lists) {
    if (lists.by_id.empty()) return true; // no agent of the world has such a list
    for (const Row row : rows) {
        const uint32_t index = agents.id[row].index;
        if (index >= lists.by_id.size()) continue; // it has none, on all ranks
        if (!archive.array(lists.by_id[index], lists.pool)) return false;
    }
    return true;
}

} // namespace fray
