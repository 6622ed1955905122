#include "float_mode_of_host.h"
#include "parallel.h"
#include "thread_limit.h"
#ifdef FRAY_TBB
#include "numa_arenas.h"
#endif

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#ifdef __linux__
#include <pthread.h>
#endif

/// oneTBB frees what it keeps of an observer (TbbJobsDef::pin) when the last worker has left the arena, which may be
/// later than the end of the program.
extern "C" const char* __lsan_default_suppressions() { return "leak:tbb::detail::r1::observe"; }

namespace fray {
namespace {

/// A host scheduler that keeps its jobs and runs them only when asked to finish, backwards and in uneven pieces.
struct LateHost {
    struct Job {
        RangeTask task;
        uint32_t count;
        void* context;
    };
    static void* enqueue(RangeTask task, uint32_t count, uint32_t, void* context, void* user) {
        auto* host = static_cast<LateHost*>(user);
        ++host->enqueued;
        return new Job{task, count, context};
    }
    static void finish(void* handle, void* user) {
        ++static_cast<LateHost*>(user)->finished;
        Job* job = static_cast<Job*>(handle);
        for (uint32_t end = job->count; end > 0;) {
            const uint32_t begin = end > 3 ? end - 3 : 0;
            job->task(job->context, begin, end);
            end = begin;
        }
        delete job;
    }
    int enqueued = 0, finished = 0;
};

void* run_inline(RangeTask task, uint32_t count, uint32_t, void* context, void*) {
    task(context, 0, count);
    return nullptr;
}
void nothing_to_wait_for(void*, void*) { FAIL() << "nothing to wait for"; }

void expect_every_item_once(JobSystem& jobs, uint64_t shuffle) {
    ParallelLoops loops(jobs, shuffle);
    std::vector<std::atomic<int>> seen(10007);
    jobs.execute([&] {
        loops.parallel_for(10007, 64, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
            EXPECT_EQ(begin, chunk * 64);
            for (uint32_t i = begin; i < end; ++i) ++seen[i];
        });
    });
    for (const auto& count : seen) ASSERT_EQ(count, 1);
}

TEST(Jobs, EveryItemIsVisitedOnce) {
    const test::ThreadLimit allow(8);
    for (const uint64_t shuffle : {0, 7}) {
        expect_every_item_once(*make_serial_jobs(), shuffle);
        for (const int threads : {1, 2, 3, 8})
            expect_every_item_once(*make_tbb_jobs({.threads = threads}).value(), shuffle);
        expect_every_item_once(*make_tbb_jobs({.threads = 2, .pin = true}).value(), shuffle);
        LateHost host;
        expect_every_item_once(*make_host_jobs({LateHost::enqueue, LateHost::finish, 4, &host}).value(), shuffle);
        EXPECT_EQ(host.enqueued, host.finished) << "every handle is waited for once";
    }
}

TEST(Jobs, ANullHandleMeansItRanInline) {
    expect_every_item_once(*make_host_jobs({run_inline, nothing_to_wait_for, 1, nullptr}).value(), 0);
}

TEST(Jobs, AHostStartsAFrameOrLeavesItToTheCaller) {
    struct Host {
        std::thread thread;
        bool busy = false;
    } host;
    HostJobsDef def{run_inline, nothing_to_wait_for, 2, &host};
    def.start_frame = [](FrameTask frame, void* context, void* user) -> void* {
        auto* const self = static_cast<Host*>(user);
        if (self->busy) return nullptr;
        self->thread = std::thread(frame, context);
        return self;
    };
    EXPECT_EQ(make_host_jobs(def).error_text(),
              "HostJobsDef: of start_frame and finish_frame, both or neither must be set");
    def.finish_frame = [](void* handle, void*) { static_cast<Host*>(handle)->thread.join(); };
    const auto jobs = make_host_jobs(def).value();
    std::thread::id ran_on;
    const FrameTask frame = [](void* id) { *static_cast<std::thread::id*>(id) = std::this_thread::get_id(); };
    void* const handle = jobs->start(frame, &ran_on);
    ASSERT_NE(handle, nullptr);
    jobs->finish(handle);
    EXPECT_NE(ran_on, std::thread::id());
    EXPECT_NE(ran_on, std::this_thread::get_id());
    host.busy = true;
    EXPECT_EQ(jobs->start(frame, &ran_on), nullptr);
}

#if defined(__linux__) && defined(FRAY_TBB)
TEST(Jobs, WorkersHaveAName) {
    const test::ThreadLimit allow(4);
    const auto jobs = make_tbb_jobs({.threads = 4}).value();
    const auto name = [] {
        char text[16] = {};
        pthread_getname_np(pthread_self(), text, sizeof text);
        return std::string(text);
    };
    const std::string own = name();
    std::atomic<int> named = 0, other = 0;
    for (int i = 0; i < 200 && named == 0; ++i)
        jobs->execute([&] {
            ParallelLoops(*jobs, 0).parallel_for(64, 1, [&](uint32_t, uint32_t, uint32_t) {
                std::this_thread::sleep_for(std::chrono::microseconds(200));
                const std::string found = name();
                (found == "fray worker" ? named : other) += found != own;
            });
        });
    EXPECT_GT(named, 0);
    EXPECT_EQ(other, 0);
    EXPECT_EQ(name(), own) << "a thread of the host keeps its name";
}

TEST(Jobs, APinnedFrameInAPinnedFrameLeavesTheHostsThreadFree) {
    const test::ThreadLimit allow(4);
    const auto outer = make_tbb_jobs({.threads = 2, .pin = true}).value();
    const auto inner = make_tbb_jobs({.threads = 2, .pin = true}).value();
    const auto cores = [] {
        cpu_set_t set;
        CPU_ZERO(&set);
        pthread_getaffinity_np(pthread_self(), sizeof set, &set);
        return set;
    };
    const cpu_set_t before = cores();
    outer->execute([&] {
        const cpu_set_t pinned = cores();
        inner->execute([] {});
        const cpu_set_t then = cores();
        EXPECT_TRUE(CPU_EQUAL(&pinned, &then));
    });
    const cpu_set_t after = cores();
    EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

/// Workers stay in an arena for a while when they have no more work.
TEST(Jobs, NoThreadStaysPinnedWhenItsJobSystemHasGone) {
    const test::ThreadLimit allow(4);
    const auto least_cores = [] {
        int least = CPU_SETSIZE;
        for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
            cpu_set_t set;
            CPU_ZERO(&set);
            if (sched_getaffinity(std::stoi(task.path().filename()), sizeof set, &set) == 0)
                least = std::min(least, CPU_COUNT(&set));
        }
        return least;
    };
    const int before = least_cores();
    for (int i = 0; i < 20; ++i) {
        const auto jobs = make_tbb_jobs({.threads = 4, .pin = true}).value();
        jobs->execute([&] {
            ParallelLoops(*jobs, 0).parallel_for(64, 1, [](uint32_t, uint32_t, uint32_t) {
                std::this_thread::sleep_for(std::chrono::microseconds(50));
            });
        });
    }
    EXPECT_EQ(least_cores(), before);
}
#endif

/// Progress must not depend on worker threads.
TEST(Jobs, TheCallingThreadCanFinishAlone) {
    const test::ThreadLimit alone(1);
    expect_every_item_once(*make_tbb_jobs({.threads = 8}).value(), 0);
    const auto jobs = make_tbb_jobs({.threads = 2}).value();
    int ran = 0;
    void* const handle = jobs->start([](void* count) { ++*static_cast<int*>(count); }, &ran);
    ASSERT_EQ(handle != nullptr, has_tbb());
    if (handle == nullptr) return; // then the frame runs where it is finished
    jobs->finish(handle);
    EXPECT_EQ(ran, 1);
}

TEST(Jobs, LoopsMayBeNested) {
    const auto jobs = make_tbb_jobs({.threads = 2}).value();
    ParallelLoops outer(*jobs, 0);
    std::atomic<int> sum = 0;
    jobs->execute([&] {
        outer.parallel_for(8, 1, [&](uint32_t, uint32_t, uint32_t) {
            ParallelLoops inner(*jobs, 0);
            inner.parallel_for(100, 10,
                               [&](uint32_t, uint32_t begin, uint32_t end) { sum += static_cast<int>(end - begin); });
        });
    });
    EXPECT_EQ(sum, 800);
}

/// Without oneTBB every job system but the host's is serial.
TEST(Jobs, ThereAreAsManyThreadsAsAskedForWithOneTbb) {
    const test::ThreadLimit allow(8);
    EXPECT_EQ(make_tbb_jobs({.threads = 3}).value()->worker_count(), has_tbb() ? 3 : 1);
    EXPECT_GE(make_tbb_jobs().value()->worker_count(), 1);
    if (!has_tbb()) {
        EXPECT_EQ(tbb_numa_nodes(), 1);
    }
}

#ifdef FRAY_TBB
/// Needs a machine with several NUMA nodes. The test `jobs_numa` simulates such a machine.
TEST(Jobs, EveryNodeHasAnArena) {
    const test::ThreadLimit allow(8);
    const int nodes = tbb_numa_nodes();
    if (nodes == 1) GTEST_SKIP() << "this machine has one NUMA node";
    NumaArenas arenas(2 * nodes + 1);
    EXPECT_EQ(arenas.nodes(), static_cast<size_t>(nodes));
    EXPECT_EQ(NumaArenas(nodes - 1).nodes(), 0u) << "some nodes would have no thread";
    for (const uint32_t count : {2u, 7u, 10007u}) {
        std::vector<std::atomic<int>> seen(count);
        const auto see = [](void* items, uint32_t begin, uint32_t end) {
            EXPECT_LE(end - begin, 3u);
            for (uint32_t i = begin; i < end; ++i) ++(*static_cast<std::vector<std::atomic<int>>*>(items))[i];
        };
        arenas.run(see, &seen, count, 3);
        for (const auto& times : seen) ASSERT_EQ(times, 1);
    }
    expect_every_item_once(*make_tbb_jobs({.threads = 8, .numa = false}).value(), 0);
}
#endif

TEST(Jobs, BadDefsAreRefused) {
    EXPECT_EQ(make_tbb_jobs({.threads = -1}).error(), Error::out_of_range);
    EXPECT_EQ(make_host_jobs({}).error(), Error::out_of_range);
    const auto many = make_tbb_jobs({.threads = 10000});
    EXPECT_EQ(many.error(), Error::out_of_range);
    EXPECT_EQ(many.error_text(), "TbbJobsDef.threads: given 10000, allowed 1 to 1024, or 0 for all of the machine's");
}

/// Tasks compute with denormals and round to nearest, whatever mode the host has set. The host gets its own mode back.
TEST(Jobs, TasksRunInTheFloatingPointModeOfFray) {
    for (const test::HostMode mode : test::host_modes) {
        const test::HostModeScope host(mode);
        const uint64_t hosts = test::read_mode();
        const auto jobs = make_tbb_jobs({.threads = 2}).value();
        ParallelLoops loops(*jobs, 0);
        std::atomic<int> wrong = 0;
        jobs->execute([&] {
            loops.parallel_for(64, 1, [&](uint32_t, uint32_t, uint32_t) {
                volatile float tiny = 1e-38f, third = 1.0f;
                volatile float part = tiny * 0.1f;
                third = third / 3.0f;
                if (part == 0.0f || third != 0x1.555556p-2f || test::read_mode() == hosts) ++wrong;
            });
        });
        EXPECT_EQ(wrong, 0) << mode.name;
        EXPECT_EQ(test::read_mode(), hosts) << mode.name;
    }
}

} // namespace
} // namespace fray
