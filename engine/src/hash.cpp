// Every agent's words are folded into 64 bits, column after column; the fold is mixed with the agent's serial, and these
// are added up modulo 2^64: a sum does not show the order in which it was taken. Rotating and xor-ing loses no bit, so that
// no single changed word goes unseen. What never changes about an agent is taken in once, when it is spawned. The circles are added up likewise, and the clock is mixed in.
#include "hash.h"

#include "rules_math.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace fray {
namespace {

/// Folds one word of each of `count` agents, `stride` bytes apart.
template <typename Word> void fold_words(const std::byte* data, size_t stride, uint64_t* folds, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        Word word;
        std::memcpy(&word, data + i * stride, sizeof word);
        folds[i] = std::rotl(folds[i], 9) ^ word;
    }
}

/// Folds a column's elements, eight bytes at a time, then what is left of them.
void fold_column(const ColumnBase& column, uint32_t begin, uint32_t count, uint64_t* folds) {
    const size_t size = column.element_size();
    const std::byte* const data = column.bytes() + begin * size;
    size_t at = 0;
    if (size == 8) return fold_words<uint64_t>(data, 8, folds, count); // the stride known: this vectorises
    if (size == 4) return fold_words<uint32_t>(data, 4, folds, count);
    if (size == 1) return fold_words<uint8_t>(data, 1, folds, count);
    for (; at + 8 <= size; at += 8) fold_words<uint64_t>(data + at, size, folds, count);
    for (; at + 4 <= size; at += 4) fold_words<uint32_t>(data + at, size, folds, count);
    for (; at + 2 <= size; at += 2) fold_words<uint16_t>(data + at, size, folds, count);
    for (; at < size; ++at) fold_words<uint8_t>(data + at, size, folds, count);
}

uint64_t combine(uint64_t hash, uint64_t value) { return mix_bits(hash ^ (value + 0x9e3779b97f4a7c15ull)); }

uint64_t hash_circle(const Circle& circle) {
    uint64_t hash = combine(static_cast<uint64_t>(circle.target_serial), static_cast<uint32_t>(circle.grid_free));
    hash = combine(hash, static_cast<uint32_t>(circle.attack_free));
    for (const uint32_t index : circle.slots) hash = combine(hash, index);
    for (const uint32_t index : circle.ring) hash = combine(hash, index);
    for (const uint32_t index : circle.queue) hash = combine(hash, index);
    for (const CooldownRecord& record : circle.cooldowns) {
        hash = combine(hash, static_cast<uint64_t>(record.archetype) << 48 | static_cast<uint64_t>(record.attack) << 32 |
                                 static_cast<uint32_t>(record.uses_left));
        hash = combine(hash, static_cast<uint64_t>(record.ready_at));
    }
    return hash;
}

} // namespace

uint64_t hash_fixed(const Core& core, uint32_t row) {
    uint64_t fold = 0;
    for (const ColumnBase* column : core.agents.registry.columns())
        if (column->persist() == Persist::fixed) fold_column(*column, row, 1, &fold);
    return combine(mix_bits(static_cast<uint64_t>(core.agents.serial.any()[row])), fold);
}

uint64_t hash_state(Core& core, Loops& loops) {
    const uint32_t size = core.settings.chunk_size;
    core.hash_sums.assign(core.chunks(), 0);
    loops.chunks(core.rows(), size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        constexpr uint32_t piece = 512; // the folds stay in the nearest cache
        uint64_t sum = 0;
        for (uint32_t first = begin; first < end; first += piece) {
            const uint32_t count = std::min(piece, end - first);
            uint64_t folds[piece] = {};
            for (const ColumnBase* column : core.agents.registry.columns())
                if (column->persist() == Persist::state) fold_column(*column, first, count, folds);
            const Serial* const serial = core.agents.serial.any() + first;
            for (uint32_t i = 0; i < count; ++i) sum += combine(mix_bits(static_cast<uint64_t>(serial[i])), folds[i]);
        }
        core.hash_sums[chunk] = sum;
    });
    uint64_t agents = 0;
    for (const uint64_t part : core.hash_sums) agents += part;
    uint64_t hash = combine(core.frame, static_cast<uint64_t>(core.now));
    hash = combine(hash, static_cast<uint64_t>(core.next_serial));
    hash = combine(hash, agents + core.fixed_hash);
    const uint32_t circles = static_cast<uint32_t>(core.circles.list.size());
    core.hash_sums.assign(Loops::chunk_count(circles, 1024), 0);
    loops.chunks(circles, 1024, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        uint64_t sum = 0;
        for (uint32_t i = begin; i < end; ++i)
            if (core.circles.list[i].in_use) sum += hash_circle(core.circles.list[i]);
        core.hash_sums[chunk] = sum;
    });
    uint64_t sum = 0;
    for (const uint64_t part : core.hash_sums) sum += part;
    return combine(hash, sum);
}

} // namespace fray
