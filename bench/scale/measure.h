// Measures a configuration once.
#pragma once

#include "configurations.h"
#include "fray/stats.h"

#include <array>
#include <map>
#include <utility>

namespace fray::demo {

/// The result: a battle from its start, in which the frames after the warm-up are measured.
struct Measurement {
    int64_t agents = 0;                           ///< at the end
    std::vector<double> frame_ns;                 ///< of each frame, without the time of the hash
    uint64_t first_frame = 0;                     ///< of the first element of `hashes`
    std::vector<uint64_t> hashes;                 ///< after each frame, including the warm-up
    std::array<double, system_count> system_ns{}; ///< mean per frame; publish without the hash
    double serial_ns = 0.0;                       ///< mean per frame of the time in which a single thread had work
    double hash_ns = 0.0;                         ///< mean per frame
    double updates = 0.0, evaluations = 0.0, target_scans = 0.0, circles = 0.0; ///< mean counts per frame
    double arithmetic_ns = 0.0; ///< duration of `time_arithmetic` on the same threads
    Load load;                  ///< of the machine during the measured frames
};

/// A snapshot of a battle after its warm-up; empty: the battle begins from its start.
using Beginning = std::vector<std::byte>;

/// The shared snapshots of --share-warmup: one for each scenario and size. Without that option there are none.
class Warmups {
public:
    /// Runs each warm-up in the configuration with the most threads. Throws BadInput.
    Warmups(const ScaleOptions& options, const std::vector<Configuration>& all);

    const Beginning& of(const std::string& scenario, int64_t agents) const;

private:
    struct Shared {
        Configuration configuration;
        Beginning beginning;
    };

    std::map<std::pair<std::string, int64_t>, Shared> shared_;
    Beginning none_;
};

/// Brings a world to the beginning of its measurement. Returns the number of frames that must not be measured after
/// that.
int64_t begin(const ScaleOptions& options, World& world, const Beginning& beginning);

/// Throws BadInput.
Measurement measure(const ScaleOptions& options, const Configuration& configuration, const Beginning& beginning = {});

/// The job system of a configuration; `more_threads` lets oneTBB use enough threads.
struct MeasuredJobs {
    std::shared_ptr<void> more_threads;
    std::unique_ptr<JobSystem> jobs;
};
MeasuredJobs make_jobs(const Configuration& configuration);

/// The time in ns of a fixed amount of arithmetic per thread that touches no memory. It shows the best scaling that the
/// machine's threads can give. The median of several tries.
double time_arithmetic(JobSystem& jobs);

} // namespace fray::demo
