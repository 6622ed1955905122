#include "engagement/exchange_circles.h"

#include "circles/circle_archive.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace fray {
namespace {

/// Adds bytes to a checksum.
uint64_t checksum(uint64_t sum, const void* data, size_t size) {
    const auto* at = static_cast<const std::byte*>(data);
    for (; size != 0; at += sizeof(uint64_t)) {
        const size_t part = std::min(size, sizeof(uint64_t));
        uint64_t word = 0;
        std::memcpy(&word, at, part);
        sum = (std::rotl(sum, 29) ^ word) * 0x9e3779b97f4a7c15ull;
        size -= part;
    }
    return sum;
}

/// Writes or reads all that planning may change of a circle.
template <typename Archive> bool planned(Archive& archive, Circles& all, uint32_t number) {
    Circle& circle = Archive::reading ? all.change(number) : all.to_save(number);
    return fray::circle(archive, circle, all.pool) && archive.value(circle.queued) &&
           archive.value(all.marks.due[number]) && archive.value(all.marks.tokens_due[number]);
}

/// Writes or reads what a chunk of keys has decided, besides the columns of agents.
template <typename Archive>
bool chunk(Archive& archive, EngagementLayer& layer, uint32_t number, uint32_t size,
           const std::array<uint32_t, commit_phases>& first_buffers) {
    Proposals& all = layer.proposals;
    const size_t end = std::min<size_t>(all.keys.size(), size_t{number + 1} * size);
    for (size_t i = size_t{number} * size; i < end; ++i)
        if (!archive.value(all.changed[i])) return false;
    for (size_t i = size_t{number} * size; i < end; ++i)
        if (all.changed[i] != 0 && !planned(archive, layer.circles, circle_of_key(all.keys[i]))) return false;
    ManagerScratch& scratch = all.chunks[number];
    for (const uint32_t first : first_buffers)
        if (!archive.list(layer.log.buffer(System::commit, first + number))) return false;
    return archive.list(scratch.deferred) && archive.list(scratch.over) && archive.value(scratch.slots_given) &&
           archive.value(scratch.tokens_given) && archive.value(scratch.switches) && archive.value(scratch.thefts);
}

} // namespace

CirclePrint::CirclePrint(const Circles& all, uint32_t number)
    : due_(all.marks.due[number]), tokens_due_(all.marks.tokens_due[number]) {
    const Circle& circle = all[number];
    std::memcpy(members_.data(), &circle, sizeof circle);
    const auto add = [&](const auto& array) {
        arrays_ = checksum(arrays_, array.data, array.size * sizeof(*array.data));
    };
    add(circle.slots);
    add(circle.lanes);
    add(circle.token_queue);
    add(circle.strikers);
    add(circle.cooldowns);
}

void exchange_circles(EngagementLayer& layer, uint32_t size, Share share,
                      const std::array<uint32_t, commit_phases>& first_buffers) {
    if (!layer.division.divided()) return;
    static const FieldSet fields = fields_written(plan_engagements_access());
    const auto& told = layer.row_exchange.rows()[static_cast<size_t>(HashGroup::others)];
    exchange_chunks(
        layer.division, Exchange::circles, layer.proposals.used_chunks, share,
        [&](Writer& out) {
            layer.row_exchange.write(out, layer.agents, fields, {0, layer.agents.rows()});
            lists_of_agents(out, layer.agents, told, layer.agent_clocks);
        },
        [&](Reader& in) {
            return layer.row_exchange.read(in, layer.agents, fields) &&
                   lists_of_agents(in, layer.agents, told, layer.agent_clocks);
        },
        [&](auto& archive, uint32_t i) { return chunk(archive, layer, i, size, first_buffers); });
}

void exchange_proposals(EngagementLayer& layer, Share share) {
    if (!layer.division.divided()) return;
    auto& chunks = layer.perception.alert_scratch;
    exchange_chunks(
        layer.division, Exchange::proposals, static_cast<uint32_t>(chunks.size()), share, [](Writer&) {},
        [](Reader&) { return true; },
        [&](auto& archive, uint32_t i) {
            return archive.list(chunks[i].changes) && archive.value(chunks[i].slot_queries);
        });
}

} // namespace fray
