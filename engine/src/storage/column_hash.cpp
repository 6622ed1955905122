// Folds columns of the same width in groups, because one pass over several columns is faster than one pass for each.
#include "storage/column_hash.h"

#include <emmintrin.h>

namespace fray {
namespace {

/// Folds four columns of eight-byte elements in a single pass, which compilers vectorise.
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

/// Folds eight columns of single bytes: the eight bytes of an agent make a word. Column 0 is the lowest byte.
void fold_bytes(const std::byte* const* columns, uint32_t begin, uint32_t count, uint64_t* folds) {
    uint32_t i = 0;
    for (; i + 16 <= count; i += 16) { // transposes 8 columns of 16 agents into 16 words
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

template <size_t size> void fold_sized(const std::byte* data, uint32_t count, uint64_t* folds) {
    for (uint32_t i = 0; i < count; ++i) folds[i] = fold_element(folds[i], data + i * size, size);
}

} // namespace

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

HashPlan plan_hash(const ColumnRegistry& registry) {
    HashPlan plan;
    for (const ColumnBase* column : registry.columns()) {
        if (column->persist() != Persist::state) continue;
        const size_t size = column->element_size();
        (size == 1 ? plan.bytes : size == 8 ? plan.wide : plan.others).push_back(column);
    }
    // Columns that do not fill a group are folded singly.
    for (; plan.bytes.size() % 8 != 0; plan.bytes.pop_back()) plan.others.push_back(plan.bytes.back());
    for (; plan.wide.size() % 4 != 0; plan.wide.pop_back()) plan.others.push_back(plan.wide.back());
    return plan;
}

uint64_t hash_fixed(const Agents& agents, uint32_t row) {
    uint64_t fold = 0;
    for (const ColumnBase* column : agents.registry.columns())
        if (column->persist() == Persist::fixed) fold_column(*column, row, 1, &fold);
    return combine(mix_bits(static_cast<uint64_t>(agents.serial.any()[row])), fold);
}

} // namespace fray
