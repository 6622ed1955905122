// Every agent's words are folded into 64 bits, column after column; the fold is mixed with the agent's serial, and
// these are added up modulo 2^64: a sum does not show the order in which it was taken. Rotating, xor-ing and
// multiplying by an odd number lose no bit, so that no single changed word goes unseen. What never changes about an
// agent is taken in once, when it is spawned. The circles are added up likewise, and the clock is mixed in.
#include "hash.h"

#include "rules_math.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <emmintrin.h>
#include <numeric>

namespace fray {
namespace {

constexpr uint64_t odd = 0x9e3779b97f4a7c15ull;

uint64_t folded(uint64_t fold, uint64_t word) { return std::rotl(fold, 9) ^ word; }

template <typename Word> Word word_at(const std::byte* data) {
    Word word;
    std::memcpy(&word, data, sizeof word);
    return word;
}

/// Four columns of eight-byte elements in one pass: this vectorises.
void fold_wide(const std::byte* const* columns, uint32_t begin, uint32_t count, uint64_t* folds) {
    const std::byte *const a = columns[0] + begin * 8, *const b = columns[1] + begin * 8,
                           *const c = columns[2] + begin * 8, *const d = columns[3] + begin * 8;
    for (uint32_t i = 0; i < count; ++i) {
        uint64_t fold = folded(folds[i], word_at<uint64_t>(a + i * 8));
        fold = folded(fold, word_at<uint64_t>(b + i * 8));
        fold = folded(fold, word_at<uint64_t>(c + i * 8));
        folds[i] = folded(fold, word_at<uint64_t>(d + i * 8)) * odd;
    }
}

/// Eight columns of one-byte elements as one word an agent.
void fold_bytes(const std::byte* const* columns, uint32_t begin, uint32_t count, uint64_t* folds) {
    uint32_t i = 0;
    for (; i + 16 <= count; i += 16) { // a transposition: 8 columns of 16 agents to 16 words
        __m128i pairs[8], quads[8], words[8];
        for (int k = 0; k < 4; ++k) {
            const auto load = [&](int column) {
                return _mm_loadu_si128(reinterpret_cast<const __m128i*>(columns[column] + begin + i));
            };
            pairs[k] = _mm_unpacklo_epi8(load(2 * k), load(2 * k + 1));
            pairs[k + 4] = _mm_unpackhi_epi8(load(2 * k), load(2 * k + 1));
        }
        for (int half = 0; half < 8; half += 4)
            for (int k = 0; k < 2; ++k) {
                quads[half + 2 * k] = _mm_unpacklo_epi16(pairs[half + 2 * k], pairs[half + 2 * k + 1]);
                quads[half + 2 * k + 1] = _mm_unpackhi_epi16(pairs[half + 2 * k], pairs[half + 2 * k + 1]);
            }
        for (int half = 0; half < 8; half += 4)
            for (int k = 0; k < 2; ++k) {
                words[half + 2 * k] = _mm_unpacklo_epi32(quads[half + k], quads[half + k + 2]);
                words[half + 2 * k + 1] = _mm_unpackhi_epi32(quads[half + k], quads[half + k + 2]);
            }
        uint64_t transposed[16];
        std::memcpy(transposed, words, sizeof transposed);
        for (uint32_t j = 0; j < 16; ++j) folds[i + j] = folded(folds[i + j], transposed[j]) * odd;
    }
    for (; i < count; ++i) {
        uint64_t word = 0;
        for (int k = 7; k >= 0; --k) word = word << 8 | static_cast<uint64_t>(columns[k][begin + i]);
        folds[i] = folded(folds[i], word) * odd;
    }
}

/// One element: eight bytes at a time, then what is left of it.
inline uint64_t fold_element(uint64_t fold, const std::byte* data, size_t size) {
    size_t at = 0;
    for (; at + 32 <= size; at += 32) {
        for (size_t k = 0; k < 32; k += 8) fold = folded(fold, word_at<uint64_t>(data + at + k));
        fold *= odd;
    }
    for (; at + 8 <= size; at += 8) fold = folded(fold, word_at<uint64_t>(data + at));
    if (at + 4 <= size) fold = folded(fold, word_at<uint32_t>(data + at)), at += 4;
    if (at + 2 <= size) fold = folded(fold, word_at<uint16_t>(data + at)), at += 2;
    if (at < size) fold = folded(fold, static_cast<uint64_t>(data[at]));
    return fold * odd;
}

template <size_t size> void fold_sized(const std::byte* data, uint32_t count, uint64_t* folds) {
    for (uint32_t i = 0; i < count; ++i) folds[i] = fold_element(folds[i], data + i * size, size);
}

/// A column by itself.
void fold_column(const ColumnBase& column, uint32_t begin, uint32_t count, uint64_t* folds) {
    const size_t size = column.element_size();
    const std::byte* const data = column.bytes() + begin * size;
    switch (size) {
    case 1: return fold_sized<1>(data, count, folds);
    case 2: return fold_sized<2>(data, count, folds);
    case 4: return fold_sized<4>(data, count, folds);
    case 8: return fold_sized<8>(data, count, folds);
    case sizeof(Orders): return fold_sized<sizeof(Orders)>(data, count, folds);
    case sizeof(Engagement): return fold_sized<sizeof(Engagement)>(data, count, folds);
    default:
        for (uint32_t i = 0; i < count; ++i) folds[i] = fold_element(folds[i], data + i * size, size);
    }
}

void fold_columns(const HashPlan& plan, uint32_t begin, uint32_t count, uint64_t* folds) {
    const std::byte* data[8];
    for (size_t i = 0; i < plan.bytes.size(); i += 8) {
        for (size_t k = 0; k < 8; ++k) data[k] = plan.bytes[i + k]->bytes();
        fold_bytes(data, begin, count, folds);
    }
    for (size_t i = 0; i < plan.wide.size(); i += 4) {
        for (size_t k = 0; k < 4; ++k) data[k] = plan.wide[i + k]->bytes();
        fold_wide(data, begin, count, folds);
    }
    for (const ColumnBase* column : plan.others) fold_column(*column, begin, count, folds);
}

uint64_t combine(uint64_t hash, uint64_t value) { return mix_bits(hash ^ (value + 0x9e3779b97f4a7c15ull)); }

uint64_t fold_record(uint64_t fold, const CooldownRecord& record) {
    fold = folded(fold, static_cast<uint64_t>(record.archetype) << 48 | static_cast<uint64_t>(record.attack) << 32 |
                            static_cast<uint32_t>(record.uses_left)) *
           odd;
    return folded(fold * odd + record.round, static_cast<uint64_t>(record.ready_at)) * odd;
}

/// The queue is in the columns of those who wait.
uint64_t hash_circle(const Circle& circle) {
    uint64_t fold = static_cast<uint64_t>(static_cast<uint32_t>(circle.grid_free)) << 32 |
                    static_cast<uint32_t>(circle.attack_free);
    const auto add = [&](uint64_t word) { fold = folded(fold, word) * odd; };
    for (const Slot& slot : circle.slots) add(uint64_t{slot.waiting} << 33 | uint64_t{slot.closed} << 32 | slot.holder);
    for (const uint32_t index : circle.ring) add(index);
    add(uint64_t{circle.queued} << 32 | circle.reserver);
    add(static_cast<uint64_t>(circle.gap_until) << 1 | uint64_t{circle.rebalance_due});
    if (circle.surveyed)
        fold = fold_element(fold, reinterpret_cast<const std::byte*>(&circle.surveyed_at), sizeof(Vec2));
    for (const Lane& lane : circle.lanes) {
        add(uint64_t{lane.count} << 32 | static_cast<uint32_t>(lane.weight));
        add(static_cast<uint64_t>(lane.too_heavy_since));
    }
    for (const CooldownRecord& record : circle.cooldowns) fold = fold_record(fold, record);
    return combine(mix_bits(static_cast<uint64_t>(circle.target_serial)), fold);
}

/// Adds up sum(begin, end) over pieces of [0, count).
template <typename Sum> uint64_t add_up(Core& core, Loops& loops, size_t count, uint32_t piece, Sum&& sum) {
    const uint32_t size = static_cast<uint32_t>(count);
    core.hash_sums.assign(Loops::chunk_count(size, piece), 0);
    loops.chunks(size, piece,
                 [&](uint32_t chunk, uint32_t begin, uint32_t end) { core.hash_sums[chunk] = sum(begin, end); });
    return std::accumulate(core.hash_sums.begin(), core.hash_sums.end(), uint64_t{0});
}

uint64_t hash_agents(const Core& core, uint32_t begin, uint32_t end) {
    constexpr uint32_t piece = 512; // the folds stay in the nearest cache
    uint64_t sum = 0;
    for (uint32_t first = begin; first < end; first += piece) {
        const uint32_t count = std::min(piece, end - first);
        uint64_t folds[piece] = {};
        fold_columns(core.hash_plan, first, count, folds);
        const Serial* const serial = core.agents.serial.any() + first;
        for (uint32_t i = 0; i < count; ++i) sum += combine(mix_bits(static_cast<uint64_t>(serial[i])), folds[i]);
    }
    return sum;
}

uint64_t hash_circles(const Core& core, uint32_t begin, uint32_t end) {
    uint64_t sum = 0;
    for (uint32_t i = begin; i < end; ++i)
        if (core.circles.list[i].in_use) sum += hash_circle(core.circles.list[i]);
    return sum;
}

/// The clocks of single agents.
uint64_t hash_agent_clocks(const Core& core, uint32_t begin, uint32_t end) {
    uint64_t sum = 0;
    for (uint32_t index = begin; index < end; ++index) {
        const PoolArray<int64_t>& clocks = core.agent_clocks.by_id[index];
        uint64_t fold = index;
        for (const int64_t clock : clocks) fold = folded(fold, static_cast<uint64_t>(clock)) * odd;
        if (clocks.size != 0) sum += mix_bits(fold);
    }
    return sum;
}

/// The acts that run on single agents.
uint64_t hash_acts(const Core& core, uint32_t begin, uint32_t end) {
    uint64_t sum = 0;
    for (uint32_t index = begin; index < end; ++index) {
        uint64_t fold = ~uint64_t{index};
        for (const RunningAct& running : core.acts.of(index)) {
            fold = folded(fold, uint64_t{running.act} << 16 | running.condition) * odd;
            fold = folded(fold, static_cast<uint64_t>(running.end)) * odd;
        }
        if (!core.acts.of(index).empty()) sum += mix_bits(fold);
    }
    return sum;
}

/// What few targets have: closed slots, views; and the clocks of the world.
uint64_t hash_rare(const Core& core) {
    uint64_t sum = 0;
    for (const CooldownRecord& record : core.cooldowns) sum += mix_bits(fold_record(0, record));
    for (const TargetInfo& info : core.target_infos.list) {
        uint64_t fold =
            fold_element(info.target, reinterpret_cast<const std::byte*>(&info.view_direction), sizeof(Vec2));
        fold = fold_element(fold, reinterpret_cast<const std::byte*>(&info.view_half), sizeof(float));
        for (const uint64_t word : info.closed.words) fold = folded(fold, word) * odd;
        sum += mix_bits(fold);
    }
    sum += core.squads.hash;
    for (const Missile& missile : core.missiles)
        sum += mix_bits(fold_element(missile.number, reinterpret_cast<const std::byte*>(&missile), sizeof missile));
    for (const Preference& preference : core.preferences)
        sum += mix_bits(uint64_t{preference.by} << 32 | preference.target) ^
               mix_bits(static_cast<uint32_t>(preference.mm));
    for (const float beyond : core.detail.beyond) sum = combine(sum, std::bit_cast<uint32_t>(beyond));
    for (const Vec2 point : core.detail.points)
        sum = combine(sum, fold_element(0, reinterpret_cast<const std::byte*>(&point), sizeof point));
    if (core.detail.turns != 0 || core.load.doublings != 0)
        sum = combine(combine(combine(sum, core.detail.turns), core.load.doublings), core.load.turns);
    for (const Bond& bond : core.bonds) sum += mix_bits(uint64_t{bond.child.index} << 32 | bond.owner.index);
    return sum;
}

uint64_t hash_time(const Core& core) {
    uint64_t hash =
        combine(combine(core.frame, static_cast<uint64_t>(core.now)), static_cast<uint64_t>(core.next_serial));
    for (const int64_t dt : core.recent_dts) hash = combine(hash, static_cast<uint64_t>(dt));
    return hash;
}

/// Adds up what is an agent's, or a target's.
struct Summing {
    ColumnSum sums;
    void add(uint64_t fold, Serial serial) {
        const uint64_t value = mix_bits(fold);
        sums.sum += value;
        sums.by_serial += value * (2 * static_cast<uint64_t>(serial) + 1);
    }
};

ColumnSum sum_column(const Core& core, const ColumnBase& column) {
    constexpr uint32_t piece = 512;
    Summing summing{{column.name()}};
    const Serial* const serial = core.agents.serial.any();
    for (uint32_t first = 0; first < core.rows(); first += piece) {
        const uint32_t count = std::min(piece, core.rows() - first);
        uint64_t folds[piece] = {};
        fold_column(column, first, count, folds);
        for (uint32_t i = 0; i < count; ++i) summing.add(folds[i], serial[first + i]);
    }
    return summing.sums;
}

} // namespace

HashPlan plan_hash(const ColumnRegistry& registry) {
    HashPlan plan;
    for (const ColumnBase* column : registry.columns()) {
        if (column->persist() != Persist::state) continue;
        const size_t size = column->element_size();
        (size == 1 ? plan.bytes : size == 8 ? plan.wide : plan.others).push_back(column);
    }
    // What fills no group is folded by itself.
    for (; plan.bytes.size() % 8 != 0; plan.bytes.pop_back()) plan.others.push_back(plan.bytes.back());
    for (; plan.wide.size() % 4 != 0; plan.wide.pop_back()) plan.others.push_back(plan.wide.back());
    return plan;
}

uint64_t hash_fixed(const Core& core, uint32_t row) {
    uint64_t fold = 0;
    for (const ColumnBase* column : core.agents.registry.columns())
        if (column->persist() == Persist::fixed) fold_column(*column, row, 1, &fold);
    return combine(mix_bits(static_cast<uint64_t>(core.agents.serial.any()[row])), fold);
}

std::vector<ColumnSum> sum_columns(const Core& core) {
    std::vector<ColumnSum> sums;
    for (const ColumnBase* column : core.agents.registry.columns())
        if (column->persist() == Persist::state || column->persist() == Persist::fixed)
            sums.push_back(sum_column(core, *column));
    Summing circles{{"contents of the circle"}}, clocks{{"attack clocks"}}, acts{{"acts"}};
    for (const Circle& circle : core.circles.list)
        if (circle.in_use) circles.add(hash_circle(circle), circle.target_serial);
    const Serial* const serial = core.agents.serial.any();
    const auto of_agents = [&](Summing& summing, size_t count, uint64_t (*part)(const Core&, uint32_t, uint32_t)) {
        for (uint32_t index = 0; index < count && index < core.ids.row.size(); ++index)
            if (core.ids.row[index] != no_index)
                if (const uint64_t hash = part(core, index, index + 1)) summing.add(hash, serial[core.ids.row[index]]);
    };
    of_agents(clocks, core.agent_clocks.by_id.size(), hash_agent_clocks);
    of_agents(acts, core.acts.by_id.size(), hash_acts);
    for (const Summing* summing : {&circles, &clocks, &acts}) sums.push_back(summing->sums);
    sums.push_back({"squads, missiles, preferences and clocks of the world", hash_rare(core), 0});
    sums.push_back({"frame, time and next serial", hash_time(core), 0});
    return sums;
}

uint64_t hash_state(Core& core, Loops& loops) {
    const auto sum_of = [&](uint64_t (*part)(const Core&, uint32_t, uint32_t), size_t count, uint32_t piece) {
        return add_up(core, loops, count, piece, [&](uint32_t begin, uint32_t end) { return part(core, begin, end); });
    };
    uint64_t hash = hash_time(core);
    hash = combine(hash, sum_of(hash_agents, core.rows(), core.settings.chunk_size) + core.fixed_hash);
    hash = combine(hash, sum_of(hash_circles, core.circles.list.size(), 1024));
    return combine(hash, hash_rare(core) + sum_of(hash_agent_clocks, core.agent_clocks.by_id.size(), 8192) +
                             sum_of(hash_acts, core.acts.by_id.size(), 8192));
}

} // namespace fray
