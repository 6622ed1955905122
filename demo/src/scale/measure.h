// One configuration, measured once.
#pragma once

#include "fray/stats.h"
#include "scale/configurations.h"

#include <array>

namespace fray::demo {

/// What came of it: a battle from its start, its frames after the warm-up measured.
struct Sample {
    int64_t agents = 0;                                           ///< that there were in the end
    std::vector<double> frame_ns;                                 ///< of each frame, the hash's time taken off
    uint64_t first_frame = 0;                                     ///< that `hashes` begin with
    std::vector<uint64_t> hashes;                                 ///< after each frame, the warm-up's too
    std::array<double, stage_count> stage_ns{};                   ///< a frame, mean; emit without the hash
    double serial_ns = 0.0;                                       ///< a frame, mean: while only one thread had work
    double hash_ns = 0.0;                                         ///< a frame, mean
    double turns = 0.0, thinks = 0.0, looks = 0.0, circles = 0.0; ///< visited a frame, mean
    double arithmetic_ns = 0.0;                                   ///< the loop of plain arithmetic, on the same threads
    Load load;                                                    ///< of the machine, while frames were measured
};

/// A battle that was fought so far, to begin with; empty: from its start.
using Beginning = std::vector<std::byte>;

/// The battle of a configuration after its warm-up. Throws BadInput for one with a script, whose commands a snapshot
/// does not hold.
Beginning fight_warmup(const ScaleOptions& options, const Configuration& configuration);

/// Throws BadInput.
Sample measure(const ScaleOptions& options, const Configuration& configuration, const Beginning& beginning = {});

/// A job system that runs a configuration; the other one lets oneTBB use so many threads.
struct MeasuredJobs {
    std::shared_ptr<void> more_threads;
    std::unique_ptr<JobSystem> jobs;
};
MeasuredJobs make_jobs(const Configuration& configuration);

/// How long a fixed amount of arithmetic takes that touches no memory: what the machine's threads can give at best.
/// The best of some tries, in ns.
double time_arithmetic(JobSystem& jobs);

} // namespace fray::demo
