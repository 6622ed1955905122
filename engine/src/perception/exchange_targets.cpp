#include "perception/exchange_targets.h"

namespace fray {
namespace {

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
        if (!archive.value(its.next_scan) || !archive.value(its.attention) ||
            !archive.value(layer.perception.quiet.to_tell(squad)))
            return false;
    }
    return true;
}

} // namespace

void exchange_targets(PerceptionLayer& layer, uint32_t chunks, Share share, uint32_t first_buffer) {
    if (!layer.division.divided()) return;
    static const FieldSet fields = fields_written(acquire_targets_access());
    exchange_chunks(
        layer.division, Exchange::targets, chunks, share,
        [&](Writer& out) {
            layer.row_exchange.write(out, layer.agents, fields, {0, layer.agents.rows()});
            layer.circles.write_marks(out, layer.clock.frame);
        },
        [&](Reader& in) {
            return layer.row_exchange.read(in, layer.agents, fields) && layer.circles.read_marks(in, layer.clock.frame);
        },
        [&](auto& archive, uint32_t i) { return chunk(archive, layer, i, first_buffer + i); });
}

} // namespace fray
