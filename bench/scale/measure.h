// Measures a configuration once.
#pragma once

#include "configurations.h"
#include "fray/stats.h"

#include <array>
#include <map>
#include <utility>

namespace fray::demo {

/// The result of a run. A battle runs through its warm-up, and the frames after it are measured.
struct Measurement {
    int64_t agents = 0;                           ///< number of agents at the end
    std::vector<double> frame_ns;                 ///< time of each measured frame, without the time of the hash
    uint64_t first_frame = 0;                     ///< number of the frame of hashes[0]
    std::vector<uint64_t> hashes;                 ///< state hash after each frame, measured or not
    std::array<double, system_count> system_ns{}; ///< mean per frame; publish without the hash
    double serial_ns = 0.0; ///< mean per frame of the time in which a single thread had work, also for the hash
    double hash_ns = 0.0;   ///< mean per frame
    double updates = 0.0, evaluations = 0.0, target_scans = 0.0, circles = 0.0; ///< mean counts per frame
    double arithmetic_ns = 0.0; ///< result of `time_arithmetic` on the same threads
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

/// Restores `beginning`, unless it is empty. Returns the number of frames to run before the first measured frame.
int64_t begin(const ScaleOptions& options, World& world, const Beginning& beginning);

/// Runs a configuration once and measures it. Throws BadInput.
Measurement measure(const ScaleOptions& options, const Configuration& configuration, const Beginning& beginning = {});

/// The job system of a configuration; `more_threads` lets oneTBB use enough threads.
struct MeasuredJobs {
    std::shared_ptr<void> more_threads;
    std::unique_ptr<JobSystem> jobs;
};
MeasuredJobs make_jobs(const Configuration& configuration);

/// The time in ns that the threads together take for a fixed amount of arithmetic, which hardly touches memory. It
/// shows the best scaling that the machine's threads can give. The median of several tries.
double time_arithmetic(JobSystem& jobs);

} // namespace fray::demo
