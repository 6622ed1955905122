// The host's scheduler in C, and the misuse that it must survive.
#include "fight.h"

#include <atomic>
#include <stdexcept>
#include <thread>

namespace fray::test {
namespace {

/// Runs each loop on two threads of its own. The second half starts first.
struct Scheduler {
    std::atomic<int> loops = 0, finished = 0, frames = 0;

    static void* enqueue(fray_range_task task, uint32_t count, uint32_t, void* context, void* user) {
        ++static_cast<Scheduler*>(user)->loops;
        if (count == 1) {
            task(context, 0, 1);
            return nullptr;
        }
        return new std::thread([=] {
            std::thread other([=] { task(context, count / 2, count); });
            task(context, 0, count / 2);
            other.join();
        });
    }
    static void* start_frame(fray_frame_task frame, void* context, void* user) {
        ++static_cast<Scheduler*>(user)->frames;
        return new std::thread(frame, context);
    }
    static void finish(void* handle, void* user) {
        ++static_cast<Scheduler*>(user)->finished;
        auto* const thread = static_cast<std::thread*>(handle);
        thread->join();
        delete thread;
    }
};

fray_world_def hosted(void* user) {
    fray_world_def def = initialised(fray_init_world_def);
    def.jobs = FRAY_JOBS_HOST;
    def.host_jobs = {Scheduler::enqueue, Scheduler::finish, 2, user};
    def.debug.chunk_size = 8;
    return def;
}

TEST(HostJobs, MayChangeBetweenStepsAndGiveTheSameHashes) {
    FilledWorld serial(60);
    Scheduler scheduler;
    FilledWorld world(60, 0, hosted(&scheduler));
    fray_host_jobs host = hosted(&scheduler).host_jobs;
    const fray_host_jobs none = {nullptr, nullptr, 1, {}};
    for (int turn = 0; turn < 4; ++turn) {
        for (const fray_world_id each : {serial.id, world.id}) step(each, 20);
        EXPECT_EQ(hash_of(serial.id), hash_of(world.id)) << turn;
        ASSERT_OK(fray_world_set_jobs(world.id, static_cast<fray_jobs>(turn % 3), 2, false, &host));
    }
    EXPECT_EQ(fray_world_set_jobs(world.id, static_cast<fray_jobs>(7), 1, false, &host), FRAY_ERROR_OUT_OF_RANGE);
    EXPECT_EQ(fray_world_set_jobs(world.id, FRAY_JOBS_HOST, 1, false, nullptr), FRAY_ERROR_NULL_POINTER);
    EXPECT_EQ(fray_world_set_jobs(world.id, FRAY_JOBS_HOST, 1, false, &none), FRAY_ERROR_NULL_POINTER);
    EXPECT_NE(fray_world_set_jobs(world.id, FRAY_JOBS_THREADS, -1, false, nullptr), FRAY_OK);
    host.start_frame = Scheduler::start_frame;
    EXPECT_EQ(fray_world_set_jobs(world.id, FRAY_JOBS_HOST, 1, false, &host), FRAY_ERROR_OUT_OF_RANGE);
    host.finish_frame = Scheduler::finish;
    ASSERT_OK(fray_world_set_jobs(world.id, FRAY_JOBS_HOST, 1, false, &host));
    ASSERT_OK(fray_world_step_begin(world.id, 1.0 / 60.0));
    ASSERT_OK(fray_world_step_end(world.id));
    step(serial.id, 1);
    EXPECT_EQ(hash_of(world.id), hash_of(serial.id));
    EXPECT_EQ(scheduler.frames, 1);
    EXPECT_GT(scheduler.loops, 40);
    EXPECT_GT(scheduler.finished, 40);
}

fray_world_def hosted_by_a_thrower() {
    fray_world_def def = hosted(nullptr);
    def.host_jobs.enqueue = [](fray_range_task, uint32_t, uint32_t, void*, void*) -> void* {
        throw std::runtime_error("no workers");
    };
    return def;
}

/// The interface is C, but a callback may be compiled as C++ and throw. A frame that ended half-way leaves an undefined
/// state, so the world dies.
TEST(HostJobs, ASchedulerThatThrowsKillsTheWorld) {
    FilledWorld world(60, 0, hosted_by_a_thrower());
    EXPECT_EQ(fray_world_step(world.id, 0.1), FRAY_ERROR_DEAD);
    EXPECT_STREQ(fray_error_text(world.id), "the world is dead: no workers, in the middle of a change");
    EXPECT_EQ(got<size_t>(fray_world_agent_count, world.id), 0u);
    EXPECT_EQ(fray_world_step(world.id, 0.1), FRAY_ERROR_DEAD);
    EXPECT_OK(fray_destroy_world(world.id));
}

/// The same between step_begin and step_end. The world and its recording can still be destroyed.
TEST(HostJobs, ASchedulerMayThrowAfterStepBegin) {
    const std::string path = testing::TempDir() + "fray_c_broken.rec";
    for (const bool ends : {true, false}) {
        OwnedWorld world(hosted_by_a_thrower());
        const fray_error recorded = fray_world_start_recording(world.id, path.c_str(), nullptr);
        EXPECT_TRUE(recorded == FRAY_OK || recorded == FRAY_ERROR_UNSUPPORTED);
        fill(world.id, 60);
        EXPECT_OK(fray_world_step_begin(world.id, 0.1));
        if (ends) {
            EXPECT_EQ(fray_world_step_end(world.id), FRAY_ERROR_DEAD);
        }
        EXPECT_OK(fray_destroy_world(world.id));
    }
}

/// A scheduler that calls fray from inside a step, on the thread that steps.
TEST(HostJobs, ASchedulerThatStepsItsWorldIsRefused) {
    static fray_world_id the_world;
    static int refused = 0;
    fray_world_def def = hosted(nullptr);
    def.host_jobs.enqueue = [](fray_range_task task, uint32_t count, uint32_t, void* context, void*) -> void* {
        refused += fray_world_step(the_world, 0.1) == FRAY_ERROR_STEPPING;
        refused += fray_destroy_world(the_world) == FRAY_ERROR_STEPPING;
        task(context, 0, count);
        return nullptr;
    };
    OwnedWorld world(def);
    the_world = world.id;
    fill(world.id, 60);
    step(world.id, 2);
    EXPECT_GT(refused, 0);
    EXPECT_EQ(refused % 2, 0);
}

} // namespace
} // namespace fray::test
