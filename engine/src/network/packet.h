// The packets of fray/network.h: what they say of an agent, and their bytes (engine/docs/formats.md, Packets).
#pragma once

#include "fray/defs.h"
#include "fray/id.h"
#include "fray/network.h"
#include "fray/states.h"
#include "network/coder.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fray::network {

inline constexpr uint8_t magic = 0xf7, version = 2;
inline constexpr int most_history = 1024; ///< of BroadcastDef::history
inline constexpr size_t checksum_size = 4;
inline constexpr uint64_t most_us = uint64_t{1} << 53; ///< of world time

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
    int16_t floor = 0;
    ArchetypeIndex archetype = 0;
    TeamIndex team = 0;
    AgentState state = AgentState::idle;
    uint8_t heading = 0; ///< in 1/256 of a turn, from +x towards +y
    uint8_t health = 255;
};

/// What a client has after it has read a packet: the agents by ascending index.
struct View {
    uint64_t epoch = 0; ///< counts how often the world went back in time, or jumped
    uint64_t frame = 0;
    uint64_t us = 0; ///< world time
    std::vector<Figure> figures;
};

/// Parts of a Figure that differ, as bits.
using Parts = uint8_t;
inline constexpr Parts part_place = 1, part_heading = 2, part_state = 4, part_attack = 8, part_health = 16,
                       part_kind = 32, all_parts = 63;
inline constexpr Parts gone = 64; ///< alone: the agent has left the view
Parts difference(const Figure& before, const Figure& now);

/// The models of the entries of a list. Changed agents and newcomers have models of their own.
struct Models {
    NumberModel count, gap, generation, place, heading, attack, age, health, archetype, floor;
    SymbolModel<7> parts;
    SymbolModel<8> state, team;
};

/// Writes or reads the parts of `now`, seen from `before`.
template <typename Coder>
void code(Coder& coder, Models& models, Parts parts, const Moment& moment, const Figure& before, Figure& now) {
    constexpr auto farthest = static_cast<int32_t>(world_extent / network_precision);
    const auto moved = [&](NumberModel& model, int32_t from, int32_t to, int32_t least, int32_t most) {
        return static_cast<int32_t>(
            from + coder.signed_number(model, int64_t{to} - from, int64_t{least} - from, int64_t{most} - from));
    };
    if (parts & part_place) {
        now.x = moved(models.place, before.x, now.x, -farthest, farthest);
        now.y = moved(models.place, before.y, now.y, -farthest, farthest);
    }
    if (parts & part_heading) { // the shorter way round
        const auto turn = static_cast<int8_t>(now.heading - before.heading);
        now.heading = static_cast<uint8_t>(before.heading + coder.signed_number(models.heading, turn, -128, 127));
    }
    if (parts & part_state)
        now.state = static_cast<AgentState>(coder.symbol(models.state, static_cast<uint32_t>(now.state)));
    if (parts & part_attack) {
        now.attack = static_cast<int16_t>(moved(models.attack, -1, now.attack, -1, INT16_MAX));
        now.began = now.attack < 0 ? 0 : moment.ms - coder.number(models.age, moment.ms - now.began, moment.ms);
    }
    if (parts & part_health) now.health = static_cast<uint8_t>(moved(models.health, before.health, now.health, 0, 255));
    if (parts & part_kind) {
        now.archetype = static_cast<ArchetypeIndex>(
            moved(models.archetype, before.archetype, now.archetype, 0, static_cast<int32_t>(max_archetypes) - 1));
        now.team = static_cast<TeamIndex>(coder.symbol(models.team, now.team));
        now.floor = static_cast<int16_t>(moved(models.floor, before.floor, now.floor, INT16_MIN, INT16_MAX));
    }
    now.frame = moment.frame;
}

/// Writes the head of a packet. Numbers are varints: seven bits in each byte, the lowest first, the eighth bit set in
/// all bytes but the last.
class PacketWriter {
public:
    explicit PacketWriter(std::vector<std::byte>& out) : out_(out) {}

    void byte(uint8_t value) { out_.push_back(static_cast<std::byte>(value)); }
    void number(uint64_t value);

private:
    std::vector<std::byte>& out_;
};

/// Appends the checksum of the bytes.
void close_packet(std::vector<std::byte>& packet);
/// The packet without its checksum. Empty: the checksum does not match.
std::span<const std::byte> opened(std::span<const std::byte> packet);

/// Reads the head until a number is wrong. After that it reads zeros, and `fault` says what was wrong where.
class PacketReader {
public:
    explicit PacketReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    uint8_t byte();
    uint64_t number(uint64_t most);
    void refuse(const std::string& what);
    std::span<const std::byte> rest() const { return bytes_.subspan(at_); }
    const std::string& fault() const { return fault_; }

private:
    std::span<const std::byte> bytes_;
    size_t at_ = 0;
    std::string fault_;
};

} // namespace fray::network
