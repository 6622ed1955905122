#include "network/packet.h"

#include "fray/defs.h"
#include "fray/network.h"
#include "storage/text.h"

namespace fray::network {
namespace {

constexpr int64_t farthest = static_cast<int64_t>(world_extent / network_precision);

} // namespace

Parts difference(const Figure& before, const Figure& now) {
    Parts parts = 0;
    if (before.x != now.x || before.y != now.y) parts |= part_place;
    if (before.heading != now.heading) parts |= part_heading;
    if (before.state != now.state) parts |= part_state;
    if (before.attack != now.attack || before.began != now.began) parts |= part_attack;
    if (before.health != now.health) parts |= part_health;
    if (before.archetype != now.archetype || before.team != now.team || before.storey != now.storey) parts |= part_kind;
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

size_t PacketReader::count(size_t most) {
    const auto value = static_cast<size_t>(number(most));
    if (value > left()) refuse("cut off");
    return fault_.empty() ? value : 0;
}

int64_t PacketReader::signed_number(int64_t least, int64_t most) {
    const uint64_t zigzag = number(UINT64_MAX);
    const auto value = static_cast<int64_t>((zigzag >> 1) ^ (0 - (zigzag & 1)));
    if (value < least || value > most) refuse(text("given ", value, ", allowed ", least, " to ", most));
    return fault_.empty() ? value : 0;
}

void PacketReader::figure(Parts parts, const Moment& moment, Figure* figure) {
    if (parts & part_place) {
        figure->x += static_cast<int32_t>(signed_number(-farthest - figure->x, farthest - figure->x));
        figure->y += static_cast<int32_t>(signed_number(-farthest - figure->y, farthest - figure->y));
    }
    if (parts & part_heading) figure->heading = byte();
    if (parts & part_state) figure->state = static_cast<State>(byte());
    if (parts & part_attack) {
        figure->attack = static_cast<int16_t>(static_cast<int>(number(INT16_MAX + 1)) - 1);
        figure->began = figure->attack >= 0 ? moment.ms - number(moment.ms) : 0;
    }
    if (parts & part_health) figure->health = byte();
    if (parts & part_kind) {
        figure->archetype = static_cast<ArchetypeIndex>(number(max_archetypes - 1));
        figure->team = byte();
        figure->storey = static_cast<int16_t>(signed_number(INT16_MIN, INT16_MAX));
    }
    figure->frame = moment.frame;
}

} // namespace fray::network
