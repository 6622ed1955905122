// What the host asks of a world, as bytes: told to whoever listens, and carried out again (World::repeat_call).
#pragma once

#include "definitions/archive.h"
#include "fray/world.h"

#include <array>
#include <string>
#include <string_view>

namespace fray {

enum class Call : uint8_t {
    begin, ///< of a description: what comes before has no part in what follows
    add_state,
    add_archetype,
    add_monsters,
    add_team,
    set_hostile,
    add_squad,
    add_column,
    write_column,
    spawn,
    despawn,
    join,
    place,
    place_facing,
    order,
    order_squad,
    lead,
    stick,
    prefer,
    damage,
    capacity,
    close_slots,
    view,
    answer_sight,
    report,
    reload,
    host_poses,
    step,
    leftover, ///< of `advance`
    restore,
    set_ground,
    set_detail,
    set_period,
    set_health,
    shift_origin,
    count
};

/// What a call takes, as it is kept.
template <typename T> struct Kept { using Type = T; };
template <> struct Kept<std::string_view> { using Type = std::string; };
template <typename T> struct Kept<std::span<const T>> { using Type = std::vector<T>; };

/// Poses from one frame to the next are much alike: what is written is how they differ from the last ones, word by
/// word, the lowest bytes of all words first. Both ends count from the same `begin`.
class PoseCoder {
public:
    void reset() { last_.clear(); }
    void write(Writer& writer, const HostPoses& poses);
    bool read(Reader& reader, List<AgentId>& agents, List<Vec2>& positions, List<Vec2>& headings);

private:
    std::vector<uint32_t> words_, last_;
    std::vector<std::byte> planes_;
};

/// Tells the listener, if there is one.
class CallNotes {
public:
    CallListener* listener = nullptr;
    PoseCoder poses;

    template <typename... Args> void note(Call call, const Args&... args) {
        if (listener == nullptr) return;
        Writer writer(begin(call));
        (argument(writer, args), ...);
        listener->called(bytes_);
    }
    void note_poses(const HostPoses& given) {
        if (listener == nullptr) return;
        Writer writer(begin(Call::host_poses));
        poses.write(writer, given);
        listener->called(bytes_);
    }

private:
    std::vector<std::byte>& begin(Call call) {
        bytes_.assign(1, static_cast<std::byte>(call));
        return bytes_;
    }
    template <typename T> static void argument(Writer& writer, const T& value) {
        definition(writer, const_cast<T&>(value)); // the walk is one for both ways; a writer only reads
    }
    template <typename T> static void argument(Writer& writer, const std::span<const T>& list) {
        writer.value(static_cast<uint64_t>(list.size()));
        for (const T& entry : list) argument(writer, entry);
    }
    static void argument(Writer& writer, std::span<const std::byte> bytes) {
        writer.value(static_cast<uint64_t>(bytes.size()));
        writer.bytes(bytes.data(), bytes.size());
    }
    static void argument(Writer& writer, std::string_view text) {
        writer.value(static_cast<uint64_t>(text.size()));
        writer.bytes(text.data(), text.size());
    }

    std::vector<std::byte> bytes_;
};

} // namespace fray
