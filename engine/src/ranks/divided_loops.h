// How the processes that step one world together divide the work of a frame, and what they tell each
// other about it (fray/communicator.h). It declares no system: the systems that divide their loops use it.
#pragma once

#include "division.h"
#include "ranks/pieces.h"
#include "ranks/row_exchange.h"
#include "rows/rows.h"
#include "storage/clock.h"
#include "storage/event_log.h"
#include "storage/fields.h"
#include "storage/id_table.h"
#include "storage/settings.h"
#include "storage/views.h"

#include <algorithm>

namespace fray {

FRAY_PART(Division, division);
FRAY_PART(Pieces, pieces);
FRAY_PART(Vector<ToldRows>, told);

/// What ranks need to tell each other what a divided loop has written.
struct RankView : Views<Agents, const Settings, Division, Pieces, Vector<ToldRows>> {
    using Views::Views;
};

/// Notes that no row has been written, if the ranks divide the work. Call it before a divided loop.
inline void begin_divided_loop(const RankView& world, ParallelLoops& loops) {
    if (world.division.divided()) clear_marks(world.agents, loops);
}

/// Writes those of `rows` that a loop has written, or reads those of another rank, in parallel, with the columns of
/// these fields. also(archive, rows): writes or reads what else is told of the rows that were written in columns of
/// HashGroup::others. False: the bytes are damaged.
template <typename Archive, typename Also>
bool written_rows(Archive& archive, const RankView& world, ParallelLoops& loops, const FieldSet& fields, Share rows,
                  Also&& also) {
    const uint32_t all = world.agents.rows(), size = std::max(4096u, all / 64); // small pieces take longer in all
    const uint32_t pieces = ParallelLoops::chunk_count(all, size);
    if (world.told.size() < pieces) world.told.resize(pieces);
    return world.pieces.each(archive, loops, {0, pieces}, [&](auto& its, uint32_t i) {
        ToldRows& told = world.told[i];
        const Share piece{i * size, std::min(i * size + size, all)};
        return told_rows(its, world.agents, fields, piece, rows, told) && also(its, told.others());
    });
}

/// The rows of a share of the chunks of rows.
inline Share rows_of(const Views<const Settings, RowCount>& world, Share chunks) {
    const auto row_of = [&](uint32_t chunk) { return std::min(chunk * world.settings.chunk_size, world.rows); };
    return {row_of(chunks.begin), row_of(chunks.end)};
}
inline Share all_rows(const Views<RowCount>& world) { return {0, world.rows}; }

/// Writes which of `count` things are marked, or marks those that are marked on another rank, in parallel: is_marked(i)
/// and mark(i). False: the bytes are damaged.
template <typename Archive, typename IsMarked, typename Mark>
bool told_marks(Archive& archive, Pieces& of_message, ParallelLoops& loops, uint32_t count, IsMarked&& is_marked,
                Mark&& mark) {
    constexpr uint32_t size = 1 << 14;
    return of_message.each(archive, loops, {0, ParallelLoops::chunk_count(count, size)},
                           [&](auto& its, uint32_t piece) {
                               const uint32_t begin = piece * size, end = std::min(begin + size, count);
                               if constexpr (Archive::reading) {
                                   while (!its.at_end()) {
                                       uint32_t i = 0;
                                       if (!its.value(i) || i < begin || i >= end) return false;
                                       mark(i);
                                   }
                               } else {
                                   for (uint32_t i = begin; i < end; ++i)
                                       if (is_marked(i)) its.value(i);
                               }
                               return true;
                           });
}

/// Tells the other ranks of this rank's share of a divided loop with so many chunks, and reads theirs. once(archive):
/// writes or reads what is told once. chunk(archive, i): writes or reads what chunk i has decided, in parallel.
/// Both return false if the bytes are damaged.
template <typename Once, typename Chunk>
void exchange_chunks(const Views<Division, Pieces>& world, ParallelLoops& loops, Exchange exchange, uint32_t chunks,
                     Share share, Once&& once, Chunk&& chunk) {
    Division& division = world.division;
    const auto kind = static_cast<size_t>(exchange);
    Writer out(division.begin_message(kind));
    once(out);
    world.pieces.each(out, loops, share, chunk);
    division.exchange([&](uint32_t rank, std::span<const std::byte> bytes) {
        Reader in(bytes);
        return once(in) && world.pieces.each(in, loops, division.share_of(kind, rank, chunks), chunk) && in.at_end();
    });
}

} // namespace fray
