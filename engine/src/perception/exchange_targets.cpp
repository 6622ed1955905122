#include "perception/exchange_targets.h"

namespace fray {
namespace {

/// Writes or reads what a chunk has decided, besides the columns of agents.
template <typename Archive>
bool chunk(Archive& archive, const TargetExchange& world, uint32_t number, uint32_t buffer) {
    AlertScratch& scratch = world.perception.alert_scratch[number];
    if (!(archive.value(scratch.scans) && archive.value(scratch.queries) && archive.value(scratch.switches) &&
          archive.list(scratch.seekers) && archive.list(scratch.out_of_reach) && archive.list(scratch.misplaced) &&
          archive.list(scratch.questions) && archive.list(scratch.squads) &&
          archive.list(world.log.buffer(FrameSystem::acquire_targets, buffer))))
        return false;
    for (const uint32_t squad : scratch.squads) {
        if (squad >= world.squads.list.size()) return false;
        Squad& its = world.squads.list[squad];
        if (!archive.value(its.next_scan) || !archive.value(its.attention) ||
            !archive.value(world.perception.quiet.to_tell(squad)))
            return false;
    }
    return true;
}

const FieldSet& fields_of_targets() {
    static const FieldSet fields = fields_written(access_of<TargetSystem>());
    return fields;
}

} // namespace

void exchange_targets(const TargetExchange& world, ParallelLoops& loops, uint32_t chunks, Share share,
                      uint32_t first_buffer) {
    if (!world.division.divided()) return;
    exchange_chunks(
        world, loops, Exchange::targets, chunks, share,
        [&](auto& archive) {
            return written_rows(archive, world, loops, fields_of_targets(), all_rows(world),
                                [](auto&, auto&) { return true; }) &&
                   circle_marks(archive, world, loops);
        },
        [&](auto& archive, uint32_t i) { return chunk(archive, world, i, first_buffer + i); });
}

} // namespace fray
