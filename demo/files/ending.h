// Ends the program cleanly on a signal.
#pragma once

#include <csignal>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace fray::demo {

/// While an object lives, SIGINT, SIGTERM, SIGHUP and SIGPIPE do not end the program: the first is noted, and long work
/// stops for it. A second signal ends the program at once, but for SIGPIPE, which a closed pipe repeats. A signal that
/// the program was started to ignore (`nohup`) stays ignored. One object at a time.
class Ending {
public:
    Ending();
    ~Ending();
    Ending(const Ending&) = delete;
    Ending& operator=(const Ending&) = delete;

    /// The number of the signal that was noted; 0: none. Any thread.
    static int asked();
    /// Notes a signal as if it had come. Any thread.
    static void ask(int signal);

private:
    struct Before {
        int signal;
        struct sigaction action;
    };
    std::vector<Before> before_;
};

/// Thrown by work that stops for a signal.
class Ended : public std::runtime_error {
public:
    explicit Ended(int signal);
    int signal;
};
/// Throws Ended if a signal was noted.
void stop_if_asked();

/// The program's exit code after a signal, as a shell reports it.
constexpr int exit_code_of(int signal) { return 128 + signal; }
/// For example "ended by SIGINT".
std::string ended_by(int signal);
/// The same with the last frame of a battle that ended after so many frames.
std::string ended_by(int signal, uint64_t frames);

} // namespace fray::demo
