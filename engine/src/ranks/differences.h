// Words as differences from words that the reader has: a word that has changed little takes few bytes.
//
// The difference of two words is that of their bits as integers, so floats of about the same value differ by a small
// integer. It takes 0, 2, 3 or 4 bytes, the lowest first. Nothing is rounded: the reader gets the bits of the writer.
#pragma once

#include "storage/archive.h"
#include "storage/column_hash.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace fray {

/// How many bytes a difference takes, in two bits.
using Width = uint32_t;
inline constexpr std::array<uint32_t, 4> bytes_of_width{0, 2, 3, 4};
inline constexpr std::array<uint32_t, 4> mask_of_width{0, 0xffff, 0xffffff, 0xffffffff};

/// The difference: small if the words differ little, in either direction.
inline uint32_t difference_of(uint32_t word, uint32_t from) {
    const uint32_t up = word - from;
    return up << 1 ^ (0u - (up >> 31));
}
inline uint32_t word_after(uint32_t difference, uint32_t from) {
    return from + (difference >> 1 ^ (0u - (difference & 1)));
}
inline Width width_of(uint32_t difference) {
    return (difference != 0) + 0u + (difference > 0xffff) + (difference > 0xffffff);
}

/// Writing and reading a difference touches up to so many bytes beyond it.
inline constexpr size_t beyond = 3;

inline size_t words_of(size_t bytes) { return (bytes + sizeof(uint32_t) - 1) / sizeof(uint32_t); }

/// Appends how `count` words differ from others: the widths of all, then the differences.
inline void write_differences(Writer& to, const std::byte* words, const std::byte* from, size_t count) {
    const size_t widths = (count + 3) / 4, most = count * sizeof(uint32_t);
    std::byte* const width = to.room(widths + most + beyond);
    std::byte* at = width + widths;
    for (size_t i = 0; i < count; i += 4) {
        const size_t end = std::min(i + 4, count);
        width[i / 4] = std::byte{};
        if (std::memcmp(words + i * 4, from + i * 4, (end - i) * 4) == 0) continue; // most have not changed
        uint32_t all = 0;
        for (size_t k = i; k < end; ++k) {
            const uint32_t its = difference_of(word_at<uint32_t>(words + k * 4), word_at<uint32_t>(from + k * 4));
            all |= width_of(its) << 2 * (k - i);
            for (size_t byte = 0; byte < 4; ++byte) at[byte] = static_cast<std::byte>(its >> 8 * byte); // one store
            at += bytes_of_width[width_of(its)];
        }
        width[i / 4] = static_cast<std::byte>(all);
    }
    to.take_back(static_cast<size_t>(width + widths + most - at)); // what was too much
}

/// Reads what `write_differences` has written. `words`: those from which they differ, then those that were written.
/// False: the bytes are damaged.
inline bool read_differences(Reader& from, std::byte* words, size_t count) {
    const size_t widths = (count + 3) / 4;
    const std::byte* const width = from.take(widths);
    if (width == nullptr) return false;
    size_t size = 0;
    for (size_t i = 0; i < widths; ++i)
        for (uint32_t all = static_cast<uint32_t>(width[i]); all != 0; all >>= 2) size += bytes_of_width[all & 3];
    const std::byte* at = from.take(size + beyond);
    if (at == nullptr) return false;
    for (size_t i = 0; i < count; i += 4)
        for (uint32_t all = static_cast<uint32_t>(width[i / 4]), k = 0; all != 0 && i + k < count; all >>= 2, ++k) {
            uint32_t difference = 0;
            for (size_t byte = 0; byte < 4; ++byte)
                difference |= static_cast<uint32_t>(at[byte]) << 8 * byte; // one load
            at += bytes_of_width[all & 3];
            const uint32_t word =
                word_after(difference & mask_of_width[all & 3], word_at<uint32_t>(words + (i + k) * 4));
            std::memcpy(words + (i + k) * sizeof word, &word, sizeof word);
        }
    return true;
}

} // namespace fray
