#include "ending.h"

#include <atomic>
#include <fmt/format.h>

namespace fray::demo {
namespace {

constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

std::atomic<int> noted = 0;
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may use it");

extern "C" void note_signal(int signal) {
    int none = 0;
    if (noted.compare_exchange_strong(none, signal) || signal == SIGPIPE) return;
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

const char* name_of(int signal) {
    switch (signal) {
    case SIGINT: return "SIGINT";
    case SIGTERM: return "SIGTERM";
    case SIGHUP: return "SIGHUP";
    default: return "SIGPIPE";
    }
}

} // namespace

Ending::Ending() {
    struct sigaction action {};
    action.sa_handler = note_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (const int signal : signals) {
        Before before{signal, {}};
        sigaction(signal, nullptr, &before.action);
        if (before.action.sa_handler == SIG_IGN) continue;
        sigaction(signal, &action, nullptr);
        before_.push_back(before);
    }
}

Ending::~Ending() {
    for (const Before& before : before_) sigaction(before.signal, &before.action, nullptr);
}

int Ending::asked() { return noted; }

void Ending::ask(int signal) {
    int none = 0;
    noted.compare_exchange_strong(none, signal);
}

Ended::Ended(int by) : std::runtime_error(ended_by(by)), signal(by) {}

void stop_if_asked() {
    if (const int signal = Ending::asked(); signal != 0) throw Ended(signal);
}

std::string ended_by(int signal) { return fmt::format("ended by {}", name_of(signal)); }

std::string ended_by(int signal, uint64_t frames) {
    return ended_by(signal) + (frames == 0 ? " before the first frame" : fmt::format(" after frame {}", frames - 1));
}

} // namespace fray::demo
