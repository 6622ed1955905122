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
    std::vector<double> alone_ns;              ///< one element more than loops: before, between and after them
    std::vector<std::vector<double>> loops_ns; ///< the chunks of each loop

    double loops_sum() const;
    double sum() const;
};

struct FrameRecord {
    double outside_ns = 0.0; ///< of the frame, outside all systems
    std::array<SystemRecord, system_count> systems;
    std::vector<std::pair<uint32_t, uint32_t>> edges;

    double sum() const;
};

/// Computed from the spans of a frame that ran on one thread.
FrameRecord frame_record(const std::vector<JobSpan>& spans, const std::vector<std::pair<uint32_t, uint32_t>>& edges);

/// The overhead of several threads.
struct LoopCosts {
    double start_ns = 0.0; ///< start of a loop on two threads; on n cores it is log2(n) times as much
    double chunk_ns = 0.0; ///< overhead per chunk
    size_t tries = 0;      ///< number of tries in which `start_ns` was measured
};

/// The factor by which the chunks of a loop take longer than on one thread; 1: no longer.
using Stretch = std::function<double(uint32_t system, const std::vector<double>& chunks_ns)>;

/// `stretch` may be empty. On a single core loops have no overhead.
std::vector<Task> frame_tasks(const FrameRecord& frame, size_t cores, const LoopCosts& costs,
                              const Stretch& stretch = {});

} // namespace fray::demo
