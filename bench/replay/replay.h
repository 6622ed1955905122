// A recorded frame as a graph of tasks. Each system is a sequence: work outside loops, then the chunks of a loop, then
// work outside loops again, and so on. Systems wait for each other as the frame graph says.
#pragma once

#include "fray/job_recorder.h"
#include "fray/stats.h"
#include "schedule.h"

#include <array>
#include <functional>
#include <utility>

namespace fray::demo {

/// The work of a system in a frame, on one thread.
struct SystemRecord {
    std::vector<double> alone_ns; ///< time before, between and after the loops: one element more than `loops_ns`
    std::vector<std::vector<double>> loops_ns; ///< by loop: the time of each chunk

    double loops_sum() const;
    double sum() const;
};

struct FrameRecord {
    double outside_ns = 0.0; ///< time of the frame outside all systems
    std::array<SystemRecord, system_count> systems;
    std::vector<std::pair<uint32_t, uint32_t>> edges;

    double sum() const;
};

/// Makes the record of a frame from its spans; the frame must have run on one thread.
FrameRecord frame_record(const std::vector<JobSpan>& spans, const std::vector<std::pair<uint32_t, uint32_t>>& edges);

/// The overhead of several threads.
struct LoopCosts {
    double start_ns = 0.0; ///< start of a loop on two threads; on n cores it is log2(n) times as much
    double chunk_ns = 0.0; ///< overhead per chunk
    size_t tries = 0;      ///< number of tries in which `start_ns` was measured
};

/// The factor by which the chunks of a loop take longer than on one thread; 1: no longer.
using Stretch = std::function<double(uint32_t system, const std::vector<double>& chunks_ns)>;

/// Makes the tasks of a frame for `cores` cores. Without `stretch` all chunks keep their time. On a single core loops
/// have no overhead.
std::vector<Task> frame_tasks(const FrameRecord& frame, size_t cores, const LoopCosts& costs,
                              const Stretch& stretch = {});

} // namespace fray::demo
