// Lock-step netcode between processes, over TCP on this machine. Every peer runs the whole battle, and only commands
// travel. The host gives each command a frame, the input delay later, and sends the commands of each frame to every
// peer. Every peer answers with its state hash, and the host compares it with its own. A late joiner starts from a
// snapshot. A game would also encrypt the traffic and check its players.
//
//     fray_example_lockstep host [--port P] [--peers N] [--frames F] [--agents A] [--threads T]
//     fray_example_lockstep join --port P [--desync-at FRAME] [--threads T]
//
// The battle begins with N peers, of which the host is peer 0. Exits with 1 after a difference or an error, with 2 if
// the arguments are wrong.
#include "command_line.h"
#include "lockstep/host.h"
#include "lockstep/joiner.h"

#include <csignal>
#include <functional>

namespace {

[[noreturn]] void refuse() {
    throw std::invalid_argument("usage: fray_example_lockstep host [--port P] [--peers N] [--frames F] [--agents A] "
                                "[--threads T], or join --port P [--desync-at FRAME] [--threads T]");
}

struct Option {
    std::string name;
    uint32_t least, most;
    std::function<void(uint32_t)> set;
};

void read_options(std::span<const std::string> arguments, const std::vector<Option>& options) {
    for (; !arguments.empty(); arguments = arguments.subspan(2)) {
        const auto option = std::ranges::find(options, arguments[0], &Option::name);
        if (option == options.end()) refuse();
        option->set(number(option->name, arguments[1], option->least, option->most));
    }
}

lockstep::HostOptions host_options(std::span<const std::string> arguments) {
    lockstep::HostOptions options;
    read_options(arguments,
                 {{"--port", 0, 65535, [&](uint32_t value) { options.port = static_cast<uint16_t>(value); }},
                  {"--peers", 1, lockstep::most_peers, [&](uint32_t value) { options.peers = value; }},
                  {"--frames", 1, lockstep::most_frames, [&](uint32_t value) { options.settings.frames = value; }},
                  {"--agents", 2, lockstep::most_agents, [&](uint32_t value) { options.settings.agents = value; }},
                  {"--threads", 1, 1024, [&](uint32_t value) { options.threads = static_cast<int>(value); }}});
    return options;
}

lockstep::JoinOptions join_options(std::span<const std::string> arguments) {
    lockstep::JoinOptions options;
    read_options(arguments,
                 {{"--port", 1, 65535, [&](uint32_t value) { options.port = static_cast<uint16_t>(value); }},
                  {"--desync-at", 0, lockstep::most_frames, [&](uint32_t value) { options.desync_at = value; }},
                  {"--threads", 1, 1024, [&](uint32_t value) { options.threads = static_cast<int>(value); }}});
    if (options.port == 0) refuse();
    return options;
}

} // namespace

int main(int argc, char** argv) {
    return run([&] {
        std::signal(SIGPIPE, SIG_IGN);
        const std::vector<std::string> arguments(argv + 1, argv + argc);
        if (arguments.size() % 2 == 0) refuse();
        const auto rest = std::span(arguments).subspan(1);
        if (arguments[0] == "host")
            lockstep::Host(host_options(rest)).run();
        else if (arguments[0] == "join")
            lockstep::Joiner(join_options(rest)).run();
        else
            refuse();
    });
}
