// Runs fray on the host's threads: on a simple thread pool, in the host's oneTBB arena, and on a single thread. The
// same battle changes its job system in the middle, and all state hashes must agree.
#include "must.h"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace {

/// A typical engine's thread pool: threads that take jobs from a queue.
class Pool {
public:
    explicit Pool(int threads) {
        for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
    }
    ~Pool() {
        {
            const std::lock_guard lock(mutex_);
            over_ = true;
        }
        wake_.notify_all();
        for (std::thread& thread : threads_) thread.join();
    }

    void add(std::function<void()> job) {
        {
            const std::lock_guard lock(mutex_);
            jobs_.push_back(std::move(job));
        }
        wake_.notify_one();
    }
    /// Runs a job on the calling thread. Returns false if the queue is empty.
    bool help() {
        std::unique_lock lock(mutex_);
        return run_one(lock);
    }

private:
    bool run_one(std::unique_lock<std::mutex>& lock) {
        if (jobs_.empty()) return false;
        const std::function<void()> job = std::move(jobs_.front());
        jobs_.pop_front();
        lock.unlock();
        job();
        lock.lock();
        return true;
    }
    void work() {
        std::unique_lock lock(mutex_);
        while (!over_)
            if (!run_one(lock)) wake_.wait(lock);
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::function<void()>> jobs_;
    bool over_ = false;
    std::vector<std::thread> threads_;
};

/// What fray waits for: a loop, as jobs of the pool, or a whole frame. It counts the jobs that are not finished.
struct PoolJobs {
    std::atomic<uint32_t> left;
};

/// Waits for jobs. A waiting thread runs jobs itself, so a single thread can finish a step.
void wait_in_pool(void* handle, void* user) {
    const std::unique_ptr<PoolJobs> jobs(static_cast<PoolJobs*>(handle));
    while (jobs->left != 0)
        if (!static_cast<Pool*>(user)->help()) std::this_thread::yield();
}

fray::HostJobsDef on_pool(Pool& pool, int threads) {
    return {.enqueue = [](fray::RangeTask task, uint32_t count, uint32_t grain, void* context, void* user) -> void* {
                auto* const loop = new PoolJobs{(count + grain - 1) / grain};
                for (uint32_t begin = 0; begin < count; begin += grain)
                    static_cast<Pool*>(user)->add([=] {
                        task(context, begin, std::min(begin + grain, count));
                        --loop->left;
                    });
                return loop;
            },
            .finish = wait_in_pool,
            .workers = threads + 1,
            .user = &pool,
            // The frame between step_begin and step_end is a job too.
            .start_frame = [](fray::FrameTask frame, void* context, void* user) -> void* {
                auto* const job = new PoolJobs{1};
                static_cast<Pool*>(user)->add([=] {
                    frame(context);
                    --job->left;
                });
                return job;
            },
            .finish_frame = wait_in_pool};
}

/// A host with its own oneTBB arena, which also runs the host's other work.
fray::HostJobsDef in_arena(oneapi::tbb::task_arena& arena) {
    return {.enqueue = [](fray::RangeTask task, uint32_t count, uint32_t grain, void* context, void* user) -> void* {
                static_cast<oneapi::tbb::task_arena*>(user)->execute([=] {
                    // Isolated, so that a thread that waits for these chunks does not start other work of the host.
                    oneapi::tbb::this_task_arena::isolate([=] {
                        oneapi::tbb::parallel_for(
                            oneapi::tbb::blocked_range<uint32_t>(0, count, grain),
                            [=](const auto& range) { task(context, range.begin(), range.end()); });
                    });
                });
                return nullptr; // the loop has finished already
            },
            .finish = [](void*, void*) {},
            .workers = arena.max_concurrency(),
            .user = &arena};
}

void fill(fray::World& world) {
    must(world.add_archetype({.name = "soldier", .attacks = {{.name = "swing", .weight = 3, .damage = 10}}}), world);
    for (const char* team : {"red", "blue"}) must(world.add_team(team), world);
    for (int i = 0; i < 4000; ++i) {
        const fray::Vec2 at = {static_cast<float>(i % 80), static_cast<float>(i / 80)};
        must(world.spawn({.team = static_cast<fray::TeamIndex>(i % 2), .position = at}), world);
    }
}

} // namespace

int main() {
    Pool pool(2);
    oneapi::tbb::task_arena arena(2);
    const auto pool_jobs = fray::make_host_jobs(on_pool(pool, 2)).value();
    const auto arena_jobs = fray::make_host_jobs(in_arena(arena)).value();
    const auto serial_jobs = fray::make_serial_jobs();

    fray::World truth = fray::World::create({.threads = 1}).value();
    fray::World world = fray::World::create({.jobs = pool_jobs.get()}).value();
    fill(truth);
    fill(world);
    const auto fight = [&](const char* name) {
        for (int frame = 0; frame < 60; ++frame) {
            must(world.step_begin(1.0 / 60.0), world);
            must(truth.step(1.0 / 60.0), truth); // meanwhile, on this thread
            must(world.step_end(), world);
        }
        std::printf("%-22s frame %3d  %016llx%s\n", name, static_cast<int>(world.frame()),
                    static_cast<unsigned long long>(world.state_hash()),
                    world.state_hash() == truth.state_hash() ? "" : "  DIFFERS");
        return world.state_hash() == truth.state_hash();
    };
    bool same = fight("a pool of std::thread");
    must(world.set_jobs(arena_jobs.get()), world);
    same &= fight("the host's arena");
    must(world.set_jobs(serial_jobs.get()), world);
    same &= fight("one thread");
    must(world.set_jobs(nullptr, 2), world); // fray's own job system with two threads
    same &= fight("fray's own arena");
    return same ? 0 : 1;
}
