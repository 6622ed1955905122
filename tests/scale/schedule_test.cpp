// List scheduling and quantiles, checked with hand-worked cases and with bounds that hold for all graphs.
#include "fray/job_recorder.h"
#include "replay/memory_ceiling.h"
#include "replay/replay.h"
#include "replay/schedule.h"
#include "statistics/quantiles.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>

namespace fray::demo {
namespace {

double length(const std::vector<Task>& tasks, size_t cores) { return list_schedule(tasks, cores).length; }

TEST(ListScheduling, AChainTakesItsSumOnAnyNumberOfCores) {
    const std::vector<Task> chain = {{3, 0, {}}, {5, 0, {0}}, {2, 0, {1}}};
    for (const size_t cores : {1, 2, 7}) EXPECT_EQ(length(chain, cores), 10.0);
    EXPECT_EQ(critical_path(chain).length, 10.0);
    EXPECT_EQ(critical_path(chain).tasks, (std::vector<uint32_t>{0, 1, 2}));
}

TEST(ListScheduling, IndependentTasksAreAssignedInOrder) {
    const std::vector<Task> tasks = {{2, 0, {}}, {3, 0, {}}, {4, 0, {}}, {6, 0, {}}, {2, 0, {}}, {2, 0, {}}};
    // Three cores, as in Graham's chart: the first runs 2 then 6, the second 3 then 2 and 2, the third 4.
    const Schedule schedule = list_schedule(tasks, 3);
    EXPECT_EQ(schedule.length, 8.0);
    EXPECT_EQ(schedule.begin, (std::vector<double>{0, 0, 0, 2, 3, 4}));
    EXPECT_EQ(schedule.end, (std::vector<double>{2, 3, 4, 8, 5, 6}));
    EXPECT_EQ(length(tasks, 1), 19.0);
    EXPECT_EQ(length(tasks, 6), 6.0);
    EXPECT_EQ(critical_path(tasks).length, 6.0);
}

/// After a task of 1 three tasks run in parallel and are joined by a task of 2. An independent task of 4 runs beside
/// them.
TEST(ListScheduling, AForkAndAJoinAreScheduled) {
    const std::vector<Task> tasks = {{1, 0, {}}, {3, 1, {0}}, {3, 1, {0}}, {5, 1, {0}}, {2, 2, {1, 2, 3}}, {4, 3, {}}};
    EXPECT_EQ(length(tasks, 1), 18.0);
    // Two cores: task 0 and the independent task begin at 0; task 1 runs from 1 to 4; tasks 2 and 3 run from 4 to 7 and
    // 9; the join runs from 9 to 11.
    const Schedule two = list_schedule(tasks, 2);
    EXPECT_EQ(two.begin, (std::vector<double>{0, 1, 4, 4, 9, 0}));
    EXPECT_EQ(two.length, 11.0);
    EXPECT_EQ(length(tasks, 4), 8.0);
    EXPECT_EQ(critical_path(tasks).tasks, (std::vector<uint32_t>{0, 3, 4}));
}

TEST(ListScheduling, NothingTakesNoTime) {
    EXPECT_EQ(length({}, 4), 0.0);
    EXPECT_EQ(critical_path({}).length, 0.0);
    EXPECT_EQ(length({{0, 0, {}}, {0, 0, {0}}}, 2), 0.0);
}

TEST(ListScheduling, InvalidGraphsAreRefused) {
    EXPECT_THROW(list_schedule({{1, 0, {}}}, 0), std::invalid_argument);
    EXPECT_THROW(list_schedule({{1, 0, {0}}}, 1), std::invalid_argument);
    EXPECT_THROW(list_schedule({{1, 0, {1}}, {1, 0, {}}}, 1), std::invalid_argument);
}

/// Random graphs. The length is at least the critical path and at least work / cores, and at most the sum of both
/// (Graham). No more tasks run at once than there are cores. No task begins before the tasks it waits for have ended.
TEST(ListScheduling, GrahamsBoundsHoldOnRandomGraphs) {
    std::mt19937 random(4711);
    for (int graph = 0; graph < 200; ++graph) {
        std::vector<Task> tasks(1 + random() % 60);
        for (uint32_t i = 0; i < tasks.size(); ++i) {
            tasks[i].ns = static_cast<double>(random() % 20);
            for (uint32_t before = 0; before < i; ++before)
                if (random() % 12 == 0) tasks[i].after.push_back(before);
        }
        const size_t cores = 1 + random() % 9;
        const Schedule schedule = list_schedule(tasks, cores);
        const double path = critical_path(tasks).length, share = total_work(tasks) / static_cast<double>(cores);
        EXPECT_GE(schedule.length, path);
        EXPECT_GE(schedule.length, share - 1e-9);
        EXPECT_LE(schedule.length, path + share + 1e-9);
        for (uint32_t i = 0; i < tasks.size(); ++i) {
            size_t running = 0;
            for (uint32_t k = 0; k < tasks.size(); ++k)
                running += schedule.begin[k] <= schedule.begin[i] && schedule.begin[i] < schedule.end[k];
            EXPECT_LE(running, cores);
            for (const uint32_t before : tasks[i].after) EXPECT_GE(schedule.begin[i], schedule.end[before]);
        }
    }
}

/// System 0 runs alone for 10. System 2 runs alone for 5, then a loop with chunks of 20 and 30 and 2 between them that
/// count for nothing, then alone for 7. 4 of the frame are in no system.
std::vector<JobSpan> frame_of_two_systems() {
    using Kind = JobSpan::Kind;
    return {{Kind::system, 0, JobSpan::none, JobSpan::none, 100, 110},
            {Kind::chunk, 2, 0, 0, 117, 137},
            {Kind::chunk, 2, 0, 1, 139, 169},
            {Kind::loop, 2, 0, JobSpan::none, 117, 169},
            {Kind::system, 2, JobSpan::none, JobSpan::none, 112, 176},
            {Kind::frame, JobSpan::none, JobSpan::none, JobSpan::none, 99, 177}};
}

TEST(Replay, ARecordedFrameHasTheTimesOfItsSpans) {
    const FrameRecord frame = frame_record(frame_of_two_systems(), {{0, 2}});
    EXPECT_EQ(frame.outside_ns, 4.0);
    EXPECT_EQ(frame.systems[0].alone_ns, (std::vector<double>{10}));
    EXPECT_EQ(frame.systems[2].alone_ns, (std::vector<double>{5, 7}));
    ASSERT_EQ(frame.systems[2].loops_ns.size(), 1u);
    EXPECT_EQ(frame.systems[2].loops_ns[0], (std::vector<double>{20, 30}));
    EXPECT_EQ(frame.sum(), 4.0 + 10.0 + 5.0 + 50.0 + 7.0);
}

TEST(Replay, TakesTheSumOnOneCoreAndTheLongestChunkOnMoreCores) {
    const FrameRecord frame = frame_record(frame_of_two_systems(), {{0, 2}});
    EXPECT_EQ(length(frame_tasks(frame, 1, {1000, 1000}), 1), frame.sum()) << "loops cost nothing on one core";
    EXPECT_EQ(length(frame_tasks(frame, 2, {}), 2), 4.0 + 10.0 + 5.0 + 30.0 + 7.0);
    EXPECT_EQ(length(frame_tasks(frame, 4, {3, 1}), 4), 4.0 + 10.0 + (5.0 + 3.0 * 2.0) + (30.0 + 1.0) + 7.0);
    const Stretch twice = [](uint32_t system, const std::vector<double>&) { return system == 2 ? 2.0 : 1.0; };
    EXPECT_EQ(length(frame_tasks(frame, 2, {}, twice), 2), 4.0 + 10.0 + 5.0 + 60.0 + 7.0);
}

TEST(Replay, IndependentSystemsRunInParallel) {
    const FrameRecord frame = frame_record(frame_of_two_systems(), {});
    EXPECT_EQ(length(frame_tasks(frame, 3, {}), 3), 4.0 + 5.0 + 30.0 + 7.0);
}

TEST(MemoryCeiling, BandwidthGrowsOnlyToTheMeasuredMaximum) {
    const Bandwidth measured{10.0, 16.0, 4, 0.0};
    EXPECT_EQ(measured.of(1), 10.0);
    EXPECT_EQ(measured.of(2), 12.0);
    EXPECT_EQ(measured.of(4), 16.0);
    EXPECT_EQ(measured.of(64), 16.0);
    EXPECT_EQ((Bandwidth{10.0, 10.0, 1, 0.0}).of(64), 10.0);
    EXPECT_EQ((Bandwidth{10.0, 16.0, 4, 200.0}).of(1), 200.0);
}

/// Six chunks of 10 ns and 240 bytes in all, at 4 bytes per ns: the bytes take 60 ns on any number of cores.
TEST(MemoryCeiling, ALoopTakesAtLeastTheTimeOfItsBytes) {
    const std::vector<double> chunks(6, 10.0);
    const Bandwidth bandwidth{4.0, 4.0, 1, 0.0};
    EXPECT_EQ(slowed_by_memory(chunks, 240.0, 1, bandwidth), 1.0);
    EXPECT_EQ(slowed_by_memory(chunks, 240.0, 2, bandwidth), 2.0);
    EXPECT_EQ(slowed_by_memory(chunks, 240.0, 4, bandwidth), 3.0) << "two rounds of 10, although four cores share";
    EXPECT_EQ(slowed_by_memory(chunks, 240.0, 64, bandwidth), 6.0);
    EXPECT_EQ(slowed_by_memory(chunks, 0.0, 64, bandwidth), 1.0);
    EXPECT_EQ(slowed_by_memory({}, 240.0, 4, bandwidth), 1.0);
    EXPECT_EQ(slowed_by_memory(chunks, 240.0, 4, {}), 1.0);
}

TEST(Quantiles, AreInterpolatedBetweenValues) {
    EXPECT_EQ(quantile({}, 0.5), 0.0);
    EXPECT_EQ(quantile({7.0}, 0.99), 7.0);
    EXPECT_EQ(quantile({4.0, 1.0, 3.0, 2.0}, 0.5), 2.5);
    const Spread spread = spread_of({5.0, 1.0, 4.0, 2.0, 3.0});
    EXPECT_EQ(spread.median, 3.0);
    EXPECT_EQ(spread.q1, 2.0);
    EXPECT_EQ(spread.q3, 4.0);
    EXPECT_DOUBLE_EQ(spread.p99, 4.96);
    EXPECT_EQ(spread.count, 5u);
}

} // namespace
} // namespace fray::demo
