// Words as differences from words that the reader has: a word that has changed little takes few bytes.
//
// The difference of two words is that of their bits as integers, so floats of about the same value differ by a small
// integer. It takes 0, 2, 3 or 4 bytes, the lowest first. Nothing is rounded: the reader gets the bits of the writer.
#pragma once

#include "storage/archive.h"
#include "storage/column_hash.h"

#include <algorithm>
#include <array>
#include <bit>
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

/// Where the differences of four words with these widths begin, and where the last ends, in bytes.
inline constexpr auto places_of_widths = [] {
    std::array<std::array<uint8_t, 5>, 256> places{};
    for (uint32_t all = 0; all < places.size(); ++all)
        for (uint32_t k = 0; k < 4; ++k)
            places[all][k + 1] = static_cast<uint8_t>(places[all][k] + bytes_of_width[all >> 2 * k & 3]);
    return places;
}();

/// Writing and reading a difference touches up to so many bytes beyond it.
inline constexpr size_t beyond = 3;

inline size_t words_of(size_t bytes) { return (bytes + sizeof(uint32_t) - 1) / sizeof(uint32_t); }

/// Appends how `count` words differ from others: a bit for each group of four words, set if one of them differs; the
/// size of what follows; then for each such group the widths of its differences, and these.
inline void write_differences(Writer& to, const std::byte* words, const std::byte* from, size_t count) {
    const size_t bits = (count + 31) / 32, begin = bits + sizeof(uint32_t);
    const size_t most = begin + (count + 3) / 4 + count * sizeof(uint32_t) + beyond;
    std::byte* const bit = to.room(most);
    std::byte* at = bit + begin;
    std::memset(bit, 0, bits);
    for (size_t i = 0; i < count; i += 4) {
        const size_t end = std::min(i + 4, count);
        if (std::memcmp(words + i * 4, from + i * 4, (end - i) * 4) == 0) continue; // most have not changed
        bit[i / 32] |= std::byte{1} << (i / 4 & 7);
        std::byte& widths = *at++;
        uint32_t all = 0;
        for (size_t k = i; k < end; ++k) {
            const uint32_t its = difference_of(word_at<uint32_t>(words + k * 4), word_at<uint32_t>(from + k * 4));
            all |= width_of(its) << 2 * (k - i);
            for (size_t byte = 0; byte < 4; ++byte) at[byte] = static_cast<std::byte>(its >> 8 * byte); // one store
            at += bytes_of_width[width_of(its)];
        }
        widths = static_cast<std::byte>(all);
    }
    const auto size = static_cast<uint32_t>(at - bit - begin);
    std::memcpy(bit + bits, &size, sizeof size);
    to.take_back(most - begin - size - beyond); // what was too much
}

/// Reads what `write_differences` has written. `words`: those from which they differ, then those that were written.
/// False: the bytes are damaged.
inline bool read_differences(Reader& from, std::byte* words, size_t count) {
    const size_t bits = (count + 31) / 32;
    const std::byte* const bit = from.take(bits);
    uint32_t size = 0;
    if (bit == nullptr || !from.value(size)) return false;
    const std::byte* at = from.take(size_t{size} + beyond);
    if (at == nullptr) return false;
    const std::byte* const end = at + size;
    for (size_t block = 0; block < bits; ++block)
        for (auto left = static_cast<uint32_t>(bit[block]); left != 0; left &= left - 1) {
            const size_t i = block * 32 + static_cast<size_t>(std::countr_zero(left)) * 4;
            if (at == end) return false;
            const auto all = static_cast<uint32_t>(*at++);
            const auto& places = places_of_widths[all];
            if (places[4] > end - at || i >= count) return false;
            const auto read = [&](size_t k) {
                uint32_t difference = 0;
                for (size_t byte = 0; byte < 4; ++byte)
                    difference |= static_cast<uint32_t>(at[places[k] + byte]) << 8 * byte; // one load
                std::byte* const place = words + (i + k) * sizeof(uint32_t);
                const uint32_t word =
                    word_after(difference & mask_of_width[all >> 2 * k & 3], word_at<uint32_t>(place));
                std::memcpy(place, &word, sizeof word);
            };
            if (count - i >= 4)
                read(0), read(1), read(2), read(3); // a loop of any length would be guessed wrong
            else
                for (size_t k = 0; i + k < count; ++k) read(k);
            at += places[4];
        }
    return at == end;
}

} // namespace fray
