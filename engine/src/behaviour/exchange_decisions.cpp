#include "behaviour/exchange_decisions.h"

namespace fray {
namespace {

/// Writes or reads the lists of a chunk.
template <typename Archive> bool chunk(Archive& archive, BehaviourLayer& layer, uint32_t number, uint32_t buffer) {
    FsmOutput& out = layer.behaviour.decisions[number];
    return archive.list(out.requests) && archive.list(out.returns) && archive.list(out.hits) &&
           archive.list(out.summons) && archive.list(out.ended) && archive.value(out.evaluations) &&
           archive.value(out.attacks) && archive.list(layer.perception.promised.of_chunk(number)) &&
           archive.list(layer.log.buffer(System::classify_distances, number)) &&
           archive.list(layer.log.buffer(System::evaluate_fsm, buffer));
}

void write_attention(Writer& out, const Squads& squads) {
    Vector<uint32_t> attentive;
    for (uint32_t i = 0; i < squads.list.size(); ++i)
        if (squads.list[i].attention != 0) attentive.push_back(i);
    out.list(attentive);
}

bool read_attention(Reader& in, Squads& squads) {
    Vector<uint32_t> attentive;
    if (!in.list(attentive)) return false;
    for (const uint32_t i : attentive) {
        if (i >= squads.list.size()) return false;
        squads.list[i].attention = 1;
    }
    return true;
}

/// Exceptions of user states: of all ranks, that of the lowest chunk is kept.
void write_failure(Writer& out, const StateFailure& failure) {
    out.value(failure.chunk);
    const uint32_t length = failure.chunk == ~0u ? 0 : static_cast<uint32_t>(failure.text.size());
    out.value(length);
    out.bytes(failure.text.data(), length);
}

bool read_failure(Reader& in, StateFailure& failure) {
    uint32_t number = 0, length = 0;
    if (!in.value(number) || !in.value(length)) return false;
    const std::byte* const text = in.take(length);
    if (text == nullptr) return false;
    if (number >= failure.chunk) return true;
    failure.chunk = number;
    failure.text.assign(reinterpret_cast<const char*>(text), length);
    return true;
}

} // namespace

void exchange_decisions(BehaviourLayer& layer, Share share, uint32_t first_buffer) {
    if (!layer.division.divided()) return;
    static const FieldSet fields = fields_written(classify_distances_access() + evaluate_fsm_access());
    const auto& told = layer.row_exchange.rows()[static_cast<size_t>(HashGroup::others)];
    exchange_chunks(
        layer.division, Exchange::decisions, layer.settings.chunks(layer.agents.rows()), share,
        [&](Writer& out) {
            layer.row_exchange.write(out, layer.agents, fields, rows_of(layer, share));
            lists_of_agents(out, layer.agents, told, layer.acts);
            lists_of_agents(out, layer.agents, told, layer.agent_clocks);
            write_attention(out, layer.squads);
            layer.circles.write_marks(out, layer.clock.frame);
            write_failure(out, layer.behaviour.failure);
        },
        [&](Reader& in) {
            return layer.row_exchange.read(in, layer.agents, fields) &&
                   lists_of_agents(in, layer.agents, told, layer.acts) &&
                   lists_of_agents(in, layer.agents, told, layer.agent_clocks) && read_attention(in, layer.squads) &&
                   layer.circles.read_marks(in, layer.clock.frame) && read_failure(in, layer.behaviour.failure);
        },
        [&](auto& archive, uint32_t i) { return chunk(archive, layer, i, first_buffer + i); });
    layer.perception.promised.finish();
}

} // namespace fray
