// Names oneTBB's workers, so that debuggers and profilers show which threads run fray. A task_scheduler_observer would
// be simpler, but what oneTBB allocates for it is freed only when a worker leaves the arena, so that a leak checker may
// report it at the end of the program.
#pragma once

#include <utility>
#ifdef __linux__
#include <errno.h>
#include <pthread.h>
#include <string.h>
#endif

namespace fray {

/// While it lives, the calling thread counts as one of the host's, which is not given a name.
class HostThread {
public:
    HostThread() : before_(std::exchange(is_one(), true)) {}
    ~HostThread() { is_one() = before_; }
    HostThread(const HostThread&) = delete;
    HostThread& operator=(const HostThread&) = delete;

    static bool& is_one() {
        thread_local bool one = false;
        return one;
    }

private:
    bool before_;
};

/// Call it on a thread that runs a piece of a loop or a system. Names a worker "fray worker", once, unless it has a
/// name of its own already. On Linux only.
inline void name_worker() {
#ifdef __linux__
    thread_local bool looked_at = false;
    if (looked_at || HostThread::is_one()) return;
    looked_at = true;
    char name[16] = {}; // the most that Linux allows
    if (pthread_getname_np(pthread_self(), name, sizeof name) != 0) return;
    if (strncmp(name, program_invocation_short_name, sizeof name - 1) == 0)
        pthread_setname_np(pthread_self(), "fray worker");
#endif
}

} // namespace fray
