// The ranks layer: how the processes that step one world together divide the work of a frame, and what they tell each
// other about it (fray/communicator.h). It declares no system: the systems that divide their loops use it.
#pragma once

#include "division.h"
#include "fray/stats.h"
#include "ranks/row_exchange.h"
#include "storage/storage_layer.h"

#include <algorithm>

namespace fray {

struct RanksLayer : StorageLayer {
    Division division;
    RowExchange row_exchange;
};

/// Notes that no row has been written, if the ranks divide the work. Call it before a divided loop.
inline void begin_divided_loop(RanksLayer& layer) {
    if (layer.division.divided()) RowExchange::clear_marks(layer.agents);
}

/// The rows of a share of the chunks of rows.
inline Share rows_of(const RanksLayer& layer, Share chunks) {
    const auto row_of = [&](uint32_t chunk) {
        return std::min(chunk * layer.settings.chunk_size, layer.agents.rows());
    };
    return {row_of(chunks.begin), row_of(chunks.end)};
}

/// Tells the other ranks of this rank's share of a divided loop with so many chunks, and reads theirs. write(out) and
/// read(in): what is told once. chunk(archive, i): writes or reads what chunk i has decided. `read` and `chunk` return
/// false if the bytes are damaged.
template <typename Write, typename Read, typename Chunk>
void exchange_chunks(Division& division, Exchange exchange, uint32_t chunks, Share share, Write&& write, Read&& read,
                     Chunk&& chunk) {
    const auto kind = static_cast<size_t>(exchange);
    Writer out(division.begin_message(kind));
    write(out);
    for (uint32_t i = share.begin; i < share.end; ++i) chunk(out, i);
    division.exchange([&](uint32_t rank, std::span<const std::byte> bytes) {
        Reader in(bytes);
        if (!read(in)) return false;
        const Share its = division.share_of(kind, rank, chunks);
        for (uint32_t i = its.begin; i < its.end; ++i)
            if (!chunk(in, i)) return false;
        return in.at_end();
    });
}

} // namespace fray
