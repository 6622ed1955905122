// Commands as bytes: told to a listener when they are accepted, and given again from them (World::repeat_call).
#pragma once

#include "commands/commands.h"
#include "definitions/archive.h"
#include "fray/world.h"

#include <memory>
#include <string>

namespace fray {

/// Poses from one frame to the next are much alike: what is written is how they differ from the last ones, word by
/// word, the lowest bytes of all words first. Both ends count from the same `Begin`.
class PoseCoder {
public:
    void reset() { last_.clear(); }
    void write(Writer& writer, const HostPoses& poses);
    bool read(Reader& reader, List<AgentId>& agents, List<Vec2>& positions, List<Vec2>& headings);

private:
    std::vector<uint32_t> words_, last_;
    std::vector<std::byte> planes_;
};

/// Poses that were read; what they are read with, and the lists in which they lie.
struct RepeatedPoses {
    PoseCoder coder;
    List<AgentId> agents;
    List<Vec2> positions, headings;
};

/// Tells the listener, if there is one: a command's number, and its fields.
class CallNotes {
public:
    CallListener* listener = nullptr;
    PoseCoder poses;

    template <typename C> void tell(const C& command) {
        if (listener == nullptr) return;
        bytes_.assign(1, std::byte{command::number_of<C>});
        Writer writer(bytes_);
        std::apply([&](const auto&... field) { (write(writer, field), ...); }, all_fields(command));
        listener->called(bytes_);
    }
    void tell(const Command& command) {
        std::visit([&](const auto& c) { tell(c); }, command);
    }

private:
    template <typename T> void write(Writer& writer, const T& value) {
        definition(writer, const_cast<T&>(value)); // the walk is one for both ways; a writer only reads
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

/// Reads what a listener was told. What the command refers to lives as long as its reader.
class CallReader {
public:
    CallReader(std::span<const std::byte> call, RepeatedPoses& poses) : reader_(call), poses_(poses) {}

    /// False: these are not the bytes of a call.
    bool read(command::Any& command) {
        const auto read_fields = [&](auto& c) {
            return std::apply([&](auto&... field) { return (read_field(field) && ...); }, all_fields(c));
        };
        return reader_.value(number_) && become(command, number_) && std::visit(read_fields, command) &&
               reader_.at_end();
    }
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
