// What travels: little-endian bytes, messages, and a TCP connection that never blocks. A message has its kind in 1
// byte, the length of the rest in 2, and the rest. Nothing is reserved or read on the word of a stranger.
#pragma once

#include "lockstep/battle.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace lockstep {

using Clock = std::chrono::steady_clock;
using Bytes = std::vector<std::byte>;
using namespace std::chrono_literals;

constexpr uint16_t protocol = 1;
constexpr uint32_t magic = 0x59415246; // FRAY
constexpr uint32_t input_delay = 6;    // frames from a command to its effect: they hide the latency
constexpr int most_commands = 4;       // of a peer in a frame
constexpr auto patience = 20s;         // with a peer that is silent
constexpr auto frame_time = std::chrono::duration_cast<Clock::duration>(1s) / 60;

/// The other side has left, or has sent what the protocol does not allow.
struct Broken : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline void put(Bytes& bytes, uint64_t value, int size) {
    for (int i = 0; i < size; ++i) bytes.push_back(static_cast<std::byte>(value >> 8 * i));
}

inline uint64_t take(std::span<const std::byte>& bytes, size_t size) {
    if (bytes.size() < size) throw Broken("a message is too short");
    uint64_t value = 0;
    for (size_t i = 0; i < size; ++i) value |= std::to_integer<uint64_t>(bytes[i]) << 8 * i;
    bytes = bytes.subspan(size);
    return value;
}

inline void put(Bytes& bytes, const std::string& text) {
    for (const char c : text) bytes.push_back(static_cast<std::byte>(c));
}

/// The rest as text. It may come from a stranger, so a terminal gets printable characters only.
inline std::string take_text(std::span<const std::byte> bytes) {
    std::string text;
    for (const std::byte b : bytes) {
        const char c = std::to_integer<char>(b);
        text += c >= ' ' && c <= '~' ? c : '?';
    }
    return text;
}

constexpr size_t command_size = 6;

inline void put(Bytes& bytes, const Command& command) {
    put(bytes, command.squad, 1);
    put(bytes, command.kind, 1);
    put(bytes, static_cast<uint16_t>(command.x), 2);
    put(bytes, static_cast<uint16_t>(command.y), 2);
}

inline Command take_command(std::span<const std::byte>& bytes) {
    Command command;
    command.squad = static_cast<uint8_t>(take(bytes, 1));
    command.kind = static_cast<uint8_t>(take(bytes, 1));
    command.x = static_cast<int16_t>(take(bytes, 2));
    command.y = static_cast<int16_t>(take(bytes, 2));
    if (command.squad >= squad_count) throw Broken(text("a command to squad %d, allowed 0 to 15", command.squad));
    if (command.kind >= std::size(order_kinds)) throw Broken(text("an order of kind %d, allowed 0 to 2", command.kind));
    return command;
}

enum class Kind : uint8_t { hello, welcome, snapshot, frame, command, hash, stop, over };
constexpr size_t head_size = 3, piece_size = 32768, most_in_frame = most_peers * most_commands;
struct Lengths {
    size_t least, most;
} constexpr lengths[] = {
    {6, 38},         // hello: magic, protocol, version of fray as text. The same in every protocol
    {21, 21},        // welcome: peer, seed, agents, frames, the first frame; if it is not 0, a snapshot follows
    {0, piece_size}, // snapshot: a piece of it; an empty piece ends it
    {4, 4 + most_in_frame* command_size}, // frame: its number and its commands
    {command_size, command_size},         // command
    {8, 8},                               // hash: frame, hash
    {0, 200},                             // stop: the reason as text. The same in every protocol
    {0, 0},                               // over: every hash of every peer was equal
};

struct Message {
    Kind kind;
    Bytes payload;
};

/// A TCP connection that never blocks.
class Connection {
public:
    explicit Connection(int socket) : socket_(socket) {
        const int on = 1;
        ::fcntl(socket, F_SETFL, ::fcntl(socket, F_GETFL) | O_NONBLOCK);
        ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    }
    ~Connection() { ::close(socket_); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void send(Kind kind, std::span<const std::byte> payload = {}) {
        put(out_, static_cast<uint8_t>(kind), 1);
        put(out_, payload.size(), 2);
        out_.insert(out_.end(), payload.begin(), payload.end());
        count(kind, payload.size());
    }

    /// Sends and receives what the network takes and has now. The buffer of received bytes stays small.
    void exchange() {
        const ssize_t sent = out_.empty() ? 0 : ::send(socket_, &out_[sent_], out_.size() - sent_, 0);
        if (sent > 0) sent_ += static_cast<size_t>(sent);
        if (sent > 0) end_silence(); // a long snapshot is on its way
        if (sent < 0 && errno != EAGAIN && errno != EINTR) closed_ = true;
        if (sent_ == out_.size()) out_.clear(), sent_ = 0;
        std::byte chunk[4096];
        while (in_.size() < 2 * piece_size) {
            const ssize_t got = ::recv(socket_, chunk, sizeof chunk, 0);
            if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) closed_ = true;
            if (got <= 0) return;
            in_.insert(in_.end(), chunk, chunk + got);
        }
    }

    /// The next message that is complete. The head is checked before the rest is waited for.
    std::optional<Message> next() {
        if (in_.size() >= head_size) {
            std::span<const std::byte> head = in_;
            const size_t kind = take(head, 1), length = take(head, 2);
            if (kind >= std::size(lengths)) throw Broken(text("a message of unknown kind %zu", kind));
            if (length < lengths[kind].least || length > lengths[kind].most)
                throw Broken(text("a message of kind %zu with %zu bytes, allowed %zu to %zu", kind, length,
                                  lengths[kind].least, lengths[kind].most));
            if (head.size() >= length) return pop(static_cast<Kind>(kind), length);
        }
        if (closed_) throw Broken("the connection was closed by the other side");
        return std::nullopt;
    }

    pollfd watch() const { return {socket_, static_cast<short>(out_.empty() ? POLLIN : POLLIN | POLLOUT), 0}; }
    void stop_sending() { ::shutdown(socket_, SHUT_WR); }
    bool sent_all() const { return out_.empty(); }
    Clock::duration silence() const { return Clock::now() - heard_; }
    void end_silence() { heard_ = Clock::now(); }
    /// Bytes a second of the battle, both ways, without snapshots and without the heads of TCP and IP.
    double rate(uint32_t frames) const { return 60.0 * static_cast<double>(bytes_) / std::max(frames, 1u); }

private:
    void count(Kind kind, size_t length) { bytes_ += kind == Kind::snapshot ? 0 : head_size + length; }
    Message pop(Kind kind, size_t length) {
        const auto begin = in_.begin() + head_size, end = begin + static_cast<ptrdiff_t>(length);
        Message message = {kind, Bytes(begin, end)};
        in_.erase(in_.begin(), end);
        count(kind, length);
        end_silence();
        return message;
    }

    int socket_;
    Bytes in_, out_;
    size_t sent_ = 0; // bytes of out_
    uint64_t bytes_ = 0;
    bool closed_ = false;
    Clock::time_point heard_ = Clock::now();
};

inline void wait(std::vector<pollfd> sockets, Clock::duration time) {
    const auto ms = std::chrono::ceil<std::chrono::milliseconds>(time).count();
    ::poll(sockets.data(), static_cast<nfds_t>(sockets.size()), static_cast<int>(std::clamp<int64_t>(ms, 0, 1000)));
}

inline sockaddr_in this_machine(uint16_t port) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

} // namespace lockstep
