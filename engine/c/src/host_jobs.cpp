#include "host_jobs.h"

#include "api.h"

#include <exception>
#include <mutex>
#include <utility>
#include <vector>

namespace fray::c {
namespace {

/// One loop on its way; used again when it is over.
struct Loop {
    RangeTask task = nullptr;
    void* context = nullptr;
    void* handle = nullptr; ///< the host's
    std::mutex mutex;       ///< of what follows
    std::exception_ptr thrown;

    static void run(void* loop, uint32_t begin, uint32_t end) noexcept { static_cast<Loop*>(loop)->run(begin, end); }

    void run(uint32_t begin, uint32_t end) {
        try {
            task(context, begin, end);
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!thrown) thrown = std::current_exception();
        }
    }
};

class CallerJobs final : public JobSystem {
public:
    explicit CallerJobs(const fray_host_jobs& def) : def_(def) {}

    int worker_count() const override { return def_.workers; }

    void* run(RangeTask task, void* context, uint32_t count, uint32_t grain) override {
        Loop& loop = idle_loop();
        loop.task = task;
        loop.context = context;
        loop.handle = def_.enqueue(Loop::run, count, grain, &loop, def_.user);
        if (loop.handle != nullptr) return &loop;
        is_over(loop);
        return nullptr;
    }

    void wait(void* handle) override {
        Loop& loop = *static_cast<Loop*>(handle);
        def_.finish(loop.handle, def_.user);
        is_over(loop);
    }

private:
    Loop& idle_loop() {
        const std::lock_guard lock(mutex_);
        if (idle_.empty()) {
            loops_.push_back(std::make_unique<Loop>());
            idle_.push_back(loops_.back().get());
        }
        Loop& loop = *idle_.back();
        idle_.pop_back();
        return loop;
    }

    /// What its tasks have thrown is thrown here, where it is ours to catch.
    void is_over(Loop& loop) {
        const std::exception_ptr thrown = std::exchange(loop.thrown, nullptr);
        {
            const std::lock_guard lock(mutex_);
            idle_.push_back(&loop);
        }
        if (thrown) std::rethrow_exception(thrown);
    }

    fray_host_jobs def_;
    std::mutex mutex_;                         ///< of what follows
    std::vector<std::unique_ptr<Loop>> loops_; ///< as many as were ever under way at once
    std::vector<Loop*> idle_;
};

} // namespace

std::unique_ptr<JobSystem> make_caller_jobs(const fray_host_jobs& def) {
    if (def.enqueue == nullptr || def.finish == nullptr)
        throw Refused{FRAY_ERROR_NULL_POINTER, "host_jobs: enqueue and finish must both be set"};
    if (def.workers < 1 || def.workers > 1024)
        throw Refused{FRAY_ERROR_OUT_OF_RANGE,
                      "host_jobs.workers: given " + std::to_string(def.workers) + ", allowed 1 to 1024"};
    return std::make_unique<CallerJobs>(def);
}

} // namespace fray::c
