// One configuration, measured once.
#pragma once

#include "configurations.h"
#include "fray/stats.h"

#include <array>
#include <map>
#include <utility>

namespace fray::demo {

/// What came of it: a battle from its start, its frames after the warm-up measured.
struct Measurement {
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

/// What --share-warmup shares: one beginning for each scenario and size. Without it there are none.
class Warmups {
public:
    /// Fights them, each in the configuration with the most threads. Throws BadInput.
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

/// Puts a world where it begins; returns how many frames are then not to be measured.
int64_t begin(const ScaleOptions& options, World& world, const Beginning& beginning);

/// Throws BadInput.
Measurement measure(const ScaleOptions& options, const Configuration& configuration, const Beginning& beginning = {});

/// A job system that runs a configuration; the other one lets oneTBB use so many threads.
struct MeasuredJobs {
    std::shared_ptr<void> more_threads;
    std::unique_ptr<JobSystem> jobs;
};
MeasuredJobs make_jobs(const Configuration& configuration);

/// How long a fixed amount of arithmetic takes that touches no memory: what the machine's threads can give at best.
/// The median of some tries, in ns.
double time_arithmetic(JobSystem& jobs);

} // namespace fray::demo
