#include "network/packet.h"

#include "storage/archive.h"
#include "storage/rules_math.h"
#include "storage/text.h"

namespace fray::network {

Parts difference(const Figure& before, const Figure& now) {
    Parts parts = 0;
    if (before.x != now.x || before.y != now.y) parts |= part_place;
    if (before.heading != now.heading) parts |= part_heading;
    if (before.state != now.state) parts |= part_state;
    if (before.attack != now.attack || before.began != now.began) parts |= part_attack;
    if (before.health != now.health) parts |= part_health;
    if (before.archetype != now.archetype || before.team != now.team || before.floor != now.floor) parts |= part_kind;
    return parts;
}

void PacketWriter::number(uint64_t value) {
    for (; value >= 128; value >>= 7) byte(static_cast<uint8_t>(value | 128));
    byte(static_cast<uint8_t>(value));
}

void PacketReader::refuse(const std::string& what) {
    if (fault_.empty()) fault_ = text("byte ", at_, ": ", what);
    at_ = bytes_.size();
}

uint8_t PacketReader::byte() {
    if (at_ < bytes_.size()) return static_cast<uint8_t>(bytes_[at_++]);
    refuse("cut off");
    return 0;
}

uint64_t PacketReader::number(uint64_t most) {
    uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
        const uint8_t part = byte();
        if (!fault_.empty()) return 0;
        if (shift == 63 && part > 1) refuse("a number of more than 64 bits");
        value |= static_cast<uint64_t>(part & 127) << shift;
        if ((part & 128) == 0 || shift == 63) break;
    }
    if (value > most) refuse(text("given ", value, ", allowed 0 to ", most));
    return fault_.empty() ? value : 0;
}

namespace {

/// `checksum` mixed once more, so that each bit of the packet changes its lowest bytes, which are sent.
uint64_t sum_of(std::span<const std::byte> bytes) { return mix_bits(checksum(bytes)); }

} // namespace

void close_packet(std::vector<std::byte>& packet) {
    const uint64_t sum = sum_of(packet);
    for (size_t i = 0; i < checksum_size; ++i) packet.push_back(static_cast<std::byte>(sum >> (8 * i)));
}

std::span<const std::byte> opened(std::span<const std::byte> packet) {
    if (packet.size() < checksum_size) return {};
    const std::span<const std::byte> body = packet.first(packet.size() - checksum_size);
    const uint64_t sum = sum_of(body);
    for (size_t i = 0; i < checksum_size; ++i)
        if (packet[body.size() + i] != static_cast<std::byte>(sum >> (8 * i))) return {};
    return body;
}

} // namespace fray::network
