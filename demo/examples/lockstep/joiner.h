// A peer that joins, before the battle or in the middle of it.
#pragma once

#include "lockstep/wire.h"

#include <cstring>
#include <deque>

namespace lockstep {

struct JoinOptions {
    uint16_t port = 0;
    int threads = 1;
    std::optional<uint32_t> desync_at; // the frame in which it cheats
};

class Joiner {
public:
    explicit Joiner(const JoinOptions& options) : options_(options), connection_(connect(options.port)) {
        Bytes hello;
        put(hello, magic, 4);
        put(hello, protocol, 2);
        put(hello, FRAY_VERSION);
        connection_.send(Kind::hello, hello);
    }

    void run() {
        read_welcome(expect(wait_for_message(), Kind::welcome));
        Battle battle = build(settings_, options_.threads, first_ == 0);
        if (first_ > 0) restore(battle.world);
        for (uint32_t frame = first_; frame < settings_.frames; ++frame) {
            wait_for_frame(frame);
            if (frame == options_.desync_at) cheat(battle.world);
            answer(frame, step(battle, frames_.front()));
            frames_.pop_front();
        }
        wait_for_end();
        std::printf("peer %u: %u frames, %zu agents living, every hash equal; %.0f bytes/s\n", number_,
                    settings_.frames - first_, living(battle.world), connection_.rate(settings_.frames - first_));
    }

private:
    static int connect(uint16_t port) {
        const sockaddr_in address = this_machine(port);
        const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
        if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) < 0)
            throw std::runtime_error(text("port %d: %s", port, std::strerror(errno)));
        return socket;
    }

    void read_welcome(std::span<const std::byte> bytes) {
        number_ = static_cast<uint32_t>(take(bytes, 1));
        settings_.seed = take(bytes, 8);
        for (uint32_t* value : {&settings_.agents, &settings_.frames, &first_})
            *value = static_cast<uint32_t>(take(bytes, 4));
        if (number_ >= most_peers || settings_.agents > most_agents || settings_.frames > most_frames ||
            first_ >= settings_.frames)
            throw Broken("the settings of the host are not allowed");
    }

    /// The pieces of the snapshot arrive between frames. Nothing is reserved on the word of the host.
    void restore(fray::World& world) {
        Bytes snapshot;
        for (bool ended = false; !ended;) {
            const Message message = wait_for_message();
            if (message.kind == Kind::frame) {
                take_frame(message);
                continue;
            }
            const Bytes& piece = expect(message, Kind::snapshot);
            if (snapshot.size() > 4'000'000 + size_t{4000} * settings_.agents)
                throw Broken("the snapshot is too large");
            snapshot.insert(snapshot.end(), piece.begin(), piece.end());
            ended = piece.empty();
        }
        must(world.restore(snapshot), world);
        if (world.frame() != first_) throw Broken("the snapshot is of another frame");
    }

    /// Returns when the frame may be stepped: in time with the clock, or at once if the host is ahead.
    void wait_for_frame(uint32_t frame) {
        network(0s);
        tick_ = std::max(tick_, Clock::now() - frame_time) + frame_time;
        const auto behind = [&] { return frames_.size() > input_delay; };
        while (frames_.empty() || (!behind() && Clock::now() < tick_)) {
            network(frames_.empty() ? 1s : tick_ - Clock::now());
            if (frame > first_ && connection_.silence() > 3 * patience) throw Broken("no answer from the host");
        }
    }
    /// Takes the frames that have arrived. A message of another kind ends the battle.
    void network(Clock::duration time) {
        if (const auto message = receive(time)) take_frame(*message);
        while (const auto message = connection_.next()) take_frame(*message);
    }
    void take_frame(const Message& message) {
        std::span<const std::byte> bytes = expect(message, Kind::frame);
        if (take(bytes, 4) != next_++ + first_ || next_ + first_ > settings_.frames + input_delay)
            throw Broken("a frame out of order");
        frames_.emplace_back();
        while (!bytes.empty()) frames_.back().push_back(take_command(bytes));
    }

    /// Sends the hash, and a command of the player, which waits while the peer catches up.
    void answer(uint32_t frame, uint32_t hash) {
        Bytes bytes;
        put(bytes, frame, 4);
        put(bytes, hash, 4);
        connection_.send(Kind::hash, bytes);
        if (const auto command = player(number_, frame); command && frames_.size() <= 2 * input_delay) {
            bytes.clear();
            put(bytes, *command);
            connection_.send(Kind::command, bytes);
        }
        connection_.exchange();
    }

    static void cheat(fray::World& world) {
        for (size_t row = 0; row < world.agent_count(); ++row)
            if (world.healths()[row] > 0) return must(world.damage(world.ids()[row], 1), world);
    }

    std::optional<Message> receive(Clock::duration time) {
        if (auto message = connection_.next()) return message;
        wait({connection_.watch()}, time);
        connection_.exchange();
        return connection_.next();
    }
    /// The payload of a message of this kind.
    static const Bytes& expect(const Message& message, Kind kind) {
        if (message.kind == Kind::stop) throw Broken("the host has ended it: " + take_text(message.payload));
        if (message.kind != kind)
            throw Broken(text("a message of kind %d, which is not allowed now", static_cast<int>(message.kind)));
        return message.payload;
    }
    Message wait_for_message() {
        for (const auto end = Clock::now() + 3 * patience; Clock::now() < end;)
            if (auto message = receive(1s)) return *message;
        throw Broken("no answer from the host");
    }
    void wait_for_end() {
        Message message = wait_for_message();
        while (message.kind == Kind::frame) message = wait_for_message(); // beyond the end
        expect(message, Kind::over);
    }

    JoinOptions options_;
    Connection connection_;
    Settings settings_;
    uint32_t number_ = 0, first_ = 0, next_ = 0; // next_: how many frames have arrived
    std::deque<std::vector<Command>> frames_;    // that have arrived and wait
    Clock::time_point tick_{};
};

} // namespace lockstep
