// Hashes of columns, from which the state hash is made (frame/hash.cpp).
//
// The fold of an agent is a 64-bit number, computed from the words of its columns one after the other. Each step is
// invertible, so two states that differ in a single word have different folds.
#pragma once

#include "storage/agents.h"
#include "storage/hash_plan.h"
#include "storage/rules_math.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace fray {

/// Odd, so that multiplication by it modulo 2^64 is invertible.
constexpr uint64_t odd = 0x9e3779b97f4a7c15ull;

/// Adds a word to a fold.
inline uint64_t folded(uint64_t fold, uint64_t word) { return std::rotl(fold, 9) ^ word; }

/// Mixes a value into a hash. The result depends on the order of the values.
inline uint64_t combine(uint64_t hash, uint64_t value) { return mix_bits(hash ^ (value + 0x9e3779b97f4a7c15ull)); }

template <typename Word> Word word_at(const std::byte* data) {
    Word word;
    std::memcpy(&word, data, sizeof word);
    return word;
}

/// Adds the bytes of an element to a fold. Always inlined: where the size is a constant, no loop and no branch is left,
/// which in `fold_column` makes it three times as fast.
[[gnu::always_inline]] inline uint64_t fold_element(uint64_t fold, const std::byte* data, size_t size) {
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

/// Adds the elements of the rows rows[0 .. count) of a column to folds[0 .. count), one fold for each row.
void fold_column(const ColumnBase& column, const Row* rows, uint32_t count, uint64_t* folds);
/// Does this for all columns of a plan.
void fold_columns(const HashPlan& plan, const Row* rows, uint32_t count, uint64_t* folds);

/// The hash of an agent's columns with Persist::fixed: its part of the sum `Agents::fixed_hash`.
uint64_t hash_fixed(const Agents& agents, Row row);
/// The sum of these parts for some rows. `folds`: working memory.
uint64_t hash_fixed(const Agents& agents, const Vector<Row>& rows, Vector<uint64_t>& folds);

} // namespace fray
