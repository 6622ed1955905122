#include "behaviour/exchange_decisions.h"

namespace fray {
namespace {

/// Writes or reads the lists of a chunk.
template <typename Archive>
bool chunk(Archive& archive, const DecisionExchange& world, uint32_t number, uint32_t buffer) {
    FsmOutput& out = world.behaviour.decisions[number];
    return archive.list(out.requests) && archive.list(out.returns) && archive.list(out.hits) &&
           archive.list(out.summons) && archive.list(out.ended) && archive.value(out.evaluations) &&
           archive.value(out.attacks) && archive.list(world.promised.of_chunk(number)) &&
           archive.list(world.log.buffer(FrameSystem::classify_distances, number)) &&
           archive.list(world.log.buffer(FrameSystem::evaluate_fsm, buffer));
}

/// Exceptions of user states: of all ranks, that of the lowest chunk is kept.
bool failure_of(Writer& out, const StateFailure& failure) {
    out.value(failure.chunk);
    const uint32_t length = failure.chunk == ~0u ? 0 : static_cast<uint32_t>(failure.text.size());
    out.value(length);
    return out.bytes(failure.text.data(), length);
}

bool failure_of(Reader& in, StateFailure& failure) {
    uint32_t number = 0, length = 0;
    if (!in.value(number) || !in.value(length)) return false;
    const std::byte* const text = in.take(length);
    if (text == nullptr) return false;
    if (number >= failure.chunk) return true;
    failure.chunk = number;
    failure.text.assign(reinterpret_cast<const char*>(text), length);
    return true;
}

const FieldSet& fields_of_decisions() {
    static const FieldSet fields = fields_written(access_of<DistanceSystem, JourneyWatch, FsmSystem, UserStateView>());
    return fields;
}

} // namespace

void exchange_decisions(const DecisionExchange& world, ParallelLoops& loops, Share share, uint32_t first_buffer) {
    if (!world.division.divided()) return;
    auto& squads = world.squads.list;
    exchange_chunks(
        world, loops, Exchange::decisions, world.settings.chunks(world.agents.rows()), share,
        [&](auto& archive) {
            const auto lists = [&](auto& its, const Vector<Row>& rows) {
                return lists_of_agents(its, world.agents, rows, world.acts) &&
                       lists_of_agents(its, world.agents, rows, world.spent) &&
                       lists_of_agents(its, world.agents, rows, world.agent_clocks);
            };
            // Outside its share a rank may have written what all ranks write alike: journeys.
            return written_rows(archive, world, loops, fields_of_decisions(), rows_of(world, share), lists) &&
                   told_marks(
                       archive, world.pieces, loops, static_cast<uint32_t>(squads.size()),
                       [&](uint32_t i) { return squads[i].attention != 0; },
                       [&](uint32_t i) { squads[i].attention = 1; }) &&
                   circle_marks(archive, world, loops) && failure_of(archive, world.behaviour.failure);
        },
        [&](auto& archive, uint32_t i) { return chunk(archive, world, i, first_buffer + i); });
    world.promised.finish();
}

} // namespace fray
