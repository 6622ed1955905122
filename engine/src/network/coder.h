// The arithmetic coding of packets: an adaptive binary range coder, as in LZMA. A bit that its model expects takes far
// less than a bit. Models learn as they go, from nothing in each packet, because an earlier packet may be lost.
//
// Encoder and Decoder have the same functions, so that the same code says what is written and what is read: each
// function takes the value to write and returns it; the Decoder ignores it and returns what it has read.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fray::network {

/// How probable it is that a bit is 0, as seen so far.
struct BitModel {
    uint16_t zero = 1 << 15; ///< of 2^16
    uint16_t seen = 0;       ///< bits, up to `most_seen`

    static constexpr uint16_t most_seen = 40;
    void learn(bool bit) {
        const int32_t aim = bit ? 64 : 65536 - 64; // never certain
        zero = static_cast<uint16_t>(zero + (aim - zero) / (seen + 2));
        if (seen < most_seen) ++seen;
    }
};

/// Of a number of 64 bits: how many bits it has, and the highest of them below the first.
struct NumberModel {
    std::array<BitModel, 64> longer{};
    std::array<std::array<BitModel, 4>, 65> highest{};
};

/// Of a number of so many bits.
template <int bits> using SymbolModel = std::array<BitModel, 1 << bits>;

/// What Encoder and Decoder make of bits. The Decoder refuses values outside of the bounds.
template <typename Coder> class Numbers {
public:
    uint64_t number(NumberModel& model, uint64_t value, uint64_t most) {
        const uint64_t coded = any_number(model, value);
        if (coded <= most) return coded;
        self().refuse();
        return most;
    }
    int64_t signed_number(NumberModel& model, int64_t value, int64_t least, int64_t most) {
        const uint64_t zigzag =
            any_number(model, (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63));
        const auto coded = static_cast<int64_t>((zigzag >> 1) ^ (0 - (zigzag & 1)));
        if (coded >= least && coded <= most) return coded;
        self().refuse();
        return least;
    }
    template <size_t size> uint32_t symbol(std::array<BitModel, size>& model, uint32_t value) {
        constexpr int bits = std::bit_width(size) - 1;
        uint32_t place = 1;
        for (int i = bits - 1; i >= 0; --i)
            place = place << 1 | static_cast<uint32_t>(self().bit(model[place], (value >> i & 1) != 0));
        return place - static_cast<uint32_t>(size);
    }

private:
    uint64_t any_number(NumberModel& model, uint64_t value) {
        const auto given = static_cast<size_t>(std::bit_width(value));
        size_t bits = 0;
        while (bits < 64 && self().bit(model.longer[bits], bits < given)) ++bits;
        uint64_t result = bits == 0 ? 0 : 1;
        for (size_t left = bits; left-- > 1;) {
            const bool bit = (value >> (left - 1) & 1) != 0;
            const bool high = left + 2 >= bits;
            result =
                result << 1 | uint64_t{high ? self().bit(model.highest[bits][result & 3], bit) : self().even_bit(bit)};
        }
        return result;
    }
    Coder& self() { return static_cast<Coder&>(*this); }
};

class Encoder : public Numbers<Encoder> {
public:
    /// Appends to `out`.
    explicit Encoder(std::vector<std::byte>& out) : out_(out), begin_(out.size()) {}

    bool bit(BitModel& model, bool value) {
        narrow(static_cast<uint32_t>(uint64_t{range_} * model.zero >> 16), value);
        model.learn(value);
        return value;
    }
    bool even_bit(bool value) {
        narrow(range_ >> 1, value);
        return value;
    }
    void refuse() {}
    /// Writes what is left. Zeros at the end are left out: the Decoder reads zeros there.
    void finish();

private:
    void narrow(uint32_t zeros, bool value);
    void carry();

    std::vector<std::byte>& out_;
    size_t begin_;
    uint32_t low_ = 0, range_ = UINT32_MAX;
};

class Decoder : public Numbers<Decoder> {
public:
    explicit Decoder(std::span<const std::byte> bytes);

    bool bit(BitModel& model, bool = false) {
        const bool value = narrow(static_cast<uint32_t>(uint64_t{range_} * model.zero >> 16));
        model.learn(value);
        return value;
    }
    bool even_bit(bool = false) { return narrow(range_ >> 1); }
    void refuse() { refused_ = true; }
    bool refused() const { return refused_; } ///< a value was out of its bounds

private:
    bool narrow(uint32_t zeros);
    uint32_t next() { return at_ < bytes_.size() ? static_cast<uint32_t>(bytes_[at_++]) : 0; }

    std::span<const std::byte> bytes_;
    size_t at_ = 0;
    uint32_t code_ = 0, range_ = UINT32_MAX;
    bool refused_ = false;
};

/// Estimates the size of what an Encoder would write.
class Measure {
public:
    uint64_t number(NumberModel&, uint64_t value, uint64_t) {
        bits_ += static_cast<uint32_t>(std::bit_width(value)) + 2;
        return value;
    }
    int64_t signed_number(NumberModel& model, int64_t value, int64_t, int64_t) {
        number(model, static_cast<uint64_t>(value < 0 ? -value : value), 0);
        return value;
    }
    template <size_t size> uint32_t symbol(std::array<BitModel, size>&, uint32_t value) {
        bits_ += 3;
        return value;
    }
    uint32_t bits() const { return bits_; }

private:
    uint32_t bits_ = 0;
};

} // namespace fray::network
