// The packets of fray/network.h: what they say of an agent, and their bytes.
//
// All numbers are varints: seven bits in each byte, the lowest first, the eighth bit set in all bytes but the last.
// Signed numbers are zigzag: 0, -1, 1, -2, ... are 0, 1, 2, 3, ...
#pragma once

#include "fray/id.h"
#include "fray/states.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fray::network {

inline constexpr uint8_t magic = 0xf7, version = 1;
inline constexpr int most_history = 1024; ///< of BroadcastDef::history

/// A receipt is what a client sends back: the epoch of the newest packet that it has read, and below it the frame.
inline constexpr int frame_bits = 40;
inline constexpr uint64_t most_epoch = (uint64_t{1} << (64 - frame_bits)) - 1;
inline constexpr uint64_t most_frame = (uint64_t{1} << frame_bits) - 1;
constexpr uint64_t receipt_of(uint64_t epoch, uint64_t frame) { return epoch << frame_bits | frame; }

/// When a packet was written.
struct Moment {
    uint64_t frame = 0;
    uint64_t ms = 0; ///< of world time
};

/// An agent, rounded.
struct Figure {
    uint32_t index = 0, generation = 0; ///< of its id
    uint64_t frame = 0;                 ///< in which it was seen
    int32_t x = 0, y = 0;               ///< in multiples of network_precision
    uint64_t began = 0;                 ///< ms of world time at which its attack began; 0 without
    int16_t attack = -1;
    int16_t storey = 0;
    ArchetypeIndex archetype = 0;
    TeamIndex team = 0;
    State state = State::idle;
    uint8_t heading = 0; ///< in 1/256 of a turn, from +x towards +y
    uint8_t health = 255;
};

/// What a client has after it has read a packet: the agents by ascending index.
struct View {
    uint64_t epoch = 0; ///< counts how often the world went back in time, or jumped
    uint64_t frame = 0;
    std::vector<Figure> figures;
};

/// Parts of a Figure that differ, as bits.
using Parts = uint8_t;
inline constexpr Parts part_place = 1, part_heading = 2, part_state = 4, part_attack = 8, part_health = 16,
                       part_kind = 32, all_parts = 63;
Parts difference(const Figure& before, const Figure& now);

/// Bytes of a number.
constexpr size_t size_of(uint64_t number) { return number < 128 ? 1 : (std::bit_width(number) + 6u) / 7u; }
constexpr uint64_t zigzag(int64_t value) {
    return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
}

class PacketWriter {
public:
    explicit PacketWriter(std::vector<std::byte>& out) : out_(out) {}

    void byte(uint8_t value) { out_.push_back(static_cast<std::byte>(value)); }
    void number(uint64_t value);

private:
    std::vector<std::byte>& out_;
};

/// Only counts what a PacketWriter would write.
class PacketMeasure {
public:
    void byte(uint8_t) { ++size_; }
    void number(uint64_t value) { size_ += size_of(value); }
    size_t size() const { return size_; }

private:
    size_t size_ = 0;
};

/// Writes the parts of `now`, seen from `before`, to a PacketWriter or a PacketMeasure.
template <typename Out> void put(Out& out, Parts parts, const Figure& before, const Figure& now, const Moment& moment) {
    if (parts & part_place) {
        out.number(zigzag(int64_t{now.x} - before.x));
        out.number(zigzag(int64_t{now.y} - before.y));
    }
    if (parts & part_heading) out.byte(now.heading);
    if (parts & part_state) out.byte(static_cast<uint8_t>(now.state));
    if (parts & part_attack) {
        out.number(static_cast<uint64_t>(now.attack + 1));
        if (now.attack >= 0) out.number(moment.ms - now.began);
    }
    if (parts & part_health) out.byte(now.health);
    if (parts & part_kind) {
        out.number(now.archetype);
        out.byte(now.team);
        out.number(zigzag(now.storey));
    }
}

/// Reads numbers until one is wrong. After that it reads zeros, and `fault` says what was wrong where.
class PacketReader {
public:
    explicit PacketReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    uint8_t byte();
    uint64_t number(uint64_t most);
    /// How many entries follow, each of at least a byte.
    size_t count(size_t most);
    int64_t signed_number(int64_t least, int64_t most);
    /// Replaces these parts of `*figure`, and its frame.
    void figure(Parts parts, const Moment& moment, Figure* figure);

    void refuse(const std::string& what);
    size_t at() const { return at_; }
    size_t left() const { return bytes_.size() - at_; }
    const std::string& fault() const { return fault_; }

private:
    std::span<const std::byte> bytes_;
    size_t at_ = 0;
    std::string fault_;
};

} // namespace fray::network
