// Values as differences from values that the reader has: a word that has changed little takes few bytes.
//
// The difference of two words is that of their bits as integers, so floats of about the same value differ by a small
// integer. It takes 0, 2, 3 or 4 bytes, the lowest first. Nothing is rounded: the reader gets the bits of the writer.
#pragma once

#include "bit_cast.h"
#include "host_memory.h"
#include "ranks/archive.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

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

/// A value as words. Values of other sizes are written whole.
template <typename T> inline constexpr bool has_words = sizeof(T) % sizeof(uint32_t) == 0;
template <typename T> using Words = std::array<uint32_t, sizeof(T) / sizeof(uint32_t)>;

/// Bytes that a value takes at most: a byte with four widths goes before each four words.
template <typename T>
inline constexpr size_t most_difference_bytes = sizeof(T) + (has_words<T> ? (sizeof(T) + 15) / 16 : 0);

/// Writes to memory that has room for all that is written, and for three bytes more.
class DifferenceWriter {
public:
    explicit DifferenceWriter(std::byte* to) : at_(to) {}

    template <typename T> void value(const T& v) {
        std::memcpy(at_, &v, sizeof v);
        at_ += sizeof v;
    }
    void difference(uint32_t difference, Width width) {
        for (size_t i = 0; i < 4; ++i) at_[i] = static_cast<std::byte>(difference >> 8 * i); // one store
        at_ += bytes_of_width[width];
    }
    template <typename T> void difference(const T& v, const T& from) {
        if constexpr (!has_words<T>) {
            value(v);
        } else {
            const auto words = bit_cast<Words<T>>(v), others = bit_cast<Words<T>>(from);
            for (size_t first = 0; first < words.size(); first += 4) {
                std::byte* const widths = at_++;
                uint32_t all = 0;
                for (size_t i = first; i < std::min(first + 4, words.size()); ++i) {
                    const uint32_t its = difference_of(words[i], others[i]);
                    all |= width_of(its) << 2 * (i - first);
                    difference(its, width_of(its));
                }
                *widths = static_cast<std::byte>(all);
            }
        }
    }
    std::byte* at() const { return at_; }

private:
    std::byte* at_;
};

/// Reads what a DifferenceWriter has written. It may read as many bytes as the values take at most, and three more,
/// whatever the bytes say; the caller sees to it that they exist.
class DifferenceReader {
public:
    explicit DifferenceReader(const std::byte* from) : at_(from) {}

    template <typename T> T value() {
        T v;
        std::memcpy(&v, at_, sizeof v);
        at_ += sizeof v;
        return v;
    }
    uint32_t difference(Width width) {
        uint32_t word = 0;
        for (size_t i = 0; i < 4; ++i) word |= static_cast<uint32_t>(at_[i]) << 8 * i; // one load
        at_ += bytes_of_width[width];
        return word & mask_of_width[width];
    }
    /// `v`: the value from which the written value differs, then the written value.
    template <typename T> void difference(T& v) {
        if constexpr (!has_words<T>) {
            v = value<T>();
        } else {
            auto words = bit_cast<Words<T>>(v);
            for (size_t first = 0; first < words.size(); first += 4) {
                const auto widths = value<uint8_t>();
                for (size_t i = first; i < std::min(first + 4, words.size()); ++i)
                    words[i] = word_after(difference(widths >> 2 * (i - first) & 3u), words[i]);
            }
            v = bit_cast<T>(words);
        }
    }
    const std::byte* at() const { return at_; }

private:
    const std::byte* at_;
};

/// Writing and reading a difference touches up to so many bytes beyond it.
inline constexpr size_t beyond = 3;

inline uint32_t word_in(const std::byte* words, size_t i) {
    uint32_t word;
    std::memcpy(&word, words + i * sizeof word, sizeof word);
    return word;
}
inline size_t words_of(size_t bytes) { return (bytes + sizeof(uint32_t) - 1) / sizeof(uint32_t); }

/// Appends how `count` words differ from others: the widths of all, then the differences.
inline void write_differences(Writer& to, const std::byte* words, const std::byte* from, size_t count) {
    const size_t widths = (count + 3) / 4, most = count * sizeof(uint32_t);
    std::byte* const width = to.room(widths + most + beyond);
    DifferenceWriter out(width + widths);
    for (size_t i = 0; i < count; i += 4) {
        const size_t end = std::min(i + 4, count);
        width[i / 4] = std::byte{};
        if (std::memcmp(words + i * 4, from + i * 4, (end - i) * 4) == 0) continue; // most have not changed
        uint32_t all = 0;
        for (size_t k = i; k < end; ++k) {
            const uint32_t its = difference_of(word_in(words, k), word_in(from, k));
            all |= width_of(its) << 2 * (k - i);
            out.difference(its, width_of(its));
        }
        width[i / 4] = static_cast<std::byte>(all);
    }
    to.take_back(static_cast<size_t>(width + widths + most - out.at())); // what was too much
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
    const std::byte* const bytes = from.take(size + beyond);
    if (bytes == nullptr) return false;
    DifferenceReader in(bytes);
    for (size_t i = 0; i < count; ++i) {
        const uint32_t word =
            word_after(in.difference(static_cast<uint32_t>(width[i / 4]) >> 2 * (i % 4) & 3), word_in(words, i));
        std::memcpy(&words[i * sizeof word], &word, sizeof word);
    }
    return true;
}

/// Do two values have the same bits?
template <typename T> bool same_bits(const T& a, const T& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

} // namespace fray
