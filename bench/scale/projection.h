// `fray scale --project`: recorded frames replayed on cores that are not there, beside what was measured on those that
// are. A prediction, never a measurement.
#pragma once

#include "costs.h"
#include "machine.h"
#include "options.h"
#include "replay/memory_ceiling.h"

#include <string>
#include <vector>

namespace fray::demo {

struct Row;
class Warmups;

/// One number of cores.
struct ProjectedRow {
    int cores = 1;
    double frame_ms = 0.0;                      ///< where memory is as fast as it takes; medians of the recorded frames
    double with_memory_ms = 0.0;                ///< with the ceiling of memory
    double critical_ms = 0.0;                   ///< critical path: no number of cores makes it shorter
    double work_ms = 0.0;                       ///< all tasks, shared out evenly
    double memory_ms = 0.0;                     ///< all bytes, at the bandwidth of so many cores
    std::string binds;                          ///< the largest of these three, and the stage that has most of it
    std::array<double, stage_count> stage_ms{}; ///< from its first task to its last, memory included
    double measured_ms = 0.0; ///< on so many threads, where that was measured and they are cores; else 0

    double ceiling = 0.0; ///< speed-up of plain arithmetic there

    double error() const; ///< of `with_memory_ms`, relative
    /// The same, had the cores been as slow as the threads were in plain arithmetic: where they are shared with others.
    double error_at_ceiling() const;
};

/// One scenario and size.
struct Projection {
    std::string scenario;
    int64_t agents = 0;
    size_t frames = 0;                             ///< that were recorded
    std::array<double, stage_count> stage_bytes{}; ///< that a frame is reckoned to move
    std::array<bool, stage_count> capped{};        ///< by what one thread can copy in the time it took
    bool in_cache = false;                         ///< all fits the last cache, and memory holds nothing up
    std::vector<ProjectedRow> rows;                ///< the first one's is one core

    double speedup(const ProjectedRow& row, bool with_memory) const; ///< over one core, both predicted
};

struct Projections {
    LoopCosts costs;
    Bandwidth bandwidth;
    std::vector<Projection> list;
};

/// Records a battle of each scenario and size on one thread, and replays it. `rows`: what was measured.
Projections project(const ScaleOptions& options, const Machine& machine, const std::vector<Row>& rows,
                    const Warmups& warmups);

/// Replays recorded frames on so many cores.
ProjectedRow projected_row(const std::vector<FrameRecord>& frames, int cores, const LoopCosts& costs,
                           const Bandwidth& bandwidth, const std::array<double, stage_count>& bytes);

/// What the predictions rest on, sentence by sentence.
std::vector<std::string> assumptions(const Projections& projections);

} // namespace fray::demo
