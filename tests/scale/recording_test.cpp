// A job system that records spans. The work that it runs stays the same, and the spans describe it.
#include "fray/job_recorder.h"
#include "parallel.h"

#include "fray/world.h"

#include <algorithm>
#include <atomic>
#include <gtest/gtest.h>
#include <set>

namespace fray {
namespace {

using Kind = JobSpan::Kind;

std::vector<JobSpan> all_of(const std::vector<std::vector<JobSpan>>& lanes) {
    std::vector<JobSpan> all;
    for (const auto& lane : lanes) all.insert(all.end(), lane.begin(), lane.end());
    return all;
}

size_t count_of(const std::vector<JobSpan>& spans, Kind kind) {
    return static_cast<size_t>(
        std::count_if(spans.begin(), spans.end(), [&](const JobSpan& span) { return span.kind == kind; }));
}

/// A host scheduler that runs each job only when fray waits for it.
struct LateHost {
    struct Job {
        RangeTask task;
        uint32_t count;
        void* context;
    };
    static void* enqueue(RangeTask task, uint32_t count, uint32_t, void* context, void*) {
        return new Job{task, count, context};
    }
    static void finish(void* handle, void*) {
        Job* job = static_cast<Job*>(handle);
        job->task(job->context, 0, job->count);
        delete job;
    }
};

TEST(RecordingJobs, RecordEveryChunkOnceOnAnyJobSystem) {
    for (int kind = 0; kind < 4; ++kind) {
        JobRecorder recorder;
        std::unique_ptr<JobSystem> inner =
            kind == 0   ? make_serial_jobs()
            : kind == 3 ? make_host_jobs({LateHost::enqueue, LateHost::finish, 2, nullptr}).value()
                        : make_tbb_jobs({.threads = kind}).value();
        const auto jobs = make_recording_jobs(std::move(inner), recorder);
        ParallelLoops loops(*jobs, 0);
        std::vector<std::atomic<int>> seen(1003);
        jobs->execute([&] {
            for (int i = 0; i < 2; ++i)
                loops.parallel_for(1003, 10, [&](uint32_t, uint32_t begin, uint32_t end) {
                    for (uint32_t item = begin; item < end; ++item) ++seen[item];
                });
        });
        for (const auto& count : seen) ASSERT_EQ(count, 2);
        const std::vector<JobSpan> spans = all_of(recorder.take());
        EXPECT_EQ(count_of(spans, Kind::frame), 1u);
        EXPECT_EQ(count_of(spans, Kind::loop), 2u);
        std::set<std::pair<uint32_t, uint32_t>> chunks;
        for (const JobSpan& span : spans) {
            EXPECT_LE(span.begin_ns, span.end_ns);
            if (span.kind == Kind::chunk) {
                EXPECT_TRUE(chunks.insert({span.loop, span.chunk}).second);
            }
        }
        EXPECT_EQ(chunks.size(), 2u * 101u);
        EXPECT_TRUE(all_of(recorder.take()).empty()) << "it was taken";
    }
}

/// Steps a world and returns its hash. The world may use recorded or plain jobs.
uint64_t hash_after(World& world, int frames) {
    ArchetypeDef def{.name = "a"};
    def.perception.alert_radius = 30.0f;
    def.attacks.emplace_back();
    EXPECT_EQ(world.add_archetype(def), Error::ok);
    EXPECT_EQ(world.add_team("red"), Error::ok);
    EXPECT_EQ(world.add_team("blue"), Error::ok);
    for (int i = 0; i < 6000; ++i) {
        const Vec2 position = {static_cast<float>(i % 80), static_cast<float>(i / 80)};
        EXPECT_EQ(world.spawn({.team = static_cast<TeamIndex>(i % 2), .position = position}), Error::ok);
    }
    for (int i = 0; i < frames; ++i) EXPECT_EQ(world.step(1.0 / 60.0), Error::ok);
    return world.state_hash();
}

TEST(RecordingJobs, KeepTheHashesAndRecordTheSystems) {
    JobRecorder recorder;
    const auto jobs = make_recording_jobs(make_tbb_jobs({.threads = 2}).value(), recorder);
    World plain = World::create({.threads = 1}).value();
    {
        World world = World::create({.jobs = jobs.get()}).value();
        EXPECT_EQ(hash_after(world, 5), hash_after(plain, 5));
        recorder.take();
        // Also when the frame runs as a job between step_begin and step_end.
        ASSERT_EQ(world.step_begin(1.0 / 60.0), Error::ok);
        ASSERT_EQ(world.step_end(), Error::ok);
    }
    const std::vector<JobSpan> spans = all_of(recorder.take());
    EXPECT_EQ(count_of(spans, Kind::frame), 1u);
    std::set<uint32_t> systems, with_chunks;
    for (const JobSpan& span : spans) {
        if (span.kind == Kind::system) {
            EXPECT_TRUE(systems.insert(span.system).second);
        }
        if (span.kind != Kind::frame) {
            EXPECT_LT(span.system, static_cast<uint32_t>(system_count));
        }
        if (span.kind == Kind::chunk) with_chunks.insert(span.system);
    }
    EXPECT_EQ(systems.size(), static_cast<size_t>(system_count));
    EXPECT_TRUE(with_chunks.contains(static_cast<uint32_t>(FrameSystem::locomotion)));
    EXPECT_FALSE(recorder.edges().empty());
    for (const auto& [from, to] : recorder.edges()) EXPECT_LT(from, to);
}

} // namespace
} // namespace fray
