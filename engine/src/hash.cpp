// Each 32-bit word of an agent is multiplied with an odd number that comes from its serial, and the products are added
// up column by column, modulo 2^64. Sums do not show order; an odd factor loses no bit, so that no single changed word
// goes unseen. The columns' sums, the circles and the clock are then mixed one after the other.
#include "hash.h"

#include "rules_math.h"

#include <algorithm>
#include <cstring>

namespace fray {
namespace {

uint32_t key_of(Serial serial) { return static_cast<uint32_t>(mix_bits(static_cast<uint64_t>(serial) + 1)) | 1; }

uint64_t add_words(const ColumnBase& column, uint32_t begin, uint32_t end, const uint32_t* keys) {
    const size_t size = column.element_size();
    const std::byte* data = column.bytes() + begin * size;
    const uint32_t count = end - begin;
    uint64_t sum = 0;
    const auto narrow = [&](auto element) {
        for (uint32_t i = 0; i < count; ++i) {
            std::memcpy(&element, data + i * sizeof element, sizeof element);
            sum += uint64_t{element} * keys[i];
        }
    };
    if (size == 1) narrow(uint8_t{});
    else if (size == 2) narrow(uint16_t{});
    else if (size == 4) narrow(uint32_t{});
    else {
        for (uint32_t i = 0; i < count; ++i) {
            // A rotating key: equal words in different places count differently.
            uint64_t key = keys[i];
            for (size_t at = 0; at < size; at += 4) {
                uint32_t word = 0;
                std::memcpy(&word, data + i * size + at, std::min<size_t>(4, size - at));
                sum += word * key;
                key = key * 0x9e3779b97f4a7c15ull + 2;
            }
        }
    }
    return sum;
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

uint64_t hash_state(Core& core, Loops& loops) {
    const auto& columns = core.agents.registry.columns();
    const uint32_t chunks = core.chunks();
    const uint32_t size = core.settings.chunk_size;
    const size_t width = columns.size();
    core.hash_sums.assign(width * chunks, 0);
    loops.chunks(core.rows(), size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        thread_local std::vector<uint32_t> keys;
        keys.resize(end - begin);
        const Serial* const serial = core.agents.serial.any();
        for (uint32_t row = begin; row < end; ++row) keys[row - begin] = key_of(serial[row]);
        for (size_t i = 0; i < width; ++i)
            if (columns[i]->persist() == Persist::state)
                core.hash_sums[chunk * width + i] = add_words(*columns[i], begin, end, keys.data());
    });
    uint64_t hash = combine(core.frame, static_cast<uint64_t>(core.now));
    hash = combine(hash, static_cast<uint64_t>(core.next_serial));
    for (size_t i = 0; i < width; ++i) {
        uint64_t sum = 0;
        for (uint32_t chunk = 0; chunk < chunks; ++chunk) sum += core.hash_sums[chunk * width + i];
        hash = combine(hash, sum);
    }
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
