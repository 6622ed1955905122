// Commands as bytes. `CallNotes` sends each accepted command to a listener (add_command_listener); `CallReader` reads
// the bytes back, so that replay_command can replay the command. A command is its number (command::number_of), then its
// fields in order, in the encoding of definitions/archive.h.
#pragma once

#include "commands/commands.h"
#include "definitions/archive.h"
#include "fray/command_log.h"
#include "fray/world.h"

#include <memory>
#include <string>

namespace fray {

/// Compresses host poses. The poses of two successive frames are much alike, so the coder writes the XOR of the two, as
/// 32-bit words: the lowest bytes of all words first, then the next bytes. Writer and reader both reset at `Begin`.
class PoseCoder {
public:
    void reset() { last_.clear(); }
    void write(Writer& writer, const HostPoses& poses);
    bool read(Reader& reader, Vector<AgentId>& agents, Vector<Vec2>& positions, Vector<Vec2>& headings);

private:
    std::vector<uint32_t> words_, last_;
    std::vector<std::byte> planes_;
};

/// The coder that reads poses in a replay, and the lists with the poses that it has read.
struct RepeatedPoses {
    PoseCoder coder;
    Vector<AgentId> agents;
    Vector<Vec2> positions, headings;
};

/// Sends commands to a listener.
class CallNotes {
public:
    CommandListener* listener;
    PoseCoder poses;
    std::vector<std::vector<std::byte>> told_columns; ///< the bytes of user columns that the listener has

    explicit CallNotes(CommandListener& to) : listener(&to) {}

    template <typename C> void tell(const C& command) {
        bytes_.assign(1, std::byte{command::number_of<C>});
        Writer writer(bytes_);
        std::apply([&](const auto&... field) { (write(writer, field), ...); }, all_fields(command));
        listener->command(bytes_);
    }

private:
    template <typename T> void write(Writer& writer, const T& value) {
        definition(writer, const_cast<T&>(value)); // the same function reads and writes; a Writer changes nothing
    }
    template <typename T> void write(Writer& writer, const T* const& value) { write(writer, *value); }
    template <typename T> void write(Writer& writer, const std::span<const T>& list) {
        writer.value(static_cast<uint64_t>(list.size()));
        if constexpr (std::is_trivially_copyable_v<T>)
            writer.bytes(list.data(), list.size_bytes());
        else
            for (const T& entry : list) write(writer, entry);
    }
    void write(Writer& writer, const std::string_view& text) { write(writer, std::span(text)); }
    void write(Writer& writer, const HostPoses& given) { poses.write(writer, given); }

    std::vector<std::byte> bytes_;
};

/// Keeps the commands for the other ranks until the next step (follow.cpp). Each is preceded by its size.
class CommandsForRanks final : public CommandListener {
public:
    void command(std::span<const std::byte> bytes) override {
        Writer out(waiting);
        out.value(static_cast<uint64_t>(bytes.size()));
        out.bytes(bytes.data(), bytes.size());
    }
    void stepped() override {}

    std::vector<std::byte> waiting;
};

/// Reads a command from its bytes. What the command points to stays valid as long as the reader exists; poses are
/// stored in the RepeatedPoses given.
class CallReader {
public:
    CallReader(std::span<const std::byte> call, RepeatedPoses& poses) : reader_(call), poses_(poses) {}

    /// Returns false if the bytes are not those of a command.
    bool read(command::Any& command);
    int number() const { return number_; }

private:
    template <typename T> T& keep() {
        const auto kept = std::make_shared<T>();
        kept_.push_back(kept);
        return *kept;
    }
    template <typename T> bool read_field(T& value) { return definition(reader_, value); }
    template <typename T> bool read_field(const T*& value) {
        T& kept = keep<T>();
        value = &kept;
        return definition(reader_, kept);
    }
    template <typename T> bool read_field(std::span<const T>& list) {
        auto& kept = keep<std::vector<T>>();
        if constexpr (std::is_trivially_copyable_v<T>) {
            if (!reader_.list(kept)) return false;
        } else {
            if (!definition(reader_, kept)) return false;
        }
        list = kept;
        return true;
    }
    bool read_field(std::string_view& text) {
        std::span<const char> chars;
        const bool whole = read_field(chars);
        text = {chars.data(), chars.size()};
        return whole;
    }
    bool read_field(HostPoses& poses) {
        if (!poses_.coder.read(reader_, poses_.agents, poses_.positions, poses_.headings)) return false;
        poses = HostPoses::packed(poses_.agents, poses_.positions, poses_.headings);
        return true;
    }

    Reader reader_;
    RepeatedPoses& poses_;
    uint8_t number_ = 0xff;
    std::vector<std::shared_ptr<const void>> kept_;
};

} // namespace fray
