#include "perception/exchange_targets.h"

#include "fray/stats.h"

namespace fray {
namespace {

constexpr auto targets_exchange = static_cast<size_t>(Exchange::targets);

/// Writes or reads what a chunk has decided, besides the columns of agents.
template <typename Archive> bool chunk(Archive& archive, PerceptionLayer& layer, uint32_t number, uint32_t buffer) {
    AlertScratch& scratch = layer.perception.alert_scratch[number];
    if (!(archive.value(scratch.scans) && archive.value(scratch.queries) && archive.value(scratch.switches) &&
          archive.list(scratch.seekers) && archive.list(scratch.out_of_reach) && archive.list(scratch.misplaced) &&
          archive.list(scratch.questions) && archive.list(scratch.squads) &&
          archive.list(layer.log.buffer(System::acquire_targets, buffer))))
        return false;
    for (const uint32_t squad : scratch.squads) {
        if (squad >= layer.squads.list.size()) return false;
        Squad& its = layer.squads.list[squad];
        if (!archive.value(its.next_scan) || !archive.value(its.attention)) return false;
    }
    return true;
}

} // namespace

void exchange_targets(PerceptionLayer& layer, uint32_t chunks, Share share, uint32_t first_buffer) {
    Division& division = layer.division;
    if (!division.divided()) return;
    static const FieldSet fields = fields_written(acquire_targets_access());
    Writer out(division.begin_message(targets_exchange));
    layer.row_exchange.write(out, layer.agents, fields, 0, layer.agents.rows());
    layer.circles.write_marks(out, layer.clock.frame);
    for (uint32_t i = share.begin; i < share.end; ++i) chunk(out, layer, i, first_buffer + i);
    division.exchange([&](uint32_t rank, std::span<const std::byte> bytes) {
        Reader in(bytes);
        if (!layer.row_exchange.read(in, layer.agents, fields)) return false;
        if (!layer.circles.read_marks(in, layer.clock.frame)) return false;
        const Share its = division.share_of(targets_exchange, rank, chunks);
        for (uint32_t i = its.begin; i < its.end; ++i)
            if (!chunk(in, layer, i, first_buffer + i)) return false;
        return in.at_end();
    });
}

} // namespace fray
