// `fray scale --project`: replays recorded frames on a number of cores that the machine may not have, and shows
// measured times beside the results. The results are predictions, not measurements.
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

/// The prediction for a number of cores.
struct ProjectedRow {
    int cores = 1;
    double frame_ms = 0.0;       ///< frame time without a limit of memory bandwidth; median of the recorded frames
    double chain_ms = 0.0;       ///< the same, if systems never ran side by side
    double with_memory_ms = 0.0; ///< frame time with the limit of memory bandwidth
    double critical_ms = 0.0;    ///< length of the critical path, which more cores cannot shorten
    double work_ms = 0.0;        ///< time if all tasks were divided evenly among the cores
    double memory_ms = 0.0;      ///< time to move all bytes at the bandwidth of these cores
    std::string binds; ///< name of the largest of these three times, and of the system that contributes most to it
    std::array<double, system_count> system_ms{}; ///< by system: from its first task to its last, memory included
    double measured_ms = 0.0; ///< frame time measured on as many threads; 0: not measured, or the threads are not cores

    double ceiling = 0.0; ///< measured speed-up of plain arithmetic on as many threads

    double error() const; ///< relative error of `with_memory_ms`
    /// The relative error if the cores are assumed as slow as the threads were in plain arithmetic. This corrects for
    /// cores that are shared with other programs.
    double error_at_ceiling() const;
};

/// The predictions for a scenario and size.
struct Projection {
    std::string scenario;
    int64_t agents = 0, asked = 0;                   ///< at the end of the recorded frames; as the user has asked for
    size_t frames = 0;                               ///< number of recorded frames: the first after the warm-up
    std::array<double, system_count> system_bytes{}; ///< by system: estimated bytes moved per frame
    std::array<bool, system_count> capped{};         ///< by system: limited to what a thread can copy in its time
    bool in_cache = false;          ///< everything fits into the last-level cache, so memory is no limit
    std::vector<ProjectedRow> rows; ///< the first row is for a single core

    double speedup(const ProjectedRow& row, bool with_memory) const; ///< relative to one core, both predicted
};

struct Projections {
    LoopCosts costs;
    Bandwidth bandwidth;
    std::vector<Projection> list;
};

/// Records a battle of each scenario and size on one thread, and replays it. `rows`: the measured results.
Projections project(const ScaleOptions& options, const Machine& machine, const std::vector<Row>& rows,
                    const Warmups& warmups);

} // namespace fray::demo
