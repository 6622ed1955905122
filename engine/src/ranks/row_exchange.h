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
    std::array<Vector<uint32_t>, hash_group_count> attacker_group;
    Vector<std::byte> distances; ///< working memory

    const Vector<uint32_t>& others() const { return attacker_group[static_cast<size_t>(HashGroup::others)]; }
};

/// Appends those rows of `piece` and `within` that were written since `clear_marks`, with the columns of these fields.
/// Returns true.
bool told_rows(Writer& out, Agents& agents, const FieldSet& fields, Share piece, Share within, ToldRows& told);
/// Reads rows of `piece` into the columns. False: the bytes are damaged.
bool told_rows(Reader& in, Agents& agents, const FieldSet& fields, Share piece, Share, ToldRows& told);

/// Writes or reads a list for each of these agents: its running acts, its spent conditions, its cooldown clocks. False:
/// the bytes are damaged.
template <typename Archive, typename ById>
bool lists_of_agents(Archive& archive, const Agents& agents, const Vector<uint32_t>& rows, ById& lists) {
    if (lists.by_id.empty()) return true; // no agent of the world has such a list
    for (const uint32_t row : rows) {
        const uint32_t index = agents.id[row].index;
        if (index >= lists.by_id.size()) continue; // it has none, on all ranks
        if (!archive.array(lists.by_id[index], lists.pool)) return false;
    }
    return true;
}

} // namespace fray
