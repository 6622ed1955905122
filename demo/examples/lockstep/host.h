// The host: it gives each command a frame, sends every frame to every peer, and compares their hashes with its own.
#pragma once

#include "lockstep/wire.h"

#include <cstring>
#include <deque>
#include <list>
#include <utility>

namespace lockstep {

constexpr uint32_t most_lag = 30; // frames: the host waits for a peer that is farther behind

struct HostOptions {
    uint16_t port = 0;  // 0: a free one
    uint32_t peers = 2; // with which the battle begins, the host included
    int threads = 1;
    Settings settings;
};

struct Peer {
    explicit Peer(int socket) : connection(socket) {}
    Connection connection;
    uint32_t number = 0;           // 0: it has not said hello
    uint32_t first = 0, acked = 0; // its first frame, and the next of which it sends a hash
    bool in_step = false;          // false: it still catches up, and the battle does not wait for it
    int commands = 0;              // in this frame
    std::deque<uint32_t> hashes;   // of frames that the host has not stepped; the last is that of acked - 1
    std::optional<Bytes> snapshot; // that is on its way
    size_t sent = 0;               // bytes of it
    bool gone = false;
};

class Host {
public:
    explicit Host(const HostOptions& options)
        : options_(options), battle_(build(options.settings, options.threads, true)), plan_(input_delay) {
        listen();
    }
    ~Host() { ::close(listener_); }

