// Gives the worker threads of an arena a name that debuggers and profilers show.
#pragma once

#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include <array>
#ifdef __linux__
#include <pthread.h>
#endif

namespace fray {

/// While a worker thread of oneTBB is in the arena, its name is `fray`. Threads of the host keep their names. On Linux
/// only.
class NameThreads final : public oneapi::tbb::task_scheduler_observer {
public:
    explicit NameThreads(oneapi::tbb::task_arena& arena) : oneapi::tbb::task_scheduler_observer(arena) {
        observe(true);
    }
    ~NameThreads() override { observe(false); }

#ifdef __linux__
    void on_scheduler_entry(bool is_worker) override {
        if (!is_worker) return;
        pthread_getname_np(pthread_self(), before().data(), before().size());
        pthread_setname_np(pthread_self(), "fray");
    }
    void on_scheduler_exit(bool is_worker) override {
        if (is_worker) pthread_setname_np(pthread_self(), before().data());
    }

private:
    /// The name of this thread outside of the arena.
    static std::array<char, 16>& before() {
        thread_local std::array<char, 16> name{};
        return name;
    }
#endif
};

} // namespace fray
