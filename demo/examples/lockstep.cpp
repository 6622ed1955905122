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
#include "lockstep/host.h"
#include "lockstep/joiner.h"

#include <charconv>
#include <csignal>

namespace {

struct BadArguments : std::runtime_error {
    using std::runtime_error::runtime_error;
};

uint32_t number(const std::string& name, const std::string& value, uint32_t least, uint32_t most) {
    uint32_t result = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), result);
    if (error != std::errc{} || end != value.data() + value.size() || result < least || result > most)
        throw BadArguments(
            lockstep::text("%s: given '%.40s', allowed %u to %u", name.c_str(), value.c_str(), least, most));
    return result;
}

[[noreturn]] void refuse() {
    throw BadArguments("usage: fray_example_lockstep host [--port P] [--peers N] [--frames F] [--agents A] "
                       "[--threads T], or join --port P [--desync-at FRAME] [--threads T]");
}

lockstep::HostOptions host_options(std::span<const std::string> arguments) {
    lockstep::HostOptions options;
    for (; !arguments.empty(); arguments = arguments.subspan(2)) {
        const std::string &name = arguments[0], &value = arguments[1];
        if (name == "--port")
            options.port = static_cast<uint16_t>(number(name, value, 0, 65535));
        else if (name == "--peers")
            options.peers = number(name, value, 1, lockstep::most_peers);
        else if (name == "--frames")
            options.settings.frames = number(name, value, 1, lockstep::most_frames);
        else if (name == "--agents")
            options.settings.agents = number(name, value, 2, lockstep::most_agents);
        else if (name == "--threads")
            options.threads = static_cast<int>(number(name, value, 1, 1024));
        else
            refuse();
    }
    return options;
}

lockstep::JoinOptions join_options(std::span<const std::string> arguments) {
    lockstep::JoinOptions options;
    for (; !arguments.empty(); arguments = arguments.subspan(2)) {
        const std::string &name = arguments[0], &value = arguments[1];
        if (name == "--port")
            options.port = static_cast<uint16_t>(number(name, value, 1, 65535));
        else if (name == "--desync-at")
            options.desync_at = number(name, value, 0, lockstep::most_frames);
        else if (name == "--threads")
            options.threads = static_cast<int>(number(name, value, 1, 1024));
        else
            refuse();
    }
    if (options.port == 0) refuse();
    return options;
}

} // namespace

int main(int argc, char** argv) {
    try {
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
        return 0;
    } catch (const BadArguments& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