    void run() {
        try {
            while (in_game() + 1 < options_.peers) network(1s);
            for (Peer& peer : peers_) peer.connection.end_silence();
            auto tick = begun_ = Clock::now();
            for (; frame_ < options_.settings.frames; next_frame()) tick = wait_until(tick);
            while (std::ranges::any_of(peers_, [&](Peer& peer) { return peer.acked < frame_; })) network(1s);
        } catch (const std::exception& error) {
            part(Kind::stop, error.what());
            throw;
        }
        report();
        part(Kind::over, "");
    }

private:
    void listen() {
        const int on = 1;
        sockaddr_in address = this_machine(options_.port);
        socklen_t size = sizeof address;
        listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
        ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        ::fcntl(listener_, F_SETFL, O_NONBLOCK);
        if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) < 0 || ::listen(listener_, 8) < 0)
            throw std::runtime_error(text("port %d: %s", options_.port, std::strerror(errno)));
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
        say(text("listening on port %d", ntohs(address.sin_port)));
    }
    static void say(const std::string& line) {
        std::puts(line.c_str());
        std::fflush(stdout);
    }

    uint32_t in_game() const {
        return static_cast<uint32_t>(std::ranges::count_if(peers_, [](const Peer& peer) { return peer.number != 0; }));
    }

    /// Waits for the tick, and for peers that lag. Returns the time of the next tick.
    Clock::time_point wait_until(Clock::time_point tick) {
        const auto lags = [&](Peer& peer) { return peer.in_step && peer.acked + most_lag < frame_; };
        do network(std::ranges::any_of(peers_, lags) ? 1s : tick - Clock::now());
        while (Clock::now() < tick || std::ranges::any_of(peers_, lags));
        return std::max(tick, Clock::now() - 10 * frame_time) + frame_time;
    }

    /// Closes the frame that is the input delay ahead, sends it, and steps the frame of now.
    void next_frame() {
        if (const auto command = player(0, frame_)) open_.push_back(*command);
        plan_.push_back(std::exchange(open_, {}));
        for (Peer& peer : peers_) {
            if (peer.number != 0) send_frame(peer, frame_ + input_delay, plan_.back());
            peer.commands = 0;
        }
        network(0s);
        own_.push_back(step(battle_, plan_.front()));
        plan_.pop_front();
        ++frame_;
        for (Peer& peer : peers_) compare(peer);
    }
    static void send_frame(Peer& peer, uint32_t frame, std::span<const Command> commands) {
        Bytes bytes;
        put(bytes, frame, 4);
        for (const Command& command : commands) put(bytes, command);
        peer.connection.send(Kind::frame, bytes);
    }

    /// Everything that the network has, after waiting for it at most this long. A peer that breaks the rules is
    /// dropped.
    void network(Clock::duration time) {
        std::vector<pollfd> sockets = {{listener_, POLLIN, 0}};
        for (Peer& peer : peers_) sockets.push_back(peer.connection.watch());
        wait(sockets, time);
        if (peers_.size() < 2 * most_peers)
            if (const int socket = ::accept(listener_, nullptr, nullptr); socket >= 0) peers_.emplace_back(socket);
        for (Peer& peer : peers_) {
            try {
                serve(peer);
            } catch (const Broken& broken) {
                drop(peer, broken.what());
            }
        }
        peers_.remove_if([](const Peer& peer) { return peer.gone; });
    }
    void serve(Peer& peer) {
        peer.connection.exchange();
        send_pieces(peer);
        while (const auto message = peer.connection.next()) receive(peer, *message);
        const auto sent = std::min<size_t>(frame_ + plan_.size(), options_.settings.frames);
        const bool owes = peer.number == 0 || (begun_ != Clock::time_point{} && peer.acked < sent);
        if (owes && peer.connection.silence() > patience) throw Broken("no answer for 20 s");
    }
    void drop(Peer& peer, const std::string& reason) {
        say((peer.number != 0 ? text("peer %u", peer.number) : "a guest") + " is dropped: " + reason);
        Bytes bytes;
        put(bytes, reason.substr(0, 200));
        peer.connection.send(Kind::stop, bytes);
        peer.connection.exchange();
        peer.gone = true;
    }

    void receive(Peer& peer, const Message& message) {
        std::span<const std::byte> bytes = message.payload;
        if (peer.number == 0 && message.kind == Kind::hello) return admit(peer, bytes);
        if (peer.number != 0 && message.kind == Kind::command) return plan(peer, take_command(bytes));
        if (peer.number != 0 && message.kind == Kind::hash) {
            if (take(bytes, 4) != peer.acked++ || peer.acked > frame_ + plan_.size())
                throw Broken("a hash of a wrong frame");
            peer.hashes.push_back(static_cast<uint32_t>(take(bytes, 4)));
            return compare(peer);
        }
        throw Broken(text("a message of kind %d, which is not allowed now", static_cast<int>(message.kind)));
    }

    void plan(Peer& peer, const Command& command) {
        if (!owns(peer.number, command)) throw Broken(text("a command to squad %d of another peer", command.squad));
        if (++peer.commands > most_commands || open_.size() + 1 >= most_in_frame) throw Broken("too many commands");
        open_.push_back(command);
    }

    /// Compares the hashes that both sides have. A difference ends the battle.
    void compare(Peer& peer) {
        for (; !peer.hashes.empty(); peer.hashes.pop_front()) {
            const size_t frame = peer.acked - peer.hashes.size();
            if (frame >= own_.size()) break;
            if (peer.hashes.front() != own_[frame])
                throw std::runtime_error(text("frame %zu: the state of peer %u differs: hash %08x, the host has %08x",
                                              frame, peer.number, peer.hashes.front(), own_[frame]));
        }
        peer.in_step |= peer.acked > peer.first && peer.acked + input_delay >= frame_;
    }

    void admit(Peer& peer, std::span<const std::byte> hello) {
        if (take(hello, 4) != magic) throw Broken("this is no lock-step peer");
        const uint32_t version = static_cast<uint32_t>(take(hello, 2));
        const std::string fray = take_text(hello);
        if (version != protocol || fray != FRAY_VERSION)
            throw Broken(text("protocol %u and fray %s, but the host has protocol %d and fray %s", version,
                              fray.c_str(), protocol, FRAY_VERSION));
        if (frame_ == options_.settings.frames) throw Broken("the battle is over");
        peer.number = free_number();
        peer.first = peer.acked = frame_;
        peer.in_step = frame_ == 0;
        Bytes bytes;
        put(bytes, peer.number, 1);
        put(bytes, options_.settings.seed, 8);
        for (const uint32_t value : {options_.settings.agents, options_.settings.frames, frame_}) put(bytes, value, 4);
        peer.connection.send(Kind::welcome, bytes);
        say(text("peer %u joins in frame %u", peer.number, frame_));
        if (frame_ > 0) save(peer);
        for (uint32_t i = 0; i < plan_.size(); ++i) send_frame(peer, frame_ + i, plan_[i]);
    }
    uint32_t free_number() const {
        for (uint32_t number = 1; number < most_peers; ++number)
            if (std::ranges::find(peers_, number, &Peer::number) == peers_.end()) return number;
        throw Broken(text("there are %u peers already", most_peers));
    }
    /// The battle stands still while the snapshot is saved.
    void save(Peer& peer) {
        const auto begin = Clock::now();
        must(battle_.world.save(&peer.snapshot.emplace()), battle_.world);
        const std::chrono::duration<double, std::milli> took = Clock::now() - begin;
        say(text("snapshot of %zu bytes, saved in %.1f ms", peer.snapshot->size(), took.count()));
    }
    /// A snapshot travels between the frames, in as many pieces as the network takes now. An empty piece ends it.
    static void send_pieces(Peer& peer) {
        while (peer.snapshot && peer.connection.sent_all()) {
            const auto rest = std::span<const std::byte>(*peer.snapshot).subspan(peer.sent);
            const auto piece = rest.first(std::min(rest.size(), piece_size));
            peer.connection.send(Kind::snapshot, piece);
            peer.connection.exchange();
            peer.sent += piece.size();
            if (piece.empty()) peer.snapshot.reset();
        }
    }

    void report() {
        const std::chrono::duration<double> took = Clock::now() - begun_;
        std::string line = text("host: %u frames in %.1f s, %zu agents living, every hash equal", frame_, took.count(),
                                living(battle_.world));
        for (const Peer& peer : peers_)
            if (peer.number != 0)
                line += text("; peer %u: %.0f bytes/s", peer.number, peer.connection.rate(frame_ - peer.first));
        say(line);
    }

    /// The last message to all. It arrives if the host reads on until the others have closed.
    void part(Kind kind, const std::string& reason) {
        Bytes bytes;
        put(bytes, reason.substr(0, 200));
        for (Peer& peer : peers_) peer.connection.send(kind, bytes);
        for (const auto end = Clock::now() + 5s; !peers_.empty() && Clock::now() < end;) {
            std::vector<pollfd> sockets;
            for (Peer& peer : peers_) sockets.push_back(peer.connection.watch());
            wait(sockets, 100ms);
            peers_.remove_if([](Peer& peer) {
                try {
                    peer.connection.exchange();
                    if (peer.connection.sent_all()) peer.connection.stop_sending();
                    while (peer.connection.next()) {
                    }
                    return false;
                } catch (const Broken&) {
                    return true;
                }
            });
        }
    }

    HostOptions options_;
    Battle battle_;
    int listener_ = -1;
    std::list<Peer> peers_;                 // all but the host itself
    uint32_t frame_ = 0;                    // the next to be stepped
    std::deque<std::vector<Command>> plan_; // closed frames, from frame_ on
    std::vector<Command> open_;             // commands of the frame that is closed next
    std::vector<uint32_t> own_;             // hash of each frame
    Clock::time_point begun_{};
};

} // namespace lockstep
