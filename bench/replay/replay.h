// A recorded frame as tasks that wait for each other: each stage is what it does alone, then the chunks of a loop, then
// what it does alone again, and so on; stages wait for each other as the frame graph says.
#pragma once

#include "fray/job_recorder.h"
#include "fray/stats.h"
#include "schedule.h"

#include <array>
#include <functional>
#include <utility>

namespace fray::demo {

/// What a stage did in one frame, on one thread.
struct StageRecord {
    std::vector<double> alone_ns;              ///< one more than loops: before, between and after them
    std::vector<std::vector<double>> loops_ns; ///< each loop's chunks

    double loops_sum() const;
    double sum() const;
};

struct FrameRecord {
    double outside_ns = 0.0; ///< of the frame, in no stage
    std::array<StageRecord, stage_count> stages;
    std::vector<std::pair<uint32_t, uint32_t>> edges;

    double sum() const;
};

/// From the spans of one frame that was run on one thread.
FrameRecord frame_record(const std::vector<JobSpan>& spans, const std::vector<std::pair<uint32_t, uint32_t>>& edges);

/// What running it on several threads costs.
struct LoopCosts {
    double start_ns = 0.0; ///< of a loop, on two threads; it doubles with each squaring: log2 of the cores
    double chunk_ns = 0.0; ///< of each chunk
    size_t tries = 0;      ///< that `start_ns` was measured in
};

/// What the chunks of a loop take longer than on one thread, times; 1: no longer.
using Stretch = std::function<double(uint32_t stage, const std::vector<double>& chunks_ns)>;

/// `stretch` may be empty. On one core loops cost nothing.
std::vector<Task> frame_tasks(const FrameRecord& frame, size_t cores, const LoopCosts& costs,
                              const Stretch& stretch = {});

} // namespace fray::demo
