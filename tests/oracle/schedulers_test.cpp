// Random worlds under unusual schedulers of the host: the decisions are those of the reference model, and the hashes
// those of a world that runs on a single thread.
#include "comparison.h"
#include "random/fuzz_scenario.h"

#include "fray/jobs.h"
#include "repetitions.h"
#include "thread_limit.h"

#include <gtest/gtest.h>
#ifdef FRAY_TBB
#include <oneapi/tbb/parallel_for.h>
#endif

#include <algorithm>
#include <vector>

namespace fray::model {
namespace {

struct Job {
    RangeTask task;
    uint32_t count;
    void* context;
};

void* run_inline(RangeTask task, uint32_t count, uint32_t, void* context, void*) {
    task(context, 0, count);
    return nullptr;
}
void finish_nothing(void*, void*) { FAIL() << "there is nothing to wait for"; }

void* run_reversed(RangeTask task, uint32_t count, uint32_t, void* context, void*) {
    for (uint32_t i = count; i-- > 0;) task(context, i, i + 1);
    return nullptr;
}

void* keep(RangeTask task, uint32_t count, uint32_t, void* context, void*) { return new Job{task, count, context}; }
/// Runs a job that was kept, in pieces of three: first every second piece, then the rest.
void run_late(void* handle, void*) {
    const auto* const job = static_cast<Job*>(handle);
    for (uint32_t first : {3u, 0u})
        for (uint32_t begin = first; begin < job->count; begin += 6)
            job->task(job->context, begin, std::min(begin + 3, job->count));
    delete job;
}

#ifdef FRAY_TBB
/// Runs every item as a job of its own, on as many threads as there are.
void* run_scattered(RangeTask task, uint32_t count, uint32_t, void* context, void*) {
    oneapi::tbb::parallel_for(
        0u, count, [=](uint32_t i) { task(context, i, i + 1); }, oneapi::tbb::simple_partitioner());
    return nullptr;
}
#endif

TEST(Schedulers, UnusualSchedulersDecideNothing) {
    const test::ThreadLimit allow(8);
    const struct {
        const char* name;
        HostJobsDef def;
    } schedulers[] = {{"inline", {run_inline, finish_nothing, 1}},
                      {"reversed", {run_reversed, finish_nothing, 8}},
#ifdef FRAY_TBB
                      {"a thousand workers", {run_scattered, finish_nothing, 1000}},
#endif
                      {"late", {keep, run_late, 2}}};
    const auto serial = make_serial_jobs();
    constexpr uint64_t first = 50'000, worlds = test::repetitions(100u, 20u, 20u);
    for (uint64_t seed = first; seed < first + worlds; ++seed) {
        FuzzScenario scenario = random_fuzz_scenario(seed);
        scenario.world.jobs = serial.get();
        const Verdict straight = run_both(scenario);
        ASSERT_TRUE(straight.same) << straight.report;
        const auto& [name, def] = schedulers[seed % std::size(schedulers)];
        const auto jobs = make_host_jobs(def).value();
        scenario.world.jobs = jobs.get();
        scenario.world.debug.chunk_size = 1;
        const Verdict unusual = run_both(scenario);
        ASSERT_TRUE(unusual.same) << name << ": " << unusual.report;
        ASSERT_EQ(unusual.hashes, straight.hashes) << name << ", seed " << seed;
    }
}

} // namespace
} // namespace fray::model
